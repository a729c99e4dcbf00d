/** `npm run test:unit` runs a tenth; more than 1 searches for longer. */
const SHARE = Number(process.env['ORIEL_RANDOM_SHARE'] ?? 1);

/** The number of runs of a random test, scaled from that of a full test run. */
export function randomRuns(count: number): number {
  return Math.max(1, Math.round(count * SHARE));
}
