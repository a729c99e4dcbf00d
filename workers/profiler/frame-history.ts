import { HISTORY_MS } from '../../protocol/profiling/profiler-messages.ts';
import type { FrameChoice, FrameVerdict, LongFrame, VideoFrame } from '../../protocol/profiling/frames.ts';
import type { Piece } from './union.ts';

/** One frame of the screen at 60 Hz: at 24 frames a second, frames are regularly late by less than this. */
const LATE_MIN_MS = 17;
/** Tolerance of times that were rounded by adding a time origin; no two long frames begin within one millisecond. */
const SAME_MS = 1;
/** After a gap this long the video was paused, and the frame is not late. */
const PAUSE_MS = 2_000;

/** A frame on the axis: of main, with its description, or of the video. */
export interface AxisFrame {
  readonly startMs: number;
  readonly endMs: number;
  readonly verdict: FrameVerdict;
  readonly lateMs: number;
  readonly dropped: number;
  readonly long: LongFrame | null;
}

/** Frames of the last minute. */
export class FrameHistory {
  #frames: AxisFrame[] = [];

  add(long: readonly LongFrame[], video: readonly VideoFrame[], nowMs: number): void {
    const added = [
      ...long.map(ofMain),
      ...video.filter(({ sinceMs }) => sinceMs > 0 && sinceMs < PAUSE_MS).map(ofVideo),
    ];
    if (added.length === 0) return;
    this.#frames = [...this.#frames, ...added].sort((one, other) => one.endMs - other.endMs);
    this.forget(nowMs);
  }

  /** Removes frames older than the history; call it regularly, also while no frames arrive. */
  forget(nowMs: number): void {
    const kept = this.#frames.findIndex(({ endMs }) => endMs >= nowMs - HISTORY_MS);
    if (kept !== 0) this.#frames = kept < 0 ? [] : this.#frames.slice(kept);
  }

  get frames(): readonly AxisFrame[] {
    return this.#frames;
  }

  counts(): Readonly<Record<FrameVerdict, number>> {
    const counts = { 'on time': 0, late: 0, dropped: 0, long: 0 };
    for (const { verdict, dropped } of this.#frames) counts[verdict] += Math.max(1, dropped);
    return counts;
  }

  /** Frames that overlap the time between `fromMs` and `toMs`. */
  between(fromMs: number, toMs: number): readonly AxisFrame[] {
    return this.#frames.filter(({ startMs, endMs }) => endMs >= fromMs && startMs <= toMs);
  }

  /**
   * Returns the chosen frame; `null` if there is none. `from` is the frame chosen before; if it is absent or forgotten, both directions
   * lead to the newest frame. 'worst' is the worst frame between `fromMs` and `toMs`.
   */
  choose(choice: FrameChoice, from: AxisFrame | null, { fromMs, toMs }: Piece): AxisFrame | null {
    const frames = this.#frames;
    if (choice === 'worst') return worstOf(this.between(fromMs, toMs));
    if (typeof choice === 'object') return this.#at(choice.atMs);
    const index = frames.findIndex((frame) => isSame(frame, from));
    const isForward = index >= 0 && (choice === 'next' || choice === 'next of all');
    const earlier = index < 0 ? frames : frames.slice(0, index);
    const candidates = isForward ? frames.slice(index + 1) : [...earlier].reverse();
    const isOfAll = choice === 'next of all' || choice === 'previous of all';
    return candidates.find(({ verdict }) => isOfAll || verdict !== 'on time') ?? (index < 0 ? null : from);
  }

  /** The long frame of main that begins at `startMs`, the start of a recorded span. */
  longAt(startMs: number): AxisFrame | null {
    return this.#frames.find((frame) => frame.long !== null && Math.abs(frame.startMs - startMs) < SAME_MS) ?? null;
  }

  /** The frame at a time; a long frame of main takes precedence over frames of the video. */
  #at(atMs: number): AxisFrame | null {
    const hit = this.between(atMs, atMs);
    return hit.find(({ long }) => long !== null) ?? hit[0] ?? null;
  }
}

export function isSame(one: AxisFrame, other: AxisFrame | null): boolean {
  return one.startMs === other?.startMs && one.endMs === other.endMs;
}

function ofMain(long: LongFrame): AxisFrame {
  return { startMs: long.startMs, endMs: long.endMs, verdict: 'long', lateMs: 0, dropped: 0, long };
}

function ofVideo({ shownMs, sinceMs, wantedMs, dropped }: VideoFrame): AxisFrame {
  const lateMs = Math.max(0, sinceMs - wantedMs);
  const verdict = dropped > 0 ? 'dropped' : lateMs >= LATE_MIN_MS ? 'late' : 'on time';
  return { startMs: shownMs - sinceMs, endMs: shownMs, verdict, lateMs, dropped, long: null };
}

/** A long frame of main makes a video frame late by as much but explains more: of two similar frames, main's is returned. */
function worstOf(frames: readonly AxisFrame[]): AxisFrame | null {
  const most = Math.max(...frames.map(badness));
  const worst = frames.filter((frame) => badness(frame) >= most - LATE_MIN_MS);
  return worst.find(({ long }) => long !== null) ?? worst.find((frame) => badness(frame) === most) ?? null;
}

/** A dropped frame is worse than any late frame. */
function badness({ verdict, startMs, endMs, lateMs, dropped }: AxisFrame): number {
  return verdict === 'long' ? endMs - startMs : lateMs + dropped * 1_000;
}
