export interface FrameCounts {
  readonly droppedFrames: number;
  readonly totalFrames: number;
}

/** Frame counts of the present source; `null` before its first frame. */
export function countFrames(element: HTMLVideoElement): FrameCounts | null {
  const { droppedVideoFrames, totalVideoFrames } = element.getVideoPlaybackQuality();
  return totalVideoFrames === 0 ? null : { droppedFrames: droppedVideoFrames, totalFrames: totalVideoFrames };
}
