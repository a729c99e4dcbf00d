import type { ErrorData, Fragment, Level } from 'hls.js';
import type Hls from 'hls.js';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { StartedStream } from '../../head-start/head-start.ts';
import type { HlsMedia } from '../hls-library.ts';
import type { SkippedSegments } from '../skipped-segments.ts';
import type { StreamLoading } from '../stream-loading.ts';

/** The parts of a stream that corrections read and change. */
export interface CorrectedStream {
  readonly hls: Hls;
  readonly media: HlsMedia;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly isTypeSupported: (type: string) => boolean;
  readonly startedStream: StartedStream | undefined;
  readonly skipped: SkippedSegments;
  readonly loading: StreamLoading;
  readonly shownLevel: () => Level | null;
  /** The level with this index is shown. */
  readonly onShown: (level: number) => void;
  /** Whether nothing can be played after a segment. */
  readonly isLast: (fragment: Fragment) => boolean;
  /** Continues with a lower level than this; `false` if there is none. */
  readonly leaveLevel: (level: number) => boolean;
  /** Attaches the media to a new source. */
  readonly attach: () => void;
  readonly onError: (error: ErrorData) => void;
  /** The part that begins at `startSeconds` has other tracks than the source. */
  readonly onOtherTracks: (startSeconds: number) => void;
  /** A part has a codec that the browser lacks. */
  readonly onUnplayable: (codec: string) => void;
  /** The source drops appended segments. */
  readonly onLost: () => void;
}

/** A fault of hls.js or of a browser, and its remedy: the stream plays without the remedy once the fault is mended. */
export interface Correction {
  readonly name: string;
  readonly reason: string;
  /** The public report; without one, the text of a report that could be filed. */
  readonly upstream: string;
  /** The version in which the fault was last seen. */
  readonly since: string;
  readonly follow: (stream: CorrectedStream, signal: AbortSignal) => void;
}
