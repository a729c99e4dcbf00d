import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { EventName, WorkerEventName } from '../../../protocol/events/events.ts';
import type { ObservedEvent } from '../../../protocol/provider/observation.ts';
import { ActivitySummary } from '../../../protocol/recording/activity.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { asNumber, asText, payloadOf, type Payload } from './event-payload.ts';
import { formatMs } from './format.ts';

/** A mark in a lane of a session's timeline. */
export interface Mark {
  readonly fromMs: number;
  /** End of the mark; equal to `fromMs` for a moment. */
  readonly toMs: number;
  readonly kind: 'playing' | 'waiting' | 'still' | 'bad' | 'event';
  readonly label: string;
}

export interface Lane {
  readonly name: string;
  readonly marks: readonly Mark[];
}

export interface Timeline {
  readonly fromMs: number;
  readonly toMs: number;
  readonly lanes: readonly Lane[];
  /** Events in the order in which they were logged. */
  readonly events: readonly ObservedEvent[];
  /** Work of the threads before something went wrong. */
  readonly activities: readonly { readonly atMs: number; readonly title: string; readonly activity: ActivitySummary }[];
}

const STATES: Readonly<Record<number, readonly [kind: Mark['kind'], label: string]>> = {
  [PLAYER_STATE.unstarted]: ['still', 'unstarted'],
  [PLAYER_STATE.ended]: ['still', 'ended'],
  [PLAYER_STATE.playing]: ['playing', 'playing'],
  [PLAYER_STATE.paused]: ['still', 'paused'],
  [PLAYER_STATE.buffering]: ['waiting', 'buffering'],
  [PLAYER_STATE.cued]: ['still', 'cued'],
};

const LANE_ORDER = ['Player', 'Stalls', 'Errors', 'Quality', 'Viewer', 'Host page', 'Page'] as const;
type LaneEvent = readonly [lane: (typeof LANE_ORDER)[number], label: (payload: Payload) => string];

/** Events without a mark of a moment: events drawn as a period, measurements, and events of no page view. */
type WithoutMoment =
  | WorkerEventName
  | 'playerStateChanged'
  | `playback${'Started' | 'Stalled' | 'Watched' | 'Frames'}`
  | `visualElement${'ScreenCreated' | 'Attached' | 'Shown' | 'Hidden'}`
  | 'hostMessagesIgnored'
  | 'latencyAction';

/** Lane and label of each event. */
const LANES: Readonly<Record<Exclude<EventName, WithoutMoment>, LaneEvent>> = {
  playbackQualityChanged: ['Quality', ({ from, to }) => `${asText(from)} to ${asText(to)}`],
  playbackError: ['Errors', ({ code, detail }) => `${asText(code)} ${asText(detail)}`],
  playbackFailed: ['Errors', ({ code, message }) => `${asText(code)} ${asText(message)}`],
  visualElementClicked: ['Viewer', ({ elementId }) => `pressed ${asText(elementId)}`],
  playbackRequested: ['Viewer', ({ by }) => `play, by ${asText(by)}`],
  volumeChanged: ['Viewer', ({ by }) => `volume, by ${asText(by)}`],
  fullscreenChanged: ['Viewer', ({ active }) => (active === true ? 'full screen' : 'no full screen')],
  captionsSelected: ['Viewer', ({ languageCode }) => `captions ${asText(languageCode)}`],
  qualitySelected: ['Viewer', ({ quality }) => `quality ${asText(quality)}`],
  hostCommand: ['Host page', ({ name }) => asText(name)],
  hostConnected: ['Host page', ({ origin }) => `connected from ${asText(origin)}`],
  documentLifecycleChanged: ['Page', ({ to, cause }) => `${asText(to)}: ${asText(cause)}`],
  visibilityChanged: ['Page', ({ to }) => asText(to)],
  infrastructureStarted: ['Page', ({ mode }) => `infrastructure in ${asText(mode)}`],
};
/** Lookup by name, because clients may send any name. */
const LANES_BY_NAME: ReadonlyMap<string, LaneEvent> = new Map(Object.entries(LANES));
/** Longest stall that is drawn if it began before the first stored event. */
const STALL_MS = 3_600_000;

/** @param events Events of one session, in any order. */
export function timelineOf(events: readonly ObservedEvent[]): Timeline {
  const ordered = events.toSorted((left, right) => left.eventTimeMs - right.eventTimeMs || left.id - right.id);
  const fromMs = ordered[0]?.eventTimeMs ?? 0;
  const toMs = Math.max(ordered.at(-1)?.eventTimeMs ?? 0, fromMs + 1_000);
  const lanes = new Map<string, Mark[]>(LANE_ORDER.map((name) => [name, []]));
  const activities: Timeline['activities'][number][] = [];
  const states = ordered.filter(({ name }) => name === 'playerStateChanged');
  for (const [index, event] of states.entries()) {
    const [kind, label] = STATES[asNumber(payloadOf(event)['to']) ?? Number.NaN] ?? ['still', 'unknown'];
    lanes.get('Player')?.push({ fromMs: event.eventTimeMs, toMs: states[index + 1]?.eventTimeMs ?? toMs, kind, label });
  }
  for (const event of ordered) {
    const payload = payloadOf(event);
    const atMs = event.eventTimeMs;
    if (event.name === 'playbackStalled') {
      // Limits the duration, since clients may send any value.
      const durationMs = Math.min(Math.max(asNumber(payload['durationMs']) ?? 0, 0), Math.max(atMs - fromMs, STALL_MS));
      const label = `stalled for ${formatMs(durationMs)}`;
      lanes.get('Stalls')?.push({ fromMs: Math.max(fromMs, atMs - durationMs), toMs: atMs, kind: 'bad', label });
      const activity = parseAt('activity', ActivitySummary, payload['activity']);
      if (activity.ok)
        activities.push({ atMs: atMs - durationMs, title: `Before it ${label}`, activity: activity.value });
    }
    const [lane, label] = LANES_BY_NAME.get(event.name) ?? [];
    if (lane !== undefined && label !== undefined)
      lanes
        .get(lane)
        ?.push({ fromMs: atMs, toMs: atMs, kind: lane === 'Errors' ? 'bad' : 'event', label: label(payload) });
  }
  const filled = [...lanes].map(([name, marks]): Lane => ({ name, marks })).filter(({ marks }) => marks.length > 0);
  return { fromMs, toMs, lanes: filled, events: ordered, activities };
}
