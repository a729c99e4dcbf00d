/**
 * Full screen on an iPhone is the bare video with the system's controls, without our captions: there the system draws
 * them.
 */
export function handCaptionsOver(video: HTMLVideoElement): void {
  const show = (mode: TextTrackMode) => (): void => {
    for (const track of video.textTracks) if (track.mode !== 'disabled') track.mode = mode;
  };
  video.addEventListener('webkitbeginfullscreen', show('showing'));
  video.addEventListener('webkitendfullscreen', show('hidden'));
}
