/**
 * Share of the smallest known holder to which the level may fall, where only the largest holders are known. Otherwise nothing could
 * be taken if all holders are equal, and more than were read.
 */
const UNSEEN_SHARE = 7 / 8;

/**
 * Max-min fairness: the level to which the largest holders have to be cut so that `excess` goes, and none below it loses
 * anything, in whole bytes. 0 if even nothing for all of them is not enough.
 *
 * @param sizes The largest first.
 * @param areAll Whether there are no others.
 */
export function fairLevel(sizes: readonly number[], excess: number, areAll: boolean): number {
  let level = 0;
  let sum = 0;
  for (const [index, size] of sizes.entries()) {
    sum += size;
    level = (sum - excess) / (index + 1);
    if (level >= (sizes[index + 1] ?? 0)) break;
  }
  const smallest = areAll ? 0 : (sizes.at(-1) ?? 0) * UNSEEN_SHARE;
  return Math.max(Math.floor(level), Math.floor(smallest), 0);
}
