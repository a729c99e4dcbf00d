/** Whether the video has pictures rather than sound only; assumed until the metadata has loaded. */
export function hasPictures({ readyState, videoWidth }: Pick<HTMLVideoElement, 'readyState' | 'videoWidth'>): boolean {
  return readyState === 0 || videoWidth > 0;
}
