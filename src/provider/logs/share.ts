/** The share of a size for one of `count` parts: whole numbers whose sum is the size. */
export function shareOf(bytes: number, index: number, count: number): number {
  return Math.floor((bytes * (index + 1)) / count) - Math.floor((bytes * index) / count);
}
