import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from './player.ts';

const UNDER_WAY: readonly number[] = [PLAYER_STATE.playing, PLAYER_STATE.paused, PLAYER_STATE.buffering];

/** Whether the video has begun and has not ended. */
export function isUnderWay({ state }: Pick<PlayerSnapshot, 'state'>): boolean {
  return UNDER_WAY.includes(state);
}

/** Media time at which playback ends, by the length of the video or the requested end; `Infinity` while both are unknown. */
export function endSecondsOf({ video, durationSeconds }: Pick<PlayerSnapshot, 'video' | 'durationSeconds'>): number {
  return Math.min(video.endSeconds ?? Infinity, durationSeconds > 0 ? durationSeconds : Infinity);
}
