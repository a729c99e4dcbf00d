import { PLAYER_STATE, type PlayerStateCode } from '../../../protocol/host/player-state.ts';

/** Inputs of the playback state that hosts see. */
export type StateInput =
  /** Another video is about to be shown. */
  | 'video-changed'
  /** The provider has responded about the video, and nothing has requested to play it. */
  | 'cued'
  /** A request to play. */
  | 'play-requested'
  | 'playing'
  | 'waiting'
  | 'paused'
  | 'ended'
  | 'stopped'
  | 'failed';

const { unstarted, ended, playing, paused, buffering, cued } = PLAYER_STATE;

type Row = Partial<Record<StateInput, readonly PlayerStateCode[]>>;

/** Transitions of every state, unless its own row has the input. */
const COMMON: Row = {
  'video-changed': [unstarted],
  cued: [cued],
  playing: [playing],
  ended: [ended],
  stopped: [cued],
  failed: [unstarted],
};

/**
 * The states that an input leads to from a state, in order. An empty list keeps the state: media elements repeat events,
 * and hosts would treat a repeated state as a change.
 */
const TRANSITIONS: Readonly<Record<PlayerStateCode, Row>> = {
  [unstarted]: { 'video-changed': [], 'play-requested': [buffering], failed: [] },
  /** videojs-youtube detects a new video by the −1 of the first play. */
  [cued]: { cued: [], stopped: [], 'play-requested': [unstarted, buffering] },
  [buffering]: { paused: [paused] },
  [playing]: { playing: [], waiting: [buffering], paused: [paused] },
  /** In this state `waiting` occurs only when playback is wanted again and has to buffer. */
  [paused]: { paused: [], waiting: [buffering] },
  [ended]: { ended: [], 'play-requested': [buffering], stopped: [cued] },
};

export function statesAfter(state: PlayerStateCode, input: StateInput): readonly PlayerStateCode[] {
  return TRANSITIONS[state][input] ?? COMMON[input] ?? [];
}
