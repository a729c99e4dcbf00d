import { escapeHtml } from './escape.ts';
import { PLAIN_STYLES, PLAIN_STYLES_SOURCE } from './plain-styles.ts';

interface PlainPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** HTML of the head. */
  readonly head?: string;
  /** Link to a page where the reader can go on. */
  readonly link?: { readonly href: string; readonly text: string };
}

/** Pages without a script, for when nothing else can be shown. Any page may frame them: they appear in place of a player, too. */
function plainPage({ status, title, text, head = '', link }: PlainPage): Response {
  const way = link === undefined ? '' : `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${PLAIN_STYLES}</style>${head}</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${way}</main></body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${PLAIN_STYLES_SOURCE}`,
    },
  });
}

/** There is no player on any other path (P1). */
export function notFoundPage(home: string): Response {
  return plainPage({
    status: 404,
    title: 'Not found',
    text: 'There is nothing at this address. Videos are at /embed/ followed by their id.',
    link: { href: home, text: 'Go to the home page' },
  });
}

/** @param operatorPage Address of the operator's first page. */
export function noOperatorPage(operatorPage: string): Response {
  return plainPage({
    status: 404,
    title: 'Not found',
    text: 'There is no page at this address.',
    link: { href: operatorPage, text: 'Go to the provider page' },
  });
}

const ERROR_TITLES: Readonly<Record<number, string>> = {
  401: 'No access',
  403: 'No access',
  404: 'Not found',
  429: 'Too many requests',
  503: 'Not available now',
};

/** For a person whose request was refused or has failed. */
export function errorPage(status: number, text: string): Response {
  return plainPage({ status, title: ERROR_TITLES[status] ?? 'This did not work', text });
}

/**
 * A page that reloads itself, since a viewer cannot reload a frame of another page. The reload has no referrer: the player would
 * take this page for its host.
 */
export function busyPage(retryAfterSeconds: number): Response {
  return plainPage({
    status: 503,
    title: 'Too many visitors',
    text: `This page tries again in ${retryAfterSeconds} seconds.`,
    head: `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="${retryAfterSeconds}">`,
  });
}

export function notBuiltPage(): Response {
  return plainPage({ status: 503, title: 'Not built yet', text: 'The pages are missing. Run: npm run build' });
}
