import type { BootState } from '../boot/boot-state.ts';

/** Moments of the start, on the monotonic clock, milliseconds. */
export interface PageStart {
  /** Somebody wanted the player: with its page, or by a later sign. */
  readonly wantedAtMs: number;
  /** This module's page has been run. */
  readonly moduleAtMs: number;
  /** `null`: no stream was begun ahead of the page, or its first picture came later. */
  readonly firstFrameAtMs: number | null;
  /** A stream was begun with the page. */
  readonly isBegun: boolean;
}

/** Of a page whose module began at `moduleAtMs`. */
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
