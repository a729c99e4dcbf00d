import type { LevelDetails } from 'hls.js';

type Details = Pick<LevelDetails, 'endSN' | 'live' | 'startSN' | 'targetduration'> & {
  readonly fragments: readonly { readonly sn: number; readonly relurl?: string | undefined }[];
  readonly advancedDateTime?: number | undefined;
};

/** Segment numbers may run this far ahead of elapsed time: clocks and segment lengths are not exact. */
const LEAP_TOLERANCE_SECONDS = 60;

/**
 * Recognises that an encoder has restarted: its segment numbers begin again, or the same number names another segment.
 * hls.js derives times from numbers, so it would look for the new segments among the old segments.
 */
export class LiveNumbering {
  readonly #latest = new Map<number, Details>();

  /** Returns whether the playlist does not continue the previous playlist of the same level. */
  hasRestarted(level: number, details: Details): boolean {
    const before = this.#latest.get(level);
    this.#latest.set(level, details);
    if (before === undefined || !before.live || details.fragments.length === 0) return false;
    return goesBack(before, details) || leaps(before, details) || namesOthers(before, details);
  }
}

/** Whether numbers go back. Servers may send a slightly old playlist, but not one that is half a window old. */
function goesBack(before: Details, after: Details): boolean {
  return after.endSN < before.endSN - before.fragments.length / 2;
}

/** Whether the playlist has moved by more segments than fit into the time between both playlists. */
function leaps(before: Details, after: Details): boolean {
  const passedSeconds = ((after.advancedDateTime ?? 0) - (before.advancedDateTime ?? 0)) / 1_000;
  const numberedSeconds = (after.startSN - before.endSN) * before.targetduration;
  return numberedSeconds > 2 * passedSeconds + LEAP_TOLERANCE_SECONDS;
}

/** Whether a number names another segment than before. A window of a day has 43 200 segments, so they are matched by index. */
function namesOthers({ fragments: before }: Details, { fragments: after }: Details): boolean {
  const shift = (after[0]?.sn ?? 0) - (before[0]?.sn ?? 0);
  return after.some(({ relurl }, index) => {
    const earlier = before[index + shift];
    if (earlier === undefined || earlier.relurl === relurl) return false;
    return withoutQuery(earlier.relurl) !== withoutQuery(relurl);
  });
}

/** Removes the query, because tokens in it change. */
function withoutQuery(address = ''): string {
  return address.split('?', 1)[0] ?? '';
}
