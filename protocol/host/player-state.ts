/** Codes of the player's states in messages to hosts. */
export const PLAYER_STATE = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 } as const;
export type PlayerStateName = keyof typeof PLAYER_STATE;
export type PlayerStateCode = (typeof PLAYER_STATE)[keyof typeof PLAYER_STATE];

/** Whether a player in this state has not played its video: a listener that is added now has missed no change. */
export function hasNotPlayed(state: unknown): boolean {
  return state === PLAYER_STATE.unstarted || state === PLAYER_STATE.cued;
}

const NAMES = Object.keys(PLAYER_STATE) as PlayerStateName[];

export function playerStateName(code: unknown): PlayerStateName {
  return NAMES.find((name) => PLAYER_STATE[name] === code) ?? 'unstarted';
}
