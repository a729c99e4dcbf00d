/** Lets the system draw captions in full screen on an iPhone, which shows only the video element with the system's controls. */
export function handCaptionsOver(video: HTMLVideoElement): void {
  const show = (mode: TextTrackMode) => (): void => {
    for (const track of video.textTracks) if (track.mode !== 'disabled') track.mode = mode;
  };
  video.addEventListener('webkitbeginfullscreen', show('showing'));
  video.addEventListener('webkitendfullscreen', show('hidden'));
}
