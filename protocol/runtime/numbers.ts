import * as z from 'zod/mini';

/**
 * Checks of numbers for schemas that main loads: zod's own checks know every format and every kind of limit, which is 0.5 kB more
 * for a page that needs two.
 */

/** A whole number of at most 53 bits. */
export function integer(): z.ZodMiniNumber {
  return z.number().check(expecting('a whole number', Number.isSafeInteger));
}

export function within(lowest: number, highest = Number.POSITIVE_INFINITY) {
  return expecting(`a number from ${lowest} to ${highest}`, (value) => value >= lowest && value <= highest);
}

function expecting(what: string, isMet: (value: number) => boolean) {
  return z.check<number>(({ value, issues }) => {
    if (!isMet(value)) issues.push({ code: 'custom', message: `expected ${what}`, input: value });
  });
}
