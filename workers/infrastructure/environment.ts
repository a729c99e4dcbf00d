import type { RequestRecord } from '../../protocol/runtime/watch-contacts.ts';
import type { LocalTime } from '../../protocol/provider/request-context.ts';
import type { ErrorPlace } from '../../protocol/runtime/describe-error.ts';
import type { Clock, Random } from '../../protocol/runtime/clock.ts';
import type { SpanRing } from '../../protocol/runtime/profiling/span-ring.ts';
import type { PostTask } from '../../protocol/runtime/post-task.ts';

/** The platform of the service, on either thread. Features that a browser may refuse are functions, called when needed. */
export interface Environment {
  readonly clock: Clock;
  readonly random: Random;
  /** Span recorder of this service, for profiles and error reports. */
  readonly spans: SpanRing;
  readonly fetch: typeof fetch;
  /** Resource Timing of this thread's requests. */
  readonly requests: RequestRecord;
  /** Throws where storage is refused; `undefined` in browsers without IndexedDB. */
  readonly indexedDB: () => IDBFactory | undefined;
  /** Throws in an opaque origin; `undefined` where there are no Web Locks. */
  readonly locks: () => Locks | undefined;
  readonly isOnline: () => boolean;
  /** `unknown` where the browser does not report it (C5). */
  readonly connectionType: () => string;
  readonly localTime: () => LocalTime;
  readonly postTask: PostTask;
  /** Loads a module by its address. */
  readonly importModule: (address: string) => Promise<unknown>;
  readonly compressionStream: typeof CompressionStream | undefined;
  readonly decompressionStream: typeof DecompressionStream | undefined;
  /** Calls back for uncaught errors on this thread; the returned function stops watching. */
  readonly watchErrors: (report: (error: unknown, place?: ErrorPlace) => void) => () => void;
}

/** The methods of `navigator.locks` that the service uses. */
export interface Locks {
  request<T>(name: string, options: LockRequestOptions, held: (lock: unknown) => Promise<T>): Promise<T>;
  query(): Promise<{ held?: readonly { name?: string }[] }>;
}

export interface LockRequestOptions {
  readonly ifAvailable?: boolean;
  readonly mode?: 'exclusive' | 'shared';
  readonly signal?: AbortSignal;
}
