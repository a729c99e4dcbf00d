import type { FrameCounts } from '../../engines/count-frames.ts';

/** Seconds that are kept, as many as the sparkline shows. */
export const RATE_SECONDS = 60;

/** Shortest interval between two kept samples. */
const SAMPLE_INTERVAL_MS = 400;

export interface FrameSample {
  readonly atMs: number;
  readonly counts: FrameCounts | null;
}

/** Frames of one second; `null` stands for a second without counts. */
export interface FrameRate {
  readonly shown: number;
  readonly dropped: number;
}

export function withSample(samples: readonly FrameSample[], sample: FrameSample): readonly FrameSample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.atMs - last.atMs < SAMPLE_INTERVAL_MS) return samples;
  // Includes a sample before the first second, to subtract from.
  const fromMs = sample.atMs - (RATE_SECONDS + 1) * 1_000;
  return [...samples.filter(({ atMs }) => atMs >= fromMs), sample];
}

/** Each of the last sixty seconds, oldest first. */
export function frameRates(samples: readonly FrameSample[]): readonly (FrameRate | null)[] {
  const endMs = samples.at(-1)?.atMs ?? 0;
  return Array.from({ length: RATE_SECONDS }, (_, index) => {
    const toMs = endMs - (RATE_SECONDS - 1 - index) * 1_000;
    return rateBetween(countsAt(samples, toMs - 1_000), countsAt(samples, toMs));
  });
}

/** The last counts up to a moment, unless nothing was counted around it. */
function countsAt(samples: readonly FrameSample[], atMs: number): FrameCounts | null {
  const sample = samples.filter((one) => one.atMs <= atMs).at(-1);
  return sample === undefined || sample.atMs < atMs - 1_500 ? null : sample.counts;
}

/** Counts of a new video begin at 0 again. */
function rateBetween(before: FrameCounts | null, after: FrameCounts | null): FrameRate | null {
  if (before === null || after === null || after.totalFrames < before.totalFrames) return null;
  const dropped = after.droppedFrames - before.droppedFrames;
  return { shown: after.totalFrames - before.totalFrames - dropped, dropped };
}

/** Points of lines through the known values, for a box of this size; a gap ends a line. */
export function sparkline(
  values: readonly (number | null)[],
  width: number,
  height: number,
  highest: number,
): readonly string[] {
  const lines: string[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      if (lines.at(-1)?.length !== 0) lines.push([]);
      continue;
    }
    const x = (index / Math.max(1, values.length - 1)) * width;
    const y = height - (Math.min(value, highest) / Math.max(1, highest)) * height;
    lines.at(-1)?.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  }
  return lines.filter((points) => points.length > 1).map((points) => points.join(' '));
}
