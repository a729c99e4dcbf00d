import { PRIVATE } from '../http/responses.ts';
import type { Refusal } from '../http/refusal.ts';
import { formatPolicy, loginPolicy } from '../security/content-security-policy.ts';
import { escapeHtml } from '../http/escape.ts';
import { PLAIN_STYLES, PLAIN_STYLES_SOURCE } from '../http/plain-styles.ts';

/** The login form: plain HTML that works without a script and by keyboard. `problem` explains why the form is shown again. */
export function loginPage(
  action: string,
  status: 200 | Refusal['status'],
  problem?: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const alert = problem === undefined ? '' : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`;
  const described = problem === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"';
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Sign in - Oriel provider</title><link rel="icon" href="data:,"><style>${PLAIN_STYLES}</style></head>
<body><main><h1>Sign in</h1>${alert}
<form method="post" action="${escapeHtml(action)}">
<label for="password">Operator password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${described}>
<button>Sign in</button>
</form></main></body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...PRIVATE,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': formatPolicy(loginPolicy([PLAIN_STYLES_SOURCE])),
      ...headers,
    },
  });
}
