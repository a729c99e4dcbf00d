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
  readonly infrastructureWorker: Worker | null;
  readonly policy: ScriptUrlPolicy;
  /** The viewer pressed play before there was a player. */
  playRequested: boolean;
  /** Monotonic time of the inline script, milliseconds. */
  readonly startedAtMs: number;
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
  infrastructureWorker: 'oriel-infrastructure-worker',
} as const;
