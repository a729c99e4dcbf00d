export interface FrameCounts {
  readonly droppedFrames: number;
  readonly totalFrames: number;
}

/** Frames of the present source; `null` before there is one. */
export function countFrames(element: HTMLVideoElement): FrameCounts | null {
  const { droppedVideoFrames, totalVideoFrames } = element.getVideoPlaybackQuality();
  return totalVideoFrames === 0 ? null : { droppedFrames: droppedVideoFrames, totalFrames: totalVideoFrames };
}
