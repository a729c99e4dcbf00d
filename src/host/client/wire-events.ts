import { numberOf } from '../plain-values.ts';
import type { PlayerCore } from '../player/player-core.ts';
import type { OwnEvent } from './own-events.ts';
import { hostErrorCode, playbackError } from './playback-error.ts';
import { playerStateName } from '../../../protocol/host/player-state.ts';
import type { PlayerEvents } from './types.ts';

type WireEvents = Omit<PlayerEvents, OwnEvent>;

interface WireEvent<Name extends keyof WireEvents> {
  /** Name of the event on the wire. */
  readonly wireName: string;
  readonly read: (data: unknown, core: PlayerCore) => WireEvents[Name];
}

const nothing = (): null => null;

/** Maps events of the client to events of the wire, which carry bare values. */
export const WIRE_EVENTS: { readonly [Name in keyof WireEvents]: WireEvent<Name> } = {
  statechange: { wireName: 'onStateChange', read: (data) => ({ state: playerStateName(data) }) },
  timeupdate: { wireName: 'onVideoProgress', read: (data) => ({ currentTime: numberOf(data) }) },
  volumechange: { wireName: 'onVolumeChange', read: (data) => data as WireEvents['volumechange'] },
  ratechange: { wireName: 'onPlaybackRateChange', read: (data) => ({ rate: numberOf(data) }) },
  qualitychange: {
    wireName: 'onPlaybackQualityChange',
    read: (data) => ({ quality: typeof data === 'string' ? data : 'unknown' }),
  },
  captionschange: { wireName: 'onApiChange', read: nothing },
  seeking: { wireName: 'onSeeking', read: (data) => ({ currentTime: numberOf(data) }) },
  seeked: { wireName: 'onSeeked', read: (data) => ({ currentTime: numberOf(data) }) },
  pictureinpicturechange: { wireName: 'onPictureInPictureChange', read: (data) => ({ active: data === true }) },
  remoteplaybackchange: { wireName: 'onRemotePlaybackChange', read: (data) => ({ active: data === true }) },
  autoplayblocked: { wireName: 'onAutoplayBlocked', read: nothing },
  error: {
    wireName: 'onError',
    read: (data, core) => ({ code: hostErrorCode(data), error: playbackError(core, data) }),
  },
};

export function isWireEvent(name: string): name is keyof WireEvents {
  return Object.hasOwn(WIRE_EVENTS, name);
}
