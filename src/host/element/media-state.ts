import type { PlayerStateName } from '../client/types.ts';

export type MediaEventName = 'play' | 'playing' | 'pause' | 'waiting' | 'ended';

interface Row {
  /** Whether the position does not move in this state; absent where that stays as it was. */
  readonly isPaused?: boolean;
  readonly event?: MediaEventName;
}

/** The states of the player in the words of media elements. */
const STATES: Readonly<Record<PlayerStateName, Row>> = {
  unstarted: {},
  buffering: { isPaused: false, event: 'waiting' },
  playing: { isPaused: false, event: 'playing' },
  paused: { isPaused: true },
  ended: { isPaused: true, event: 'ended' },
  cued: { isPaused: true },
};

/** Which events of a media element follow from the states of the player. `paused` ends when playing is asked for. */
export class MediaState {
  #isPaused = true;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The page or the viewer has asked to play, or the player could not. */
  setPaused(isPaused: boolean): readonly MediaEventName[] {
    if (isPaused === this.#isPaused) return [];
    this.#isPaused = isPaused;
    return [isPaused ? 'pause' : 'play'];
  }

  enter(state: PlayerStateName): readonly MediaEventName[] {
    const { isPaused, event } = STATES[state];
    const turned = isPaused === undefined ? [] : this.setPaused(isPaused);
    return event === undefined ? turned : [...turned, event];
  }
}
