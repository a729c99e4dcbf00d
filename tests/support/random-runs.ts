/** `npm run test:unit` takes a tenth; more than 1 looks for longer. */
const SHARE = Number(process.env['ORIEL_RANDOM_SHARE'] ?? 1);

/** As many runs of a random test as are asked for, of the number that a whole test run has. */
export function randomRuns(count: number): number {
  return Math.max(1, Math.round(count * SHARE));
}
