import type { ListedMedia } from '../../../protocol/runtime/media/media-playlist.ts';

/** Whether a media playlist has its last segment. */
export function isFinished(text: string): boolean {
  return /^#EXT-X-ENDLIST\s*$/m.test(text);
}

export function loopSeconds(rendition: ListedMedia): number {
  return rendition.segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
}

/**
 * Cuts a rendition to the length and number of segments that all renditions of the loop share. Audio frames do not end
 * where video frames do; uncut, audio and video would drift apart by that much in every round.
 */
export function fitToLoop(rendition: ListedMedia, segmentCount: number, lengthSeconds: number): ListedMedia {
  const kept = rendition.segments.slice(0, segmentCount);
  const before = kept.slice(0, -1).reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const segments = kept.map((segment, index) =>
    index === kept.length - 1 ? { ...segment, durationSeconds: lengthSeconds - before } : segment,
  );
  return { ...rendition, segments };
}
