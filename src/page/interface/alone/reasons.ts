import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

/** What decides whether a video that plays by itself needs the interface, although nobody is near it. */
export interface AloneFacts {
  readonly now: PlayerSnapshot;
  readonly isOnline: boolean;
  /** It has waited for data for so long that the interface says so. */
  readonly waitsLong: boolean;
  /** There is more to see than the controls. */
  readonly hasPictures: boolean;
  readonly isStartedByViewer: boolean;
  /** Focus has come before there was anything that would have noticed. */
  readonly hasFocus: boolean;
  /** Positions at which the viewer leaves videos may be stored, and an earlier one may be offered. */
  readonly keepsPositions: boolean;
  /** The viewer has chosen a boost or a stable volume. */
  readonly changesSound: boolean;
  readonly isProfiled: boolean;
  /** The keys of a remote control move the focus from control to control. */
  readonly isRemote: boolean;
}

/** What the interface shows or does without anybody near it. A row for each reason. */
const REASONS = {
  started: ({ isStartedByViewer }) => isStartedByViewer,
  focused: ({ hasFocus }) => hasFocus,
  paused: ({ now }) => now.state === PLAYER_STATE.paused,
  ended: ({ now }) => now.state === PLAYER_STATE.ended,
  failed: ({ now }) => now.error !== null,
  waiting: ({ waitsLong }) => waitsLong,
  offline: ({ isOnline }) => !isOnline,
  captions: ({ now: { captions } }) => captions.active >= 0 || captions.hasFailed,
  live: ({ now: { live, video } }) => live !== null || video.isLive,
  list: ({ now: { playlist } }) => (playlist?.videoIds.length ?? 0) > 1,
  spherical: ({ now: { video } }) => video.isSpherical,
  soundAlone: ({ now: { quality }, hasPictures }) => quality === 'audio' || !hasPictures,
  elsewhere: ({ now: { pictureInPicture, remotePlayback } }) => pictureInPicture || remotePlayback,
  heartbeat: ({ now: { video } }) => video.response?.heartbeat !== undefined,
  resuming: ({ keepsPositions }) => keepsPositions,
  soundEffects: ({ changesSound, now: { muted } }) => changesSound && !muted,
  profiler: ({ isProfiled }) => isProfiled,
  remoteControl: ({ isRemote }) => isRemote,
} as const satisfies Readonly<Record<string, (facts: AloneFacts) => boolean>>;

type AloneReason = keyof typeof REASONS;

const ROWS = Object.entries(REASONS) as [AloneReason, (facts: AloneFacts) => boolean][];

/** The first reason to load and mount the interface; `undefined` while there is none. */
export function reasonToMount(facts: AloneFacts): AloneReason | undefined {
  return ROWS.find(([, holds]) => holds(facts))?.[0];
}
