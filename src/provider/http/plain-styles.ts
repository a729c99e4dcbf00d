import { createHash } from 'node:crypto';

/** Styles of pages without a build: sign-in, refusals. They look like `operator-page-parts/styles/operator-page.css`. */
export const PLAIN_STYLES =
  ':root{--accent:#0b7d62;--backdrop:#f4f6f5;--surface:#fff;--text:#14191a;--line:#dde3e1;--bad:#b3261e;color-scheme:light dark;' +
  "font:400 .9375rem/1.45 ui-sans-serif,system-ui,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif}" +
  '@media (prefers-color-scheme:dark){:root{--accent:#4fd0aa;--backdrop:#0c0f10;--surface:#15191b;--text:#eef2f0;--line:#273032;--bad:#ff8a80}}' +
  '*{box-sizing:border-box}body{margin:0;background:var(--backdrop);color:var(--text)}' +
  'main{max-width:24rem;margin:12vh auto 0;padding:0 1rem}h1{margin:0 0 .75rem;font-size:1.75rem;font-weight:650;letter-spacing:-.02em}' +
  'p{margin:.75rem 0;overflow-wrap:anywhere}a{color:var(--accent)}[role=alert]{color:var(--bad);font-weight:600}' +
  'label,input,button{display:block;width:100%;font:inherit}' +
  'input,button{min-height:2.5rem;margin-top:.5rem;padding:0 .75rem;border:1px solid var(--line);border-radius:8px;background:var(--surface);color:inherit}' +
  'button{margin-top:.75rem;border-color:var(--accent);background:var(--accent);color:var(--surface);font-weight:600;cursor:pointer}' +
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px}';

/** Hash of these styles, for a `Content-Security-Policy` that allows only them. */
export const PLAIN_STYLES_SOURCE = `'sha256-${createHash('sha256').update(PLAIN_STYLES).digest('base64')}'`;
