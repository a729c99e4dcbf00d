import type { Context, MiddlewareHandler } from 'hono';
import { basicPassword, type OperatorLogin } from './operator-login.ts';
import { ACCESS_NOTICES, type OperatorAccess } from './operator-access.ts';
import type { OwnOrigin } from './own-origin.ts';
import { asksForPage } from '../http/error-pages.ts';
import { errorResponse, PRIVATE } from '../http/responses.ts';
import { clientAddress } from '../http/client-address.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { isLoopbackHost } from '../http/loopback.ts';

export interface OperatorGateOptions {
  readonly access: OperatorAccess;
  readonly ownOrigin: OwnOrigin;
  readonly pathPrefix: PathPrefix;
  /** Absent without a password. */
  readonly login: OperatorLogin | undefined;
}

export const LOGIN_PATH = '/provider/login';
/** Paths of data that scripts read and write, not of pages. */
const DATA = /^\/provider\/(?:api|uploads)(?:\/|$)/;

const NOT_THIS_MACHINE =
  'Without ORIEL_OPERATOR_PASSWORD this page answers only a browser on the same machine, at a name such as localhost. ' +
  'Set it to open the page to other machines, and ORIEL_TRUSTED_HOPS behind a proxy.';

/** Protects the operator's page and data. Pages of other origins get neither: browsers would add the credentials. */
export function operatorGate({ access, ownOrigin, login, pathPrefix }: OperatorGateOptions): MiddlewareHandler {
  return async (context, next) => {
    if (DATA.test(context.req.path) && ownOrigin.isCrossOrigin(context))
      return refuse(403, 'This is not for pages of other origins.');
    if (login !== undefined) return (await signInRefusal(context, login, pathPrefix.add(LOGIN_PATH))) ?? next();
    if (access === 'closed') return refuse(403, ACCESS_NOTICES.closed);
    return isFromThisMachine(context) ? next() : refuse(403, NOT_THIS_MACHINE);
  };
}

/** Checks the host name too: a foreign name that resolves to this machine is another site (DNS rebinding). */
function isFromThisMachine(context: Context): boolean {
  const { isLocal, hostname } = clientAddress(context);
  return isLocal && isLoopbackHost(hostname);
}

/** `undefined` for the operator. A browser is redirected to the login form, a program gets the challenge of basic authentication. */
async function signInRefusal(context: Context, login: OperatorLogin, loginPath: string): Promise<Response | undefined> {
  const { headers } = context.req.raw;
  if (await login.sessions.isOpen(headers)) return undefined;
  const password = basicPassword(headers);
  const verdict =
    password === undefined ? undefined : login.try(password, { headers, address: clientAddress(context).address });
  if (verdict?.kind === 'right') return undefined;
  if (verdict?.kind === 'wait')
    return refuse(429, 'Too many wrong passwords. Wait before the next attempt.', retryAfter(verdict.waitMs));
  if (verdict === undefined && asksForPage(headers)) return context.redirect(loginPath, 303);
  // For a page's own `fetch`, the challenge would open the browser's dialog over the page.
  const challenge = headers.has('Sec-Fetch-Mode') ? {} : { 'WWW-Authenticate': 'Basic realm="Oriel provider"' };
  return refuse(401, `This page needs the operator password: sign in at ${loginPath}.`, challenge);
}

export function retryAfter(waitMs: number): Readonly<Record<string, string>> {
  return { 'Retry-After': String(Math.ceil(waitMs / 1_000)) };
}

/** A refusal that other origins cannot read, unlike the response of a call. */
function refuse(code: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  const response = errorResponse(code, message, { ...PRIVATE, ...headers });
  response.headers.delete('Access-Control-Allow-Origin');
  return response;
}
