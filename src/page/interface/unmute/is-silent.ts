/** Non-standard properties by which browsers report sound; each browser has another. */
type HeardElement = HTMLVideoElement & {
  /** Firefox; absent until the metadata have loaded. */
  readonly mozHasAudio?: boolean;
  /** Safari. */
  readonly audioTracks?: { readonly length: number };
  /** Chromium, which also decodes muted sound; both counters have started by the time that the video plays. */
  readonly webkitAudioDecodedByteCount?: number;
  readonly webkitVideoDecodedByteCount?: number;
};

/** Whether the video is known to have no sound track. To be called once the video plays. */
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
