/** Sound alone has none, which is known with its metadata. */
export function hasPictures({ readyState, videoWidth }: Pick<HTMLVideoElement, 'readyState' | 'videoWidth'>): boolean {
  return readyState === 0 || videoWidth > 0;
}
