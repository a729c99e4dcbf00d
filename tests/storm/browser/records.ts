import type { Asked } from '../model/arrival.ts';

/** Records that the pages keep while a trial runs. Times are wall time, milliseconds. */

/** Record of the frame, by a script that runs before the scripts of the page. */
export interface FrameRecord {
  readonly arrivals: (Asked & { readonly atMs: number })[];
  /** Events of the media element, for the report of a lost trial. */
  readonly media: { readonly atMs: number; readonly text: string }[];
}

/** Record of the host page. */
export interface HostRecord {
  /** The latest value of every field that the host has received. */
  readonly told: Record<string, unknown>;
  readonly states: { readonly atMs: number; readonly state: number; readonly by: 'event' | 'info' }[];
  readonly errors: unknown[];
  readonly send: (func: string, args: readonly unknown[]) => void;
  /** Subscribes a raw host to messages; the script of the API does so by itself. */
  readonly greet: () => void;
  /** Reads the values that the script of the API returns; `null` for a raw host. */
  readonly read: () => ScriptReads | null;
  readyAtMs: number | null;
  captionLanguage: string | null;
}

export interface ScriptReads {
  readonly state: unknown;
  readonly timeSeconds: unknown;
  readonly volume: unknown;
  readonly muted: unknown;
  readonly rate: unknown;
}

/** `parsed`: the inline scripts of the player's document have run. `painted`: it has been drawn, so that a press can hit it. */
export type DocumentStage = 'parsed' | 'painted';

declare global {
  interface Window {
    stormFrame?: FrameRecord;
    stormHost?: HostRecord;
    /** Reports to the test that the player's document has reached a stage. */
    stormHasReached?: (stage: DocumentStage) => Promise<void>;
  }
}
