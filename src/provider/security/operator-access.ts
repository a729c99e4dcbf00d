import { isLoopbackHost } from '../http/loopback.ts';

/** Who sees the operator's page: whoever knows the password, this machine alone, or nobody. */
export type OperatorAccess = 'password' | 'local' | 'closed';

/**
 * A named public origin means a proxy that strangers come through, and behind one that rewrites `Host` they look like
 * this machine.
 */
export function operatorAccess(password: string | undefined, publicOrigin: string | undefined): OperatorAccess {
  if (password !== undefined) return 'password';
  return publicOrigin === undefined || isLoopbackHost(new URL(publicOrigin).hostname) ? 'local' : 'closed';
}

/** Said at start, so that nobody has to find out. */
export const ACCESS_NOTICES: Readonly<Record<OperatorAccess, string>> = {
  password: '/provider asks for the operator password.',
  local:
    '/provider answers this machine alone, at a name such as localhost: ORIEL_OPERATOR_PASSWORD is not set. ' +
    'Set it before a proxy stands in front.',
  closed:
    '/provider is closed: ORIEL_PUBLIC_ORIGIN names a server that strangers reach, and ORIEL_OPERATOR_PASSWORD is ' +
    'not set. Set it to open the page.',
};
