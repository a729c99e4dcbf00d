import type { FrameCounts } from '../infrastructure/logging/playback-quality.ts';

/** Of the present source; `null` before there is one. */
export function countFrames(element: HTMLVideoElement): FrameCounts | null {
  const { droppedVideoFrames, totalVideoFrames } = element.getVideoPlaybackQuality();
  return totalVideoFrames === 0 ? null : { droppedFrames: droppedVideoFrames, totalFrames: totalVideoFrames };
}
