import { readMediaPlaylist, type ListedMedia } from '../../../protocol/runtime/media/media-playlist.ts';

/** Whether a media playlist has its last segment. */
export function isFinished(text: string): boolean {
  return /^#EXT-X-ENDLIST\s*$/m.test(text);
}

/** Whether some of its segments cannot be read without a key. */
export function isEncrypted(text: string): boolean {
  return /^#EXT-X-KEY:(?!METHOD=NONE)/m.test(text);
}

/** The number of the first segment of a live playlist, and how many seconds a segment stays in it. */
export function readLiveWindow(text: string): { readonly firstNumber: number; readonly seconds: number } {
  const firstNumber = Number(/^#EXT-X-MEDIA-SEQUENCE:\s*(\d+)/m.exec(text)?.[1] ?? 0);
  return { firstNumber, seconds: loopSeconds(readMediaPlaylist(text)) };
}

/** The first and the last byte of a range. */
export function bytesOf(range: string | undefined): [first: number, last: number] {
  const [first = 0, last = Infinity] = range?.split('-').map(Number) ?? [];
  return [first, last];
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
