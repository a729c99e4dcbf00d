import type { BootState } from '../boot/boot-state.ts';

/** Timestamps of the start, on the monotonic clock, milliseconds. */
export interface PageStart {
  /** When the player was first requested: with its page, or by later input. */
  readonly wantedAtMs: number;
  /** When the page's module ran. */
  readonly moduleAtMs: number;
  /** `null`: no stream was started ahead of the page's module, or its first frame came after the module. */
  readonly firstFrameAtMs: number | null;
  /** Whether the inline script made a head start. */
  readonly isBegun: boolean;
}

/** Timestamps of a page whose module started at `moduleAtMs`. */
export function pageStartOf(
  { wantedAtMs, startedAtMs, firstFrameAtMs, headStart }: BootState,
  moduleAtMs: number,
): PageStart {
  return {
    wantedAtMs: performance.timeOrigin + (wantedAtMs ?? startedAtMs),
    moduleAtMs,
    firstFrameAtMs: firstFrameAtMs === null ? null : performance.timeOrigin + firstFrameAtMs,
    isBegun: headStart !== null,
  };
}
