type Range = readonly [startSeconds: number, endSeconds: number];

/** Limit of the seconds that are counted singly: one day of a video that is longer. */
export const COUNTED_SECONDS_MAX = 86_400;

/** The curve of a video has a value for each second at its beginning, and coarser ones later: few rows of long videos. */
const STEPS: readonly (readonly [fromSeconds: number, stepSeconds: number])[] = [
  [1_200, 15],
  [120, 5],
  [0, 1],
];
/** A shorter jump is none: clocks and frames do not meet exactly. */
const JUMP_SECONDS = 1;

function stepAt(seconds: number): number {
  return STEPS.find(([from]) => seconds >= from)?.[1] ?? 1;
}

/** The second to which one is rounded. Where one play ends and another begins, both round to the same. */
export function countedSecond(seconds: number): number {
  const step = stepAt(seconds);
  return Math.min(Math.round(seconds / step) * step, COUNTED_SECONDS_MAX);
}

/** Every counted second of a video of this length. */
export function countedSeconds(lengthSeconds: number): number[] {
  const seconds: number[] = [];
  const end = Math.min(lengthSeconds, COUNTED_SECONDS_MAX);
  for (let second = 0; second < end; second += stepAt(second)) seconds.push(second);
  return seconds;
}

/** How the number of plays changes at a second. A curve is the sum of all changes up to each second. */
export interface Change {
  readonly second: number;
  played: number;
  repeated: number;
  skipped: number;
}

/**
 * Changes that plays make to the curves of a video.
 *
 * @param plays In their order.
 * @param before Ranges that the same view had played before them, in any order.
 */
export function changesOf(plays: readonly Range[], before: readonly Range[]): Change[] {
  const changes = new Map<number, Change>();
  const add = (kind: 'played' | 'repeated' | 'skipped', [start, end]: Range): void => {
    const [first, last] = [countedSecond(Math.max(start, 0)), countedSecond(Math.max(end, 0))];
    if (last <= first) return;
    for (const [second, by] of [
      [first, 1],
      [last, -1],
    ] as const) {
      const change = changes.get(second) ?? { second, played: 0, repeated: 0, skipped: 0 };
      change[kind] += by;
      changes.set(second, change);
    }
  };
  let known = joined(before);
  for (const play of plays) {
    add('played', play);
    for (const [start, end] of known) add('repeated', [Math.max(start, play[0]), Math.min(end, play[1])]);
    const furthest = known.at(-1)?.[1];
    if (furthest !== undefined && play[0] > furthest + JUMP_SECONDS) add('skipped', [furthest, play[0]]);
    known = joined([...known, play]);
  }
  return [...changes.values()].filter(
    ({ played, repeated, skipped }) => played !== 0 || repeated !== 0 || skipped !== 0,
  );
}

/** In the order of the video, without overlaps. */
function joined(ranges: readonly Range[]): Range[] {
  const apart: [number, number][] = [];
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last[1] + JUMP_SECONDS) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}
