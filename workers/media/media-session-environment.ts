import type { EarlySpan, MediaSpans } from './media-spans-module.ts';
import type { Clock } from '../../protocol/runtime/clock.ts';
import type { ArrivingSegments } from './head-start/arriving-segments.ts';

/** Platform services of a stream; a browser may refuse some, and the span recorder is loaded later. */
export interface MediaSessionEnvironment {
  readonly fetch: typeof fetch;
  readonly createMediaSource: () => MediaSource;
  readonly isManaged: boolean;
  readonly importModule: (url: string) => Promise<unknown>;
  /** The recorder of spans; `null` until the engine has loaded it. */
  readonly spans: () => MediaSpans | null;
  /** Keeps a span until the recorder has loaded. */
  readonly note: (...span: EarlySpan) => void;
  readonly clock: Clock;
  /** Address of the page's server, for relative addresses. */
  readonly baseUrl: string;
  readonly arriving: ArrivingSegments;
  /** The inline script of the page has opened the stream. */
  readonly isEarly: boolean;
}
