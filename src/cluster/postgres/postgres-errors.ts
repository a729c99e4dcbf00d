/**
 * An error with a code that `storage-errors.ts` understands. One without an SQLSTATE comes from the connection: refused,
 * broken, or too slow.
 */
export function engineError(error: unknown): Error {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !SYSTEM_CODES.has(code);
  const text = typeof message === 'string' && message !== '' ? message : String(code ?? error);
  return Object.assign(new Error(text, { cause: error }), { code: `POSTGRES_${isState ? code : 'CONNECTION'}` });
}

/** Codes of the operating system that look like an SQLSTATE. */
const SYSTEM_CODES: ReadonlySet<string> = new Set(['EPIPE', 'EPERM', 'EBUSY', 'EBADF', 'EINTR']);
