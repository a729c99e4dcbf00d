import * as format from './format.ts';

/** Smaller shares are usual on an idle machine. */
const WORTH_SAYING_SHARE = 0.05;

/** A clause about the time that other processes took from the main thread; empty for usual shares. */
export function takenText(takenShare: number): string {
  return takenShare < WORTH_SAYING_SHARE
    ? ''
    : `; other processes took ${format.share(takenShare)} of main’s time, which is deducted`;
}
