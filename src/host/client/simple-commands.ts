import type { Consent, DataSaverChoice, OrielPlayer, ViewDirection } from './types.ts';

/** Methods that each send one command of the wire. */
export function simpleCommands(call: (name: string, ...args: unknown[]) => Promise<void>) {
  return {
    pause: (): Promise<void> => call('pauseVideo'),
    stop: (): Promise<void> => call('stopVideo'),
    seek: (seconds: number): Promise<void> => call('seekTo', seconds, true),
    next: (): Promise<void> => call('nextVideo'),
    previous: (): Promise<void> => call('previousVideo'),
    playAt: (index: number): Promise<void> => call('playVideoAt', index),
    setLoop: (loop: boolean): Promise<void> => call('setLoop', loop),
    setShuffle: (shuffle: boolean): Promise<void> => call('setShuffle', shuffle),
    mute: (): Promise<void> => call('mute'),
    unmute: (): Promise<void> => call('unMute'),
    setVolume: (volume: number): Promise<void> => call('setVolume', volume),
    setRate: (rate: number): Promise<void> => call('setPlaybackRate', rate),
    setQuality: (quality: string): Promise<void> => call('setPlaybackQuality', quality),
    setDataSaver: (choice: DataSaverChoice): Promise<void> => call('setDataSaver', choice),
    setMaxQuality: (quality: string): Promise<void> => call('setMaxQuality', quality),
    setCaptions: (languageCode: string | null): Promise<void> =>
      call('setOption', 'captions', 'track', languageCode === null ? {} : { languageCode }),
    setCaptionSize: (size: number): Promise<void> => call('setOption', 'captions', 'fontSize', size),
    requestPictureInPicture: (): Promise<void> => call('setPictureInPicture', true),
    exitPictureInPicture: (): Promise<void> => call('setPictureInPicture', false),
    requestRemotePlayback: (): Promise<void> => call('setRemotePlayback', true),
    exitRemotePlayback: (): Promise<void> => call('setRemotePlayback', false),
    setConsent: (consent: Consent): Promise<void> => call('setConsent', consent),
    look: (direction: ViewDirection): Promise<void> => call('setSphericalProperties', direction),
  } satisfies Partial<OrielPlayer>;
}
