import * as z from 'zod/mini';

/** Accepts numbers in a range. The message for other numbers reaches hosts in a `commandResult`. */
export function within(lowest: number, highest = Number.POSITIVE_INFINITY) {
  const text = `expected a number from ${lowest} to ${highest}`;
  return z.refine<number>((value) => value >= lowest && value <= highest, text);
}
