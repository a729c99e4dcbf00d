import type { Browser } from 'playwright';

const HTML = '<!doctype html><title>Frame of the player</title>';
/** With another agent cluster than the player's pages, the document would be in another process, which is not slowed down. */
const HEADERS = { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' };

/**
 * Address of an empty document on the player's origin, which the frame shows before and after the player's page. DevTools
 * names a process by its last document, so the address names the player.
 */
export function emptyUrlOf(playerOrigin: string): string {
  return `${playerOrigin}/frame-of-the-player`;
}

/**
 * Responds with the empty document while `open` navigates to it. The server has no such document: only its player pages may
 * be framed, and Chromium shows a refused frame as its error page. A session of the browser intercepts only this navigation;
 * a session of the page would intercept every request of the page.
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
    // A page that has closed before the response needs none.
    session.send('Fetch.fulfillRequest', response).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: url }] });
  try {
    return await open();
  } finally {
    await session.detach();
  }
}
