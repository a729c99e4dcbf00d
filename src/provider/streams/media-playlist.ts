import type { ListedMedia } from '../../../protocol/runtime/media/media-playlist.ts';

/** The first and the last byte of a range. */
export function bytesOf(range: string | undefined): [first: number, last: number] {
  const [first = 0, last = Infinity] = range?.split('-').map(Number) ?? [];
  return [first, last];
}

export function loopSeconds(rendition: Loop): number {
  return rendition.segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
}

/** Segments that are repeated without end. */
export type Loop = Pick<ListedMedia, 'segments'>;

/**
 * Cuts a rendition to the length and number of segments that all renditions of the loop share. Audio frames do not end
 * where video frames do; uncut, audio and video would drift apart by that much in every round.
 */
export function fitToLoop(rendition: Loop, segmentCount: number, lengthSeconds: number): Loop {
  const kept = rendition.segments.slice(0, segmentCount);
  const before = kept.slice(0, -1).reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const segments = kept.map((segment, index) =>
    index === kept.length - 1 ? { ...segment, durationSeconds: lengthSeconds - before } : segment,
  );
  return { segments };
}
