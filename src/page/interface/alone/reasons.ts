import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

/** Facts that decide whether a video that plays by itself or after a tap needs the interface without any further input. */
export interface AloneFacts {
  readonly now: PlayerSnapshot;
  readonly isOnline: boolean;
  /** Playback has waited for data for so long that the interface shows it. */
  readonly waitsLong: boolean;
  /** `false` for sound only, where the controls are all there is to see. */
  readonly hasPictures: boolean;
  /** The viewer started the video with a mouse or a key, and expects controls. */
  readonly needsControls: boolean;
  /** The keyboard has focus in the player. The focus may have moved into the player before any listener was added. */
  readonly hasFocus: boolean;
  /** Positions at which the viewer leaves videos may be stored, and an earlier one may be offered. */
  readonly keepsPositions: boolean;
  /** The viewer has chosen a boost or a stable volume. */
  readonly changesSound: boolean;
  readonly isProfiled: boolean;
  /** The keys of a remote control move the focus from control to control. */
  readonly isRemote: boolean;
}

/** Reasons to mount the interface without any further input, a row for each. */
const REASONS = {
  started: ({ needsControls }) => needsControls,
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
  soundOnly: ({ now: { quality }, hasPictures }) => quality === 'audio' || !hasPictures,
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
