import type { EngineMessage } from '../../../protocol/media/media-worker.ts';
import type { EarlyInput } from './early-input.ts';
import type { ScriptUrlPolicy } from './trusted-types.ts';

/** What the inline script leaves for the page's module. */
export interface BootState {
  readonly input: EarlyInput;
  /** Started ahead of the scripts; absent with `worker=off`, or where the constructor threw. */
  infrastructureWorker: Worker | null;
  readonly policy: ScriptUrlPolicy;
  /** A stream that is on its way already, for whoever opens the same one. */
  headStart: HeadStart | null;
  /** Since the page's time origin, milliseconds: of the inline script … */
  readonly startedAtMs: number;
  /** … of the first wish for more than the first paint, where its page was asked for or something was pressed … */
  wantedAtMs: number | null;
  /** … and of the first frame of a stream that was begun; `null` while there is none. */
  firstFrameAtMs: number | null;
  /** A viewer has given the sign that the page waited for, and will look for controls. */
  isViewerHere: boolean;
  /** Where the page was that this one replaces. */
  readonly place: unknown;
  /** Loads the page anew if the server has another build; `placeOf` tells the new one where this one was. */
  readonly renew: (placeOf: () => unknown) => void;
}

export interface HeadStart {
  readonly videoId: string;
  readonly startSeconds: number;
  readonly worker: Worker;
  readonly port: MessagePort;
  /** What the worker has said so far, but for the handle, which the element has. */
  readonly messages: readonly EngineMessage[];
  readonly stopQueueing: () => void;
  /** Ends it: nobody wants it, or it has failed. */
  readonly drop: () => void;
  /** The worker has not loaded; its one `error` event came before anybody else listened. */
  hasFailed: boolean;
}

declare global {
  interface Window {
    orielBoot?: BootState;
  }
}
