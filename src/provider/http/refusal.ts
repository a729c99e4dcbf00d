/** Why a request is refused: a status and a sentence for the sender. */
export interface Refusal {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 404 | 413 | 415 | 429 | 503;
  readonly message: string;
  /** Name of the limit that was exceeded, where its refusals are counted. */
  readonly limit?: string;
  /** A refusal that holds until something is deleted or expires: a retry within seconds fails again. */
  readonly isLasting?: true;
}

/**
 * Called when a limit refuses a request, or closes a connection: with the name of the limit, and with the network of the
 * client (`siteKey`), if there is a connection. Networks are counted, and never written to a log.
 */
export type OnRefusal = (limit: string, network?: string) => void;

export function refuse(status: Refusal['status'], message: string, limit?: string): Refusal {
  return { ok: false, status, message, ...(limit !== undefined && { limit }) };
}

export type Accepted<T> = { readonly ok: true; readonly value: T } | Refusal;
