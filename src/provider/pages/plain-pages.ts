import { escapeHtml } from './escape.ts';

/** Pages without a script, for when nothing else can be shown. */
function plainPage(status: number, title: string, text: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body>
</html>
`;
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}

/** P1: there is no player on any other path. */
export function notFoundPage(): Response {
  return plainPage(404, 'Not found', 'There is nothing at this address. Videos are at /embed/ followed by their id.');
}

/** For a person without access. */
export function refusedPage(status: number, text: string): Response {
  return plainPage(status, 'Not for everybody', text);
}

export function notBuiltPage(): Response {
  return plainPage(503, 'Not built yet', 'The pages are missing. Run: npm run build');
}
