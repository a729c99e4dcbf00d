type Range = readonly [startSeconds: number, endSeconds: number];

/** Last second of the curve: a longer video is counted for its first day. */
export const COUNTED_SECONDS_MAX = 86_400;

/** The curve has a value for each second at its beginning and larger steps later, which keeps long videos to few rows. */
const STEPS: readonly (readonly [fromSeconds: number, stepSeconds: number])[] = [
  [1_200, 15],
  [120, 5],
  [0, 1],
];
/** A shorter jump does not count: clocks and frames do not match exactly. */
const JUMP_SECONDS = 1;

function stepAt(seconds: number): number {
  return STEPS.find(([from]) => seconds >= from)?.[1] ?? 1;
}

/** The counted second nearest to a time. The end of a play and the start of the next one round to the same second. */
export function countedSecond(seconds: number): number {
  const step = stepAt(seconds);
  return Math.min(Math.round(seconds / step) * step, COUNTED_SECONDS_MAX);
}

/** All counted seconds of a video. */
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
 * @param plays Played ranges, in playback order.
 * @param before Ranges that the same view had played earlier, in any order.
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

/** Ranges sorted by time, with overlapping ranges joined. */
function joined(ranges: readonly Range[]): Range[] {
  const apart: [number, number][] = [];
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last[1] + JUMP_SECONDS) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}
