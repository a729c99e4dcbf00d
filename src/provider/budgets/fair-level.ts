/**
 * Share of the smallest known holder to which the level may fall, where only the largest holders are known. Otherwise the level
 * could not fall, and nothing be deleted, if all holders are equal and there are more of them than were read.
 */
const UNSEEN_SHARE = 7 / 8;

/**
 * Max-min fairness: the level in whole bytes to which the largest holders are cut to remove `excess`; holders below it lose
 * nothing. 0 if it is not enough to cut all of them to nothing.
 *
 * @param sizes Bytes of holders, the largest first.
 * @param areAll Whether `sizes` has all holders.
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
