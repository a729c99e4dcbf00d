import type { PlayerSnapshot } from '../../player/player.ts';

/** Interfaces of the browser that sound is processed with. */
export interface SoundAccess {
  readonly hasWebAudio: boolean;
  /** Whether the browser has MediaSource or ManagedMediaSource. */
  readonly hasMediaSource: boolean;
}

/** Properties of the element that decide whether the page may read its media. */
export type SourceElement = Pick<HTMLVideoElement, 'crossOrigin' | 'currentSrc' | 'baseURI'>;

/**
 * Whether sound may be processed. An element cannot be disconnected from Web Audio, which receives silence from media that the page may
 * not read: files of other origins without CORS, protected videos, and native HLS. So sound is not processed in a browser without
 * MediaSource either, where the next video may be native HLS.
 */
export function canProcessSound(
  { mediaPath, video }: Pick<PlayerSnapshot, 'mediaPath' | 'video'>,
  element: SourceElement,
  { hasWebAudio, hasMediaSource }: SoundAccess,
): boolean {
  if (!hasWebAudio || !hasMediaSource || video.response?.streamingData?.drm !== undefined) return false;
  if (mediaPath === 'progressive') return isReadable(element);
  return mediaPath === 'worker' || mediaPath === 'main';
}

/** Whether the page may read the file. With `crossorigin`, a file without CORS does not play at all. */
function isReadable({ crossOrigin, currentSrc, baseURI }: SourceElement): boolean {
  if (crossOrigin !== null) return true;
  return currentSrc !== '' && new URL(currentSrc, baseURI).origin === new URL(baseURI).origin;
}
