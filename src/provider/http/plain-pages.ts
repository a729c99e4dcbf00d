import { escapeHtml } from './escape.ts';

/** Pages without a script, for when nothing else can be shown. */
function plainPage(status: number, title: string, text: string, head = ''): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${head}</head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body>
</html>
`;
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}

/** There is no player on any other path (P1). */
export function notFoundPage(): Response {
  return plainPage(404, 'Not found', 'There is nothing at this address. Videos are at /embed/ followed by their id.');
}

/** For a person without access. */
export function refusedPage(status: number, text: string): Response {
  return plainPage(status, 'Not for everybody', text);
}

/**
 * Asks again by itself: in the frame of another page there is nothing to reload it with. Without a referrer, which would be
 * this page: the player would take it for its host.
 */
export function busyPage(retryAfterSeconds: number): Response {
  const refresh = `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="${retryAfterSeconds}">`;
  return plainPage(503, 'Too many visitors', `This page tries again in ${retryAfterSeconds} seconds.`, refresh);
}

export function notBuiltPage(): Response {
  return plainPage(503, 'Not built yet', 'The pages are missing. Run: npm run build');
}
