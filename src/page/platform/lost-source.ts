/**
 * A worker that ends takes its MediaSource with it, and the element believes that it has come to its end: it jumps there,
 * with nothing buffered.
 */
export function hasLostSource({
  ended,
  buffered,
  srcObject,
}: Pick<HTMLVideoElement, 'ended' | 'buffered' | 'srcObject'>): boolean {
  return ended && buffered.length === 0 && srcObject !== null;
}
