import type { EngineMessage } from '../../../protocol/media-worker.ts';
import type { ScriptUrlPolicy } from './trusted-types.ts';

/**
 * What the inline script leaves for the boot module. Raw hosts greet exactly once, right after the frame's `load`
 * (host-api 1.1), and a viewer may click the poster at once: neither may be lost.
 */
export interface BootState {
  /** Window messages in order of arrival, until the bridge takes over. */
  readonly messages: MessageEvent[];
  /** Ends the queueing of messages. */
  readonly stopQueueing: () => void;
  /** Started ahead of the scripts; absent with `worker=off`, or where the constructor threw. */
  infrastructureWorker: Worker | null;
  readonly policy: ScriptUrlPolicy;
  /** A stream that is on its way already, for whoever opens the same one. */
  headStart: HeadStart | null;
  /** The viewer pressed play before there was a player. */
  playRequested: boolean;
  /** The boot module is there, and does everything from now on. */
  isTakenOver: boolean;
  /** Since the page's time origin, milliseconds: of the inline script … */
  readonly startedAtMs: number;
  /** … and of the first frame of a stream that was begun; `null` while there is none. */
  firstFrameAtMs: number | null;
}

export interface HeadStart {
  readonly videoId: string;
  readonly startSeconds: number;
  readonly worker: Worker;
  readonly port: MessagePort;
  /** What the worker has said so far, but for the handle, which the element has. */
  readonly messages: readonly EngineMessage[];
  readonly stopQueueing: () => void;
  /** The worker has not loaded; its one `error` event came before anybody else listened. */
  hasFailed: boolean;
}

declare global {
  interface Window {
    orielBoot?: BootState;
  }
}

/** Ids and names that the HTML, the inline script and the boot module share. */
export const ELEMENT_IDS = {
  player: 'player',
  media: 'media',
  poster: 'poster',
  title: 'title',
  bigPlay: 'big-play',
  interface: 'interface',
  config: 'oriel-config',
  firstParts: 'oriel-first-parts',
  infrastructureWorker: 'oriel-infrastructure-worker',
  mediaWorker: 'oriel-media-worker',
  mediaEngine: 'oriel-media-engine',
  main: 'oriel-main',
} as const;
