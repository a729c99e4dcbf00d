import type { Asked } from '../model/arrival.ts';

/** Notes of the pages while a trial runs. Times are wall time, milliseconds. */

/** Records in the frame, by a script that runs before those of the page. */
export interface FrameRecord {
  readonly arrivals: (Asked & { readonly atMs: number })[];
  /** Events of the media element, for readers of a report about a loss. */
  readonly media: { readonly atMs: number; readonly text: string }[];
}

/** In the host page. */
export interface HostRecord {
  /** Every field the host was told, the latest value of each. */
  readonly told: Record<string, unknown>;
  readonly states: { readonly atMs: number; readonly state: number; readonly by: 'event' | 'info' }[];
  readonly errors: unknown[];
  readonly send: (func: string, args: readonly unknown[]) => void;
  /** A raw host says that it listens; the script does so by itself. */
  readonly greet: () => void;
  /** Values that the script on the page returns, where it is used. */
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

/** Its inline script has run; and then, something of it has been drawn, without which no press can hit it. */
export type DocumentStage = 'parsed' | 'painted';

declare global {
  interface Window {
    stormFrame?: FrameRecord;
    stormHost?: HostRecord;
    /** Tells the test how far the document of the player has come. */
    stormHasReached?: (stage: DocumentStage) => Promise<void>;
  }
}
