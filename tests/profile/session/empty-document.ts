import type { Browser } from 'playwright';

const HTML = '<!doctype html><title>Frame of the player</title>';
/** With another agent cluster than the player's pages it would be in another process, which the slow-down does not reach. */
const HEADERS = { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' };

/**
 * A light document of the player's origin, before its page and after it. DevTools names a process by its last document, so
 * the address says whose it is.
 */
export function emptyUrlOf(playerOrigin: string): string {
  return `${playerOrigin}/frame-of-the-player`;
}

/**
 * Responds with the empty document while `open` navigates to it. The server has none: only its players may be framed, and
 * what refuses a frame is Chromium's error page. A session of the browser intercepts this navigation alone; one of a page
 * would take part in every request of it.
 */
export async function withEmptyDocument<Result>(
  browser: Browser,
  url: string,
  open: () => Promise<Result>,
): Promise<Result> {
  const session = await browser.newBrowserCDPSession();
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const response = {
      requestId,
      responseCode: 200,
      responseHeaders: Object.entries(HEADERS).map(([name, value]) => ({ name, value })),
      body: Buffer.from(HTML).toString('base64'),
    };
    // A page that is closed meanwhile needs no response.
    session.send('Fetch.fulfillRequest', response).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: url }] });
  try {
    return await open();
  } finally {
    await session.detach();
  }
}
