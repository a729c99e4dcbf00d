/** Share of the runs that a test makes: a tenth in `npm run test:unit`; a share above 1 searches for longer. */
const SHARE = Number(process.env['ORIEL_RANDOM_SHARE'] ?? 1);

/** The number of runs of a random test; `count` is their number in a full test run. */
export function randomRuns(count: number): number {
  return Math.max(1, Math.round(count * SHARE));
}
