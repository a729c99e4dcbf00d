import { isLoopbackHost } from '../http/loopback.ts';

/** Readers of the operator's page: holders of the password, only this machine, or no one. */
export type OperatorAccess = 'password' | 'local' | 'closed';

/** A configured public origin implies a public proxy; behind a proxy that rewrites `Host`, all clients look like this machine. */
export function operatorAccess(password: string | undefined, publicOrigin: string | undefined): OperatorAccess {
  if (password !== undefined) return 'password';
  return publicOrigin === undefined || isLoopbackHost(new URL(publicOrigin).hostname) ? 'local' : 'closed';
}

/** Lines logged at start, which state the access rule. */
export const ACCESS_NOTICES: Readonly<Record<OperatorAccess, string>> = {
  password: '/provider asks for the operator password.',
  local:
    '/provider answers this machine alone, at a name such as localhost: ORIEL_OPERATOR_PASSWORD is not set. ' +
    'Set it before a proxy stands in front.',
  closed:
    '/provider is closed: ORIEL_PUBLIC_ORIGIN names a server that strangers reach, and ORIEL_OPERATOR_PASSWORD is ' +
    'not set. Set it to open the page.',
};
