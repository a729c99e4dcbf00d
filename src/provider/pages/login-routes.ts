import type { Hono } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import { LOGIN_PATH, retryAfter } from '../security/operator-gate.ts';
import { clientNetwork } from '../http/limits/address-key.ts';
import type { OnRefusal } from '../http/refusal.ts';
import type { BodyReader } from '../http/limits/body-reader.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { OperatorLogin } from '../security/operator-login.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import { loginPage } from './login-page.ts';

const PAGE_PATH = '/provider';
export const LOGOUT_PATH = '/provider/logout';

export interface LoginRoutesOptions {
  /** Absent without a password. */
  readonly login: OperatorLogin | undefined;
  readonly ownOrigin: OwnOrigin;
  readonly bodies: BodyReader;
  readonly pathPrefix: PathPrefix;
  readonly onRefusal: OnRefusal;
}

/** Sign-in and sign-out of an operator. Both are form posts of the provider's own pages; other pages cannot send them. */
export function loginRoutes(app: Hono, options: LoginRoutesOptions): void {
  const { login, ownOrigin, bodies, onRefusal } = options;
  const { add } = options.pathPrefix;
  const [pagePath, loginPath] = [add(PAGE_PATH), add(LOGIN_PATH)];
  app.get(LOGIN_PATH, (context) => (login === undefined ? context.redirect(pagePath, 303) : loginPage(loginPath, 200)));
  if (login === undefined) return;

  app.post(LOGIN_PATH, async (context) => {
    if (!ownOrigin.isSameOrigin(context)) return loginPage(loginPath, 403, NOT_OURS);
    const form = await bodies.form(context);
    if (!form.ok) {
      if (form.limit !== undefined) onRefusal(form.limit, clientNetwork(context));
      return loginPage(loginPath, form.status, form.message);
    }
    const password = form.value.get('password') ?? '';
    const { headers } = context.req.raw;
    const { address, protocol } = clientAddress(context);
    const verdict = login.try(password, { headers, address });
    if (verdict.kind === 'wait') {
      const problem = `Too many wrong passwords. Try again in ${Math.ceil(verdict.waitMs / 1_000)} seconds.`;
      return loginPage(loginPath, 429, problem, retryAfter(verdict.waitMs));
    }
    if (verdict.kind === 'wrong') return loginPage(loginPath, 403, 'Wrong password.');
    const isSecure = protocol === 'https';
    context.header('Set-Cookie', await login.sessions.begin(headers, isSecure));
    context.header('Set-Cookie', login.devices.remember(headers, isSecure), { append: true });
    return context.redirect(pagePath, 303);
  });

  app.post(LOGOUT_PATH, async (context) => {
    if (!ownOrigin.isSameOrigin(context)) return loginPage(loginPath, 403, NOT_OURS);
    const isSecure = clientAddress(context).protocol === 'https';
    const { cookie, isStored } = await login.sessions.end(context.req.raw.headers, isSecure);
    if (!isStored) return loginPage(loginPath, 503, NOT_STORED, { 'Set-Cookie': cookie });
    context.header('Set-Cookie', cookie);
    return context.redirect(loginPath, 303);
  });
}

const NOT_OURS =
  'This was not sent by our own page. Behind a proxy that changes the Host header, set ORIEL_PUBLIC_ORIGIN or ' +
  'ORIEL_TRUSTED_HOPS.';

const NOT_STORED =
  'You are signed out in this browser. The database could not store that: after a restart a copy of the cookie may be ' +
  'good until 12 hours after you signed in. Change the password to end it at once.';

/** The sign-out form of operator pages, for a session that the login form began. */
export function logoutForm({ add }: PathPrefix): string {
  return `<form method="post" action="${add(LOGOUT_PATH)}"><button>Sign out</button></form>`;
}
