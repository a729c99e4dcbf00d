/** Part of `HTMLVideoElement` that playback needs. */
export type MediaElement = EventTarget &
  Pick<
    HTMLVideoElement,
    | 'buffered'
    | 'currentTime'
    | 'defaultPlaybackRate'
    | 'duration'
    | 'ended'
    | 'error'
    | 'muted'
    | 'pause'
    | 'paused'
    | 'play'
    | 'playbackRate'
    | 'readyState'
    | 'seeking'
    | 'src'
    | 'srcObject'
    | 'volume'
  >;

/**
 * Whether the element plays a file or a playlist by its address. Such an element in WebKitGTK does not move if its position is set
 * before the metadata has loaded.
 */
export function hasAddress({ src }: Pick<MediaElement, 'src'>): boolean {
  return src.startsWith('http');
}

/** Values of `readyState`, because this code also runs where `HTMLMediaElement` does not exist. */
export const READY_STATE = { metadata: 1, currentData: 2, futureData: 3 } as const;

/** Media seconds per second; 0 while the position does not move. */
export function movingRate({ paused, seeking, ended, readyState, playbackRate }: MediaElement): number {
  return !paused && !seeking && !ended && readyState >= READY_STATE.futureData ? playbackRate : 0;
}

/** Whether the element has a picture at its position. */
export function isSettled({ seeking, readyState }: Pick<MediaElement, 'seeking' | 'readyState'>): boolean {
  return !seeking && readyState >= READY_STATE.currentData;
}
