import type { WatchedPoint } from '../../../protocol/provider/viewers-report.ts';

/** Columns of the curve, enough for a small bar. */
const COLUMNS = 100;
/** Columns on each side that are averaged into a column, because single jumps mean nothing. */
const SMOOTHED_COLUMNS = 2;
/** Width of the mark above the most played moment. */
const MARK_WIDTH = 1;
const MARK_HEIGHT = 8;
const HEIGHT = 100 - MARK_HEIGHT - 4;

const svg = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none">${path}</svg>`;

export interface Curve {
  readonly picture: string;
  /** The most played moment; `undefined` if there is no curve. */
  readonly peakSeconds?: number;
}

export const NO_CURVE: Curve = { picture: svg('') };

/**
 * Picture of how often each moment was played, as a mask that pages stretch over their bar: the curve is lowest at the least played
 * moment, and has a mark above the most played moment.
 *
 * @param points Points of the curve in order; each count is valid until the next point.
 */
export function watchedCurve(points: readonly Pick<WatchedPoint, 'second' | 'played'>[], lengthSeconds: number): Curve {
  const counts = smoothed(countsByColumn(points, lengthSeconds));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most <= least) return NO_CURVE;
  const heights = counts.map((count) => ((count - least) / (most - least)) * HEIGHT);
  const places = heights.map((height, column) => `${(column + 0.5).toFixed(1)} ${(100 - height).toFixed(1)}`);
  const peak = heights.indexOf(HEIGHT) + 0.5;
  const curve = `M0 100L0 ${(100 - (heights[0] ?? 0)).toFixed(1)}L${places.join('L')}L100 ${(100 - (heights.at(-1) ?? 0)).toFixed(1)}L100 100Z`;
  const mark = `M${(peak - MARK_WIDTH / 2).toFixed(1)} 0h${MARK_WIDTH}v${MARK_HEIGHT}h-${MARK_WIDTH}Z`;
  return { picture: svg(`<path d="${curve}${mark}"/>`), peakSeconds: (peak / COLUMNS) * lengthSeconds };
}

function countsByColumn(points: readonly Pick<WatchedPoint, 'second' | 'played'>[], lengthSeconds: number): number[] {
  let next = 0;
  let played = 0;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const middle = ((column + 0.5) / COLUMNS) * lengthSeconds;
    for (let point = points[next]; point !== undefined && point.second <= middle; point = points[next]) {
      ({ played } = point);
      next += 1;
    }
    return played;
  });
}

function smoothed(counts: readonly number[]): number[] {
  return counts.map((_, column) => {
    const near = counts.slice(Math.max(0, column - SMOOTHED_COLUMNS), column + SMOOTHED_COLUMNS + 1);
    return near.reduce((sum, count) => sum + count, 0) / near.length;
  });
}
