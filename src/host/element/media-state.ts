import type { PlayerStateName } from '../client/types.ts';

export type MediaEventName = 'play' | 'playing' | 'pause' | 'waiting' | 'ended';

interface Row {
  /** Value of `paused` in this state; absent if the state does not change it. */
  readonly isPaused?: boolean;
  readonly event?: MediaEventName;
}

/** `paused` and the event of a media element for each state of the player. */
const STATES: Readonly<Record<PlayerStateName, Row>> = {
  unstarted: {},
  buffering: { isPaused: false, event: 'waiting' },
  playing: { isPaused: false, event: 'playing' },
  paused: { isPaused: true },
  ended: { isPaused: true, event: 'ended' },
  cued: { isPaused: true },
};

/** Derives events of a media element from the states of the player. `paused` changes when the page requests it. */
export class MediaState {
  #isPaused = true;
  /** Requests to play, and to pause, that have not settled. */
  #starts = 0;
  #stops = 0;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Call it when the page requests playback; {@link endStart} must follow. */
  beginStart(): readonly MediaEventName[] {
    this.#starts += 1;
    return this.setPaused(false);
  }

  /** A failed start pauses the element only if no later start is pending. */
  endStart({ hasFailed }: { readonly hasFailed: boolean }): readonly MediaEventName[] {
    this.#starts -= 1;
    return hasFailed && this.#starts === 0 ? this.setPaused(true) : [];
  }

  /** Call it when the page requests a pause; {@link endStop} must follow. */
  beginStop(): readonly MediaEventName[] {
    this.#stops += 1;
    return this.setPaused(true);
  }

  endStop(): void {
    this.#stops -= 1;
  }

  setPaused(isPaused: boolean): readonly MediaEventName[] {
    if (isPaused === this.#isPaused) return [];
    this.#isPaused = isPaused;
    return [isPaused ? 'pause' : 'play'];
  }

  enter(state: PlayerStateName, { isSeeking } = { isSeeking: false }): readonly MediaEventName[] {
    if (this.#isPassing(state, isSeeking)) return [];
    const { isPaused, event } = STATES[state];
    const turned = isPaused === undefined ? [] : this.setPaused(isPaused);
    return event === undefined ? turned : [...turned, event];
  }

  /** Whether a state is passing: it is older than the latest request, or a paused player buffers for a seek. */
  #isPassing(state: PlayerStateName, isSeeking: boolean): boolean {
    if (!this.#isPaused) return this.#starts > 0 && (state === 'cued' || state === 'paused');
    if (state === 'buffering') return isSeeking || this.#stops > 0;
    return state === 'playing' && this.#stops > 0;
  }
}
