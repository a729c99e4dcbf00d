import type { BootState } from '../boot/boot-state.ts';

/** Timestamps of the start, on the monotonic clock, milliseconds. */
export interface PageStart {
  /** The player was first wanted: with its page, or by later input. */
  readonly wantedAtMs: number;
  /** The page's module has run. */
  readonly moduleAtMs: number;
  /** `null`: no stream was started ahead of the page, or its first picture came later. */
  readonly firstFrameAtMs: number | null;
  /** A head start was made. */
  readonly isBegun: boolean;
}

/** For a page whose module started at `moduleAtMs`. */
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
