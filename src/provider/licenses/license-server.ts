import { LICENSE_MAX_BYTES, LICENSE_TIMEOUT_MS } from '../../../protocol/media/content-protection.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';

/** Shorter than the page's deadline, so that the page receives the reason. */
const SERVER_TIMEOUT_MS = LICENSE_TIMEOUT_MS - 2_000;

export interface ServerRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The license request; if it is absent, a certificate is requested. */
  readonly body?: Uint8Array;
}

/** The response of a license server, or the status and sentence for the page. */
export type ServerResponse =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly status: 403 | 502 | 504; readonly message: string };

interface Dependencies {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/**
 * Sends one request to a server that the catalog names: bounded in time and bytes. A redirect is an error, because only the operator
 * decides which addresses this machine calls.
 */
export async function requestLicense(
  { url, headers, body }: ServerRequest,
  { fetch, clock }: Dependencies,
): Promise<ServerResponse> {
  const deadline = new AbortController();
  const cancel = clock.after(SERVER_TIMEOUT_MS, () => deadline.abort());
  try {
    const { signal } = deadline;
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(url, {
      ...{ method, headers: { ...headers }, redirect: 'error', signal },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    if (response.ok) return await readLicense(response);
    void response.body?.cancel().catch(() => undefined);
    return REFUSING.has(response.status)
      ? { ok: false, status: 403, message: `The license server refused: ${response.status}.` }
      : { ok: false, status: 502, message: `The license server failed: ${response.status}.` };
  } catch {
    return deadline.signal.aborted
      ? { ok: false, status: 504, message: 'The license server did not respond in time.' }
      : { ok: false, status: 502, message: 'The license server cannot be reached.' };
  } finally {
    cancel();
  }
}

/** Statuses of a viewer who is not signed in, has not paid, is not allowed, or is too late. */
const REFUSING: ReadonlySet<number> = new Set([401, 402, 403, 410]);

async function readLicense(response: Response): Promise<ServerResponse> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return { ok: true, bytes: Buffer.concat(parts, length) };
    length += value.byteLength;
    if (length > LICENSE_MAX_BYTES) {
      void reader?.cancel().catch(() => undefined);
      return { ok: false, status: 502, message: `The license is larger than ${LICENSE_MAX_BYTES} bytes.` };
    }
    parts.push(value);
  }
}
