/** Properties by which browsers report sound: each has another one, and none is a standard. */
type HeardElement = HTMLVideoElement & {
  /** Firefox; absent before the metadata are there. */
  readonly mozHasAudio?: boolean;
  /** Safari. */
  readonly audioTracks?: { readonly length: number };
  /** Chromium, which decodes sound that is muted, too; both have counted by the time that it plays. */
  readonly webkitAudioDecodedByteCount?: number;
  readonly webkitVideoDecodedByteCount?: number;
};

/** Whether the video is known to have no sound track. To be asked once it plays. */
export function isSilent(media: HTMLVideoElement): boolean {
  const {
    mozHasAudio,
    audioTracks,
    webkitAudioDecodedByteCount,
    webkitVideoDecodedByteCount = 0,
  }: HeardElement = media;
  if (mozHasAudio !== undefined) return !mozHasAudio;
  if (audioTracks !== undefined) return audioTracks.length === 0;
  return webkitAudioDecodedByteCount === 0 && webkitVideoDecodedByteCount > 0;
}
