import type { LevelDetails } from 'hls.js';

type Details = Pick<LevelDetails, 'endSN' | 'live' | 'startSN' | 'targetduration'> & {
  readonly fragments: readonly { readonly sn: number; readonly relurl?: string | undefined }[];
  readonly advancedDateTime?: number | undefined;
};

/** Numbers may run this far ahead of the time that has passed: clocks and segments are not exact. */
const LEAP_TOLERANCE_SECONDS = 60;

/**
 * Recognises that an encoder has started again: its numbers begin again, or the same number names something else.
 * hls.js takes numbers for places in time, so it would look for the new segments among the old ones.
 */
export class LiveNumbering {
  readonly #latest = new Map<number, Details>();

  /** Returns whether the playlist continues none that was seen before of the same level. */
  hasRestarted(level: number, details: Details): boolean {
    const before = this.#latest.get(level);
    this.#latest.set(level, details);
    if (before === undefined || !before.live || details.fragments.length === 0) return false;
    return goesBack(before, details) || leaps(before, details) || namesOthers(before, details);
  }
}

/** Servers may give a playlist that is a little old; not with one of half a window ago. */
function goesBack(before: Details, after: Details): boolean {
  return after.endSN < before.endSN - before.fragments.length / 2;
}

/** Whether the playlist has moved by more segments than fit into the time between the two. */
function leaps(before: Details, after: Details): boolean {
  const passedSeconds = ((after.advancedDateTime ?? 0) - (before.advancedDateTime ?? 0)) / 1_000;
  const numberedSeconds = (after.startSN - before.endSN) * before.targetduration;
  return numberedSeconds > 2 * passedSeconds + LEAP_TOLERANCE_SECONDS;
}

/** Numbers follow each other. A window of a day has 43 200 segments, of which nearly all are named as before. */
function namesOthers({ fragments: before }: Details, { fragments: after }: Details): boolean {
  const shift = (after[0]?.sn ?? 0) - (before[0]?.sn ?? 0);
  return after.some(({ relurl }, index) => {
    const earlier = before[index + shift];
    if (earlier === undefined || earlier.relurl === relurl) return false;
    return withoutQuery(earlier.relurl) !== withoutQuery(relurl);
  });
}

/** Tokens in addresses change. */
function withoutQuery(address = ''): string {
  return address.split('?', 1)[0] ?? '';
}
