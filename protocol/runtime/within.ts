import * as z from 'zod/mini';

/** Refuses other numbers in words, which hosts read in a `commandResult`. */
export function within(lowest: number, highest = Number.POSITIVE_INFINITY) {
  const text = `expected a number from ${lowest} to ${highest}`;
  return z.refine<number>((value) => value >= lowest && value <= highest, text);
}
