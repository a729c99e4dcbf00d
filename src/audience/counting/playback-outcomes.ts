import type { EventPayload } from '../../../protocol/infrastructure/events.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';
import type { EventFact } from './facts-of-event.ts';

/** Playbacks and events that are remembered. Those forgotten count as new. */
const PLAYBACKS_MAX = 20_000;
/** Attempts of a video that count in one session, as for its views. */
const ATTEMPTS_MAX = 10;
/** Causes whose end is open. */
const CAUSES_MAX = 8;

interface Playback {
  phase: 'none' | 'requested' | 'started';
  attempts: number;
  /** Errors of the stream after which neither a second was played nor the playback ended yet. */
  causes: ((outcome: 'recovered' | 'ended') => EventFact)[];
}

export interface OutcomeEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

/** Makes the fact of an error, once it is known what became of it. */
export type ErrorFact = (code: string, outcome: 'recovered' | 'ended') => EventFact;

/**
 * What became of each request to play: it started, failed for good or neither, and whether an error of the stream ended it.
 * An attempt is a request, and a start or failure that had none. Known in this process alone, by event ids, so that an
 * event that comes again after a failure counts as it would have the first time.
 */
export class PlaybackOutcomes {
  readonly #playbacks = new RecentMap<string, Playback>(PLAYBACKS_MAX);
  readonly #counted = new RecentMap<string, readonly EventFact[]>(PLAYBACKS_MAX);

  /** Facts of an event besides its own. `playback` names session and video. */
  factsOf(event: OutcomeEvent, playback: string, errorFact: ErrorFact): readonly EventFact[] {
    const next = NEXT[event.name];
    if (next === undefined) return [];
    const known = this.#counted.get(event.id);
    if (known !== undefined) return known;
    const state = this.#playbacks.get(playback) ?? { phase: 'none', attempts: 0, causes: [] };
    const facts = next(state, event.payload, errorFact);
    this.#playbacks.set(playback, state);
    this.#counted.set(event.id, facts);
    return facts;
  }
}

type Next = (state: Playback, payload: unknown, errorFact: ErrorFact) => EventFact[];

const NEXT: Readonly<Record<string, Next>> = {
  playbackRequested(state) {
    if (state.phase !== 'none') return [];
    state.phase = 'requested';
    return attempt(state);
  },
  playbackStarted(state) {
    // A replay is a view of its own.
    const facts = state.phase === 'requested' ? [] : attempt(state);
    state.phase = 'started';
    return [...facts, ...causesOf(state, 'recovered')];
  },
  playbackWatched: (state) => causesOf(state, 'recovered'),
  playbackError(state, payload, errorFact) {
    const { code, detail, fatal } = payload as EventPayload<'playbackError'>;
    if (!fatal && state.causes.length < CAUSES_MAX)
      state.causes.push((outcome) => errorFact(code === '' ? detail : code, outcome));
    return [];
  },
  playbackFailed(state) {
    const isBefore = state.phase !== 'started';
    const facts = state.phase === 'none' ? attempt(state) : [];
    const isCounted = state.attempts < ATTEMPTS_MAX || facts.length > 0;
    state.phase = 'none';
    const failed: EventFact[] = isCounted ? [{ fact: 'failed', key: isBefore ? BEFORE_START : '', value: 1 }] : [];
    return [...facts, ...failed, ...causesOf(state, 'ended')];
  },
};

/** Key of failures before the first frame. */
export const BEFORE_START = 'before the start';

function attempt(state: Playback): EventFact[] {
  if (state.attempts >= ATTEMPTS_MAX) return [];
  state.attempts += 1;
  return [{ fact: 'attempts', key: '', value: 1 }];
}

function causesOf(state: Playback, outcome: 'recovered' | 'ended'): EventFact[] {
  const facts = state.causes.map((made) => made(outcome));
  state.causes = [];
  return facts;
}
