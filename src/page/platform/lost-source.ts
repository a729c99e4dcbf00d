/** Detects an element whose MediaSource ended with its worker: the element jumps to the end, with nothing buffered. */
export function hasLostSource({
  ended,
  buffered,
  srcObject,
}: Pick<HTMLVideoElement, 'ended' | 'buffered' | 'srcObject'>): boolean {
  return ended && buffered.length === 0 && srcObject !== null;
}
