import type { LogEndpoint } from '../../../protocol/infrastructure/records.ts';
import type { ReadBody } from '../http/read-body.ts';
import type { Accepted } from '../http/refusal.ts';
import type { ContextClient } from '../calls/response-contexts.ts';

/** A last beacon of 60 000 bytes never needs more batches. */
export const BATCHES_PER_BODY_MAX = 50;

/** A body of events as it travelled. It is read where it is stored: parsing a hundred events takes longer than a page. */
export interface LogPost {
  readonly endpoint: LogEndpoint;
  readonly bytes: Uint8Array;
  /** What the request's header says. */
  readonly contentEncoding: string | null;
  /** Wall time of sending by the request's header, milliseconds; a body may say it itself. */
  readonly headerTimeMs: number | undefined;
  /** How often the client had sent this before. */
  readonly retryCount: number;
}

/** What became of it, for the response. */
export interface StoredPost {
  /** Events that were new, and those that had been stored before. */
  readonly accepted: number;
  readonly repeated: number;
  readonly body: Pick<ReadBody, 'encoding' | 'wireBytes' | 'rawBytes'>;
  /** Who sent them, as the first batch says. */
  readonly client: ContextClient;
}

/** Takes events. A success means that every event of the body is stored, now or since an earlier post. */
export interface LogIngest {
  take(post: LogPost): Promise<Accepted<StoredPost>>;
}
