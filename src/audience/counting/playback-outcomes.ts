import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { EventName, EventPayload } from '../../../protocol/events/events.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';
import type { ErrorOutcome } from './fact.ts';
import type { EventFact } from './facts-of-event.ts';

/** Limit of remembered playbacks and events. A forgotten playback counts as new. */
const PLAYBACKS_MAX = 20_000;
/** Limit of attempts for a video that count in one session; views have the same limit. */
const ATTEMPTS_MAX = 10;
/** Limit of errors with an open outcome. */
const CAUSES_MAX = 8;
/** Buffered media plays for half a minute after an error, and a segment lasts some seconds: later playback has recovered. */
const PLAYED_ON_SECONDS = 45;

interface Cause {
  readonly atMs: number;
  readonly mediaTimeSeconds: number;
  readonly factOf: (outcome: ErrorOutcome) => EventFact;
}

interface Playback {
  phase: 'none' | 'requested' | 'started';
  attempts: number;
  /** Errors of the stream with an open outcome. */
  causes: Cause[];
  /** Whether the playback has failed and was not requested again. */
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
 * Decides the outcome of each request to play (started, failed or neither), and whether an error of the stream ended the playback. An
 * error counts as open until its outcome is known, because buffered media continues to play at first. An attempt is a request, or a
 * start or failure without a request. State is kept in this process, by event id, so that an event that is sent again after a failed
 * write counts as it would have the first time.
 */
export class PlaybackOutcomes {
  readonly #playbacks = new RecentMap<string, Playback>(PLAYBACKS_MAX);
  readonly #counted = new RecentMap<string, readonly EventFact[]>(PLAYBACKS_MAX);

  /** Facts about outcomes that an event decides, in addition to its own facts. `playback` identifies session and video. */
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
    // Errors have a separate endpoint, so an error may arrive after the failure that it caused.
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

/** Frequent events, which are only relevant after an error. */
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

/** Moves errors from `open` to an outcome, at the time at which they counted as open. */
function decide(
  state: Playback,
  outcome: ErrorOutcome,
  isDecided: (cause: Cause) => boolean = () => true,
): EventFact[] {
  const decided = state.causes.filter(isDecided);
  state.causes = state.causes.filter((cause) => !decided.includes(cause));
  return decided.flatMap(({ atMs, factOf }) => [{ ...factOf('open'), value: -1, atMs }, factOf(outcome)]);
}
