/** Tolerated difference of a measured length from the known length of the same video. */
const LENGTH_TOLERANCE_SECONDS = 1;

/**
 * The length of a video that is not live: the first known length, until it really changes. Catalog, playlist, container and decoder
 * differ by a few frames; each difference would change the duration for hosts, and the clock would go back and forth.
 *
 * @param knownSeconds 0 while it is unknown.
 */
export function knownLength(knownSeconds: number, measuredSeconds: number): number {
  const isSame = knownSeconds > 0 && Math.abs(measuredSeconds - knownSeconds) < LENGTH_TOLERANCE_SECONDS;
  return isSame ? knownSeconds : measuredSeconds;
}
