import type { ThreadName } from '../../../protocol/threads/error-record.ts';
import type { ThreadSpans } from '../../../protocol/recording/thread-spans.ts';
import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { EngineMessage } from '../../../protocol/media/media-worker.ts';
import type { EarlyInput } from './early-input-record.ts';
import type { ScriptUrlPolicy } from '../platform/trusted-types.ts';

/** State that the inline script leaves for the page's module. */
export interface BootState {
  readonly input: EarlyInput;
  /** Messages of the errors that the inline script has reported; it adds to them until the module has loaded (E4). */
  readonly reportedErrors: readonly string[];
  /** Started ahead of the scripts; absent with `worker=off`, or where the constructor threw. */
  infrastructureWorker: Worker | null;
  readonly policy: ScriptUrlPolicy;
  /** A stream that is already loading, for the engine that opens the same stream. */
  headStart: HeadStart | null;
  /** Preparation that a pointer near the play button has started, for the engine of the same video. */
  readonly ahead: PressPreparation;
  /** When the inline script ran. This time and the next two are milliseconds since the page's time origin. */
  readonly startedAtMs: number;
  /** When the page's module was first requested, or playback first requested by a press. */
  wantedAtMs: number | null;
  /** When the first frame of a started stream was shown; `null` while there is none. */
  firstFrameAtMs: number | null;
  /** The viewer has interacted and will need controls. */
  isViewerHere: boolean;
  /** Recorders of the page's threads, set by the page's module; a profiler in the surrounding page reads them. */
  spans?: { read(lanes: readonly ThreadName[]): Promise<readonly ThreadSpans[]> };
  /** Position of the earlier page that this page replaces. */
  readonly place: unknown;
  /**
   * Reloads the page if the server has another build; `placeOf` is the position for the new page, `flushBeforeReload` is awaited
   * before the reload, a second at most; `evenSameBuild` also reloads the same build, after a part has failed again.
   */
  readonly renew: (placeOf: () => unknown, flushBeforeReload?: () => unknown, evenSameBuild?: boolean) => void;
}

/** Playback that the inline script has begun, and the engine that continues it. */
export type HeadStart = StreamHeadStart | FileHeadStart;

interface Begun {
  readonly videoId: string;
  readonly startSeconds: number;
  /** Ends the head start, which is no longer wanted or has failed. */
  readonly drop: () => void;
}

/** The element has the address of a file. */
export interface FileHeadStart extends Begun {
  readonly kind: 'file';
  readonly url: string;
}

/** The media worker has begun to feed the element. */
export interface StreamHeadStart extends Begun {
  readonly kind: 'stream';
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Every message of the worker so far, except the handle and seeks, which the element has followed. */
  readonly messages: readonly EngineMessage[];
  readonly stopQueueing: () => void;
  /** The worker has not loaded; its only `error` event came before any other listener was added. */
  hasFailed: boolean;
}

/** Prepares resources that the first press will need. */
export interface PressPreparation {
  /** Id of the video of the first paint; empty without a video. */
  readonly videoId: string;
  /**
   * Begins the prepared stream, for this source, or for the video of the address; `null` if no stream or another stream has been
   * prepared. Afterwards nothing more is prepared.
   */
  readonly take: (source?: Pick<MediaSourceDescription, 'startSeconds' | 'quality'>) => StreamHeadStart | null;
  /** Ends the preparation, because another video is wanted. */
  readonly drop: () => void;
}

declare global {
  interface Window {
    orielBoot?: BootState;
  }
}
