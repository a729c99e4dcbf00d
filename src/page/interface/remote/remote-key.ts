import type { Direction } from './spatial-order.ts';

/** Keys of remotes that the player handles, by meaning. */
export type RemoteKey =
  | Direction
  | 'enter'
  | 'back'
  | 'play'
  | 'pause'
  | 'playPause'
  | 'stop'
  | 'rewind'
  | 'fastForward'
  | 'previousVideo'
  | 'nextVideo'
  | 'captions';

/** Key names of UI Events, and of Tizen where they differ. */
const BY_NAME: Readonly<Record<string, RemoteKey>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Enter: 'enter',
  Accept: 'enter',
  Select: 'enter',
  GoBack: 'back',
  BrowserBack: 'back',
  XF86Back: 'back',
  Escape: 'back',
  MediaPlay: 'play',
  MediaPause: 'pause',
  MediaPlayPause: 'playPause',
  MediaStop: 'stop',
  MediaRewind: 'rewind',
  MediaFastForward: 'fastForward',
  MediaTrackPrevious: 'previousVideo',
  MediaTrackNext: 'nextVideo',
  ClosedCaptionToggle: 'captions',
  Subtitle: 'captions',
};

/** Codes of keys that televisions send without a name: 461 is Back of webOS, 10009 and 10252 are of Tizen, the others of both. */
const BY_CODE: Readonly<Record<number, RemoteKey>> = {
  19: 'pause',
  412: 'rewind',
  413: 'stop',
  415: 'play',
  417: 'fastForward',
  460: 'captions',
  461: 'back',
  10_009: 'back',
  10_252: 'playPause',
};

/** The key of a remote, or of a keyboard beside the remote; `undefined` for other keys, and with Control, Alt or Meta. */
export function remoteKeyOf(
  event: Pick<KeyboardEvent, 'key' | 'keyCode' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): RemoteKey | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  // No key that types a character has one of these codes; 19 is Pause of keyboards, which does nothing in a browser.
  return BY_NAME[event.key] ?? BY_CODE[event.keyCode];
}
