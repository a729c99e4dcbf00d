import type { Sender } from '../budgets/sender.ts';
import type { LogEndpoint } from '../../../protocol/events/log-endpoints.ts';
import type { ReadBody } from '../http/read-body.ts';
import type { Accepted } from '../http/refusal.ts';
import type { ContextClient } from '../calls/context-client.ts';

/** A body of events, still compressed. It is parsed where it is stored, because parsing takes longer than rendering a page. */
export interface LogPost {
  readonly endpoint: LogEndpoint;
  readonly bytes: Uint8Array;
  /** Content encoding by the request's header. */
  readonly contentEncoding: string | null;
  /** Wall time of sending by the request's header, milliseconds; a body may state it, too. */
  readonly headerTimeMs: number | undefined;
  /** How many earlier attempts the client made. */
  readonly retryCount: number;
  /** Browser by the request's header; absent if unknown. */
  readonly userAgent?: string | undefined;
  readonly sender: Sender;
  /** Country of the viewer, as two letters, where a proxy names it. */
  readonly country?: string | undefined;
}

/** The result of a post, for the response. */
export interface StoredPost {
  /** New events, and events that were already stored. */
  readonly accepted: number;
  readonly repeated: number;
  readonly body: Pick<ReadBody, 'encoding' | 'wireBytes' | 'rawBytes'>;
  /** Numbers of events about an attempt to play, and about an attempt that failed for good. */
  readonly playbacks: { readonly attempts: number; readonly failed: number };
  /** The sender, from the first batch. */
  readonly client: ContextClient;
}

/** A video of the catalog. */
export interface KnownVideo {
  readonly id: string;
  /** Absent for a live stream. */
  readonly lengthSeconds?: number;
  /** The stream of the video comes from another server. */
  readonly isElsewhere?: true;
}

/** Accepts events. A success means that every event of the body is stored, now or by an earlier post. */
export interface LogIngest {
  take(post: LogPost): Promise<Accepted<StoredPost>>;
  /** Sets the videos that the catalog has from now on; reports count all other videos as one. */
  knowVideos(videos: readonly KnownVideo[]): Promise<void>;
}
