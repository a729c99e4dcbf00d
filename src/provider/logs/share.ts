/** The part of a size that belongs to one of `count`: whole numbers whose sum is the size. */
export function shareOf(bytes: number, index: number, count: number): number {
  return Math.floor((bytes * (index + 1)) / count) - Math.floor((bytes * index) / count);
}
