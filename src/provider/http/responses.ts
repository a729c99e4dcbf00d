import { GUARD_PREFIX, stripGuardPrefix } from '../../../protocol/provider/guard-prefix.ts';
import { ProviderError } from '../../../protocol/provider/identity.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Calls come from pages on any origin and carry no cookies, so any origin may read the responses. */
export const OPEN_TO_ALL: Readonly<Record<string, string>> = { 'Access-Control-Allow-Origin': '*' };

/** Responses only for the operator, which no other origin may use and no cache may keep. */
export const PRIVATE = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' } as const;

/** A JSON response that is useless as a script (N17). */
export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(GUARD_PREFIX + JSON.stringify(body), {
    status,
    headers: {
      ...OPEN_TO_ALL,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** Data of the operator's pages, which only pages of the provider's own origin may read. */
export function dataResponse(body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { ...PRIVATE, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'ABORTED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  421: 'MISDIRECTED_REQUEST',
  429: 'RESOURCE_EXHAUSTED',
  431: 'HEADERS_TOO_LARGE',
  500: 'INTERNAL',
  502: 'BAD_GATEWAY',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  507: 'INSUFFICIENT_STORAGE',
};

/** The message names the fault of the request and, where possible, the remedy. */
export function errorResponse(code: number, message: string, headers?: Readonly<Record<string, string>>): Response {
  return jsonResponse(errorOf(code, message), code, headers);
}

/** The message of an error response; `undefined` for any other. */
export async function refusalMessage(response: Response): Promise<string | undefined> {
  if (response.headers.get('Content-Type')?.startsWith('application/json') !== true) return undefined;
  const text = await response.clone().text();
  return unlessThrown(() => ProviderError.safeParse(JSON.parse(stripGuardPrefix(text))).data?.error.message);
}

/** The text of an error response, for code below the routes. */
export function errorText(code: number, message: string): string {
  return GUARD_PREFIX + JSON.stringify(errorOf(code, message));
}

function errorOf(code: number, message: string): ProviderError {
  return { error: { code, status: STATUS_NAMES[code] ?? 'UNKNOWN', message } };
}

export function emptyResponse(headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 204, headers: { ...OPEN_TO_ALL, 'Cache-Control': 'no-store', ...headers } });
}
