import * as format from './format.ts';

/** Smaller shares are usual on an idle machine. */
const WORTH_SAYING_SHARE = 0.05;

/** A clause about what other processes took from main; empty if they let it be. */
export function takenText(takenShare: number): string {
  return takenShare < WORTH_SAYING_SHARE
    ? ''
    : `; other processes took ${format.share(takenShare)} of main’s time, which is deducted`;
}
