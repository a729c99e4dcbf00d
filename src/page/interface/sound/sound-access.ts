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
 * Whether sound may be processed. An element stays connected for its life, and Web Audio gets silence from media that it may
 * not read: files of other origins without CORS, protected ones, and native HLS. So it is not begun in a browser
 * without MediaSource either, where any next video may be native HLS.
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

/** With `crossorigin`, a file that does not allow it does not play at all. */
function isReadable({ crossOrigin, currentSrc, baseURI }: SourceElement): boolean {
  if (crossOrigin !== null) return true;
  return currentSrc !== '' && new URL(currentSrc, baseURI).origin === new URL(baseURI).origin;
}
