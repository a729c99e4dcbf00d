import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { EventName, EventPayload } from '../../../protocol/events/events.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';
import type { ErrorOutcome } from './fact.ts';
import type { EventFact } from './facts-of-event.ts';

/** Playbacks and events that are remembered. Those forgotten count as new. */
const PLAYBACKS_MAX = 20_000;
/** Attempts of a video that count in one session, as for its views. */
const ATTEMPTS_MAX = 10;
/** Causes whose end is open. */
const CAUSES_MAX = 8;
/** Loaded media play for half a minute after the last segment arrived, and a segment lasts some seconds. */
const PLAYED_ON_SECONDS = 45;

interface Cause {
  readonly atMs: number;
  readonly mediaTimeSeconds: number;
  readonly factOf: (outcome: ErrorOutcome) => EventFact;
}

interface Playback {
  phase: 'none' | 'requested' | 'started';
  attempts: number;
  /** Errors of the stream of which it is not known yet whether they end the playback. */
  causes: Cause[];
  /** Whether it has failed and was not requested again. */
  hasFailed: boolean;
  failedAtMs: number;
}

export interface OutcomeEvent {
  readonly id: string;
  readonly name: string;
  readonly atMs: number;
  readonly payload: unknown;
}

/** Makes the fact of an error. */
export type ErrorFact = (code: string, outcome: ErrorOutcome) => EventFact;

/**
 * Outcome of each request to play: it started, failed for good or neither, and whether an error of the stream ended it. An error
 * counts as open until its outcome is known: playback that continues at first may be of buffered media. An attempt is a request, or
 * a start or failure without a request. Known in this process alone, by event ids, so that an event that comes again after a failure
 * counts as it would have the first time.
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
    const state = this.#playbacks.get(playback) ?? newPlayback();
    if (state.causes.length === 0 && DECIDING.has(event.name)) return [];
    const facts = next(state, event, errorFact);
    this.#playbacks.set(playback, state);
    this.#counted.set(event.id, facts);
    return facts;
  }
}

type Next = (state: Playback, event: OutcomeEvent, errorFact: ErrorFact) => EventFact[];

const NEXT: Readonly<Record<string, Next>> = {
  playbackRequested(state, { atMs }) {
    // A failure that arrives before its request has counted as the attempt already.
    if (state.phase !== 'none' || atMs < state.failedAtMs) return [];
    state.phase = 'requested';
    state.hasFailed = false;
    return attempt(state);
  },
  playbackStarted(state) {
    // A replay is a separate view.
    const facts = state.phase === 'requested' ? [] : attempt(state);
    state.phase = 'started';
    state.hasFailed = false;
    return facts;
  },
  playbackWatched(state, { payload }) {
    const { ranges } = payload as EventPayload<'playbackWatched'>;
    const untilSeconds = Math.max(...ranges.map(([, end]) => end));
    return decide(state, 'recovered', (cause) => untilSeconds >= cause.mediaTimeSeconds + PLAYED_ON_SECONDS);
  },
  playerStateChanged(state, { payload }) {
    const { to } = payload as EventPayload<'playerStateChanged'>;
    return to === PLAYER_STATE.ended ? decide(state, 'recovered') : [];
  },
  playbackError(state, { atMs, payload }, errorFact) {
    const { code, detail, fatal, mediaTimeSeconds } = payload as EventPayload<'playbackError'>;
    if (fatal || state.causes.length >= CAUSES_MAX) return [];
    const factOf: Cause['factOf'] = (outcome) => errorFact(code === '' ? detail : code, outcome);
    // Errors have an endpoint of their own, and may arrive after the failure that they led to.
    if (state.hasFailed || atMs <= state.failedAtMs) return [factOf('ended')];
    state.causes.push({ atMs, mediaTimeSeconds, factOf });
    return [factOf('open')];
  },
  playbackFailed(state, { atMs }) {
    const isBefore = state.phase !== 'started';
    const facts = state.phase === 'none' ? attempt(state) : [];
    const isCounted = state.attempts < ATTEMPTS_MAX || facts.length > 0;
    state.phase = 'none';
    state.hasFailed = true;
    state.failedAtMs = atMs;
    const failed: EventFact[] = isCounted ? [{ fact: 'failed', key: isBefore ? BEFORE_START : '', value: 1 }] : [];
    return [...facts, ...failed, ...decide(state, 'ended')];
  },
};

/** Frequent, and of interest only after an error. */
const DECIDING: ReadonlySet<string> = new Set<EventName>(['playbackWatched', 'playerStateChanged']);

function newPlayback(): Playback {
  return { phase: 'none', attempts: 0, causes: [], hasFailed: false, failedAtMs: Number.NEGATIVE_INFINITY };
}

/** Key of failures before the first frame. */
export const BEFORE_START = 'before the start';

function attempt(state: Playback): EventFact[] {
  if (state.attempts >= ATTEMPTS_MAX) return [];
  state.attempts += 1;
  return [{ fact: 'attempts', key: '', value: 1 }];
}

/** Moves causes from the open ones, at the time of which they counted. */
function decide(
  state: Playback,
  outcome: ErrorOutcome,
  isDecided: (cause: Cause) => boolean = () => true,
): EventFact[] {
  const decided = state.causes.filter(isDecided);
  state.causes = state.causes.filter((cause) => !decided.includes(cause));
  return decided.flatMap(({ atMs, factOf }) => [{ ...factOf('open'), value: -1, atMs }, factOf(outcome)]);
}
