/**
 * Converts an error to one with a code of `storage-errors.ts`. An error without an SQLSTATE comes from the connection: refused,
 * broken, or too slow.
 */
export function engineError(error: unknown): Error {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !SYSTEM_CODES.has(code);
  const text = typeof message === 'string' && message !== '' ? message : String(code ?? error);
  return Object.assign(new Error(text, { cause: error }), { code: `POSTGRES_${isState ? code : 'CONNECTION'}` });
}

/** Error codes of the operating system that have the form of an SQLSTATE. */
const SYSTEM_CODES: ReadonlySet<string> = new Set(['EPIPE', 'EPERM', 'EBUSY', 'EBADF', 'EINTR']);
