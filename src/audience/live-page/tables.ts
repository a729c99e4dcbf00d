import { counted } from '../../../protocol/runtime/counted.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import type {
  ClientDrop,
  EventTotal,
  ObservedBatch,
  ObservedErrorReport,
  ObservedEvent,
  ObservedSession,
  RequestCount,
} from '../../../protocol/provider/observation.ts';
import { activityOfEvent, activityText } from './activity-text.ts';
import {
  formatFirstFrame,
  formatNumber,
  formatParameters,
  formatRatio,
  formatSession,
  formatShare,
  formatTier,
  formatTime,
} from './format.ts';
import { createOperationTables, type OperationTables } from './operation-tables.ts';
import { LiveTable } from './table.ts';

/** Limit of the activity text; five threads with their longest spans take about 1 500 characters. */
const ACTIVITY_MAX_CHARACTERS = 4_000;

/** Number of all events of one tier. */
interface TierTotal {
  readonly tier: number;
  readonly count: number;
  readonly share: string;
}

export interface Tables extends OperationTables {
  readonly tiers: LiveTable<TierTotal>;
  readonly drops: LiveTable<ClientDrop>;
  readonly events: LiveTable<ObservedEvent>;
  readonly totals: LiveTable<EventTotal>;
  readonly requests: LiveTable<RequestCount>;
  readonly sessions: LiveTable<ObservedSession>;
  readonly batches: LiveTable<ObservedBatch>;
  readonly errors: LiveTable<ObservedErrorReport>;
}

/** The tables of the live page and their columns. `frame` finds the container of a table. */
export function createTables(frame: (id: string) => HTMLElement): Tables {
  return {
    ...createOperationTables(frame),
    tiers: new LiveTable({
      frame: frame('tiers'),
      caption: 'Events by tier, most urgent first',
      empty: 'Nothing counted yet.',
      key: ({ tier }) => tier,
      columns: [
        { title: 'Tier', text: ({ tier }) => formatTier(tier) },
        { title: 'Stored', text: ({ count }) => formatNumber(count), kind: 'number' },
        { title: 'Share', text: ({ share }) => share, kind: 'number' },
      ],
    }),
    drops: new LiveTable({
      frame: frame('drops'),
      caption: 'Events dropped by players, as they report it, by reason',
      empty: 'None: every event that players say they logged has come or may still come.',
      key: ({ reason }) => reason,
      columns: [
        { title: 'Reason', text: ({ reason }) => reason },
        { title: 'Events', text: ({ count }) => formatNumber(count), kind: 'number', alarm: () => true },
      ],
    }),
    events: new LiveTable({
      frame: frame('events'),
      caption: 'Events, newest first',
      empty: 'No events yet. Open a video: its events appear here within seconds.',
      key: (event) => event.id,
      columns: [
        { title: 'Received', text: (event) => formatTime(event.receivedAtMs), kind: 'short' },
        { title: 'Event', text: (event) => event.name },
        { title: 'Tier', text: (event) => formatTier(event.tier) },
        {
          title: 'Session',
          text: ({ clientEventId }) => formatSession(clientEventId),
          kind: 'code',
          tooltip: ({ clientEventId }) => clientEventId,
        },
        { title: 'Batch', text: (event) => String(event.batchId), kind: 'number' },
        { title: 'Payload', text: (event) => event.payload, kind: 'code long' },
        {
          title: 'Threads',
          text: (event) => activityOfEvent(event),
          kind: 'long',
          tooltip: (event) => activityOfEvent(event),
          maxCharacters: ACTIVITY_MAX_CHARACTERS,
        },
      ],
    }),
    totals: new LiveTable({
      frame: frame('totals'),
      caption: 'Events by name and tier',
      empty: 'Nothing counted yet.',
      key: ({ endpoint, name, tier }) => `${endpoint} ${name} ${tier}`,
      columns: [
        { title: 'Event', text: (total) => total.name },
        { title: 'Call', text: (total) => total.endpoint },
        { title: 'Tier', text: (total) => formatTier(total.tier) },
        { title: 'Stored', text: (total) => formatNumber(total.count), kind: 'number' },
        {
          title: 'Unknown shape',
          text: (total) => formatNumber(total.unknownPayloads),
          kind: 'number',
          alarm: (total) => total.unknownPayloads > 0,
        },
      ],
    }),
    requests: new LiveTable({
      frame: frame('requests'),
      caption: 'Requests since the provider started',
      empty: 'No requests yet.',
      key: ({ method, kind, status }) => `${method} ${kind} ${status}`,
      columns: [
        { title: 'Request', text: ({ method, kind }) => `${method} ${kind}` },
        { title: 'Status', text: ({ status }) => String(status), kind: 'number', alarm: ({ status }) => status >= 400 },
        { title: 'Count', text: ({ count }) => formatNumber(count), kind: 'number' },
      ],
    }),
    sessions: new LiveTable({
      frame: frame('sessions'),
      caption: 'Sessions, latest first',
      empty: 'No sessions yet.',
      key: ({ sessionId }) => sessionId,
      columns: [
        {
          title: 'Session',
          text: ({ sessionId }) => formatSession(sessionId),
          kind: 'code',
          tooltip: ({ sessionId }) => sessionId,
        },
        { title: 'First seen', text: ({ firstSeenMs }) => formatTime(firstSeenMs), kind: 'short' },
        { title: 'Last seen', text: ({ lastSeenMs }) => formatTime(lastSeenMs), kind: 'short' },
        { title: 'Version', text: ({ clientVersion }) => clientVersion },
        { title: 'Events', text: ({ events }) => formatNumber(events), kind: 'number' },
        { title: 'Repeats', text: ({ repeats }) => formatNumber(repeats), kind: 'number' },
        { title: 'Batches', text: ({ batches }) => formatNumber(batches), kind: 'number' },
        {
          title: 'Not seen',
          text: ({ missing }) => formatNumber(missing),
          kind: 'number',
          alarm: ({ missing }) => missing > 0,
        },
      ],
    }),
    batches: new LiveTable({
      frame: frame('batches'),
      caption: 'Batches, newest first',
      empty: 'No batches yet.',
      key: ({ id }) => id,
      columns: [
        { title: 'Batch', text: ({ id }) => String(id), kind: 'number' },
        { title: 'Received', text: ({ receivedAtMs }) => formatTime(receivedAtMs), kind: 'short' },
        { title: 'Call', text: ({ endpoint }) => endpoint },
        { title: 'Events', text: ({ events }) => formatNumber(events), kind: 'number' },
        { title: 'New', text: ({ accepted }) => formatNumber(accepted), kind: 'number' },
        { title: 'Repeats', text: ({ repeated }) => formatNumber(repeated), kind: 'number' },
        {
          title: 'Retry',
          text: ({ retryCount }) => (retryCount === 0 ? '' : formatNumber(retryCount)),
          kind: 'number',
          tooltip: ({ retryCount }) =>
            retryCount === 0 ? 'First attempt' : `Sent ${counted(retryCount, 'time')} before`,
        },
        { title: 'Encoding', text: ({ encoding }) => encoding },
        { title: 'Bytes', text: ({ wireBytes }) => formatBytes(wireBytes), kind: 'number' },
        { title: 'Ratio', text: ({ rawBytes, wireBytes }) => formatRatio(rawBytes, wireBytes), kind: 'number' },
        { title: 'Clock off by', text: ({ clockSkewMs }) => `${formatNumber(clockSkewMs)} ms`, kind: 'number' },
      ],
    }),
    errors: new LiveTable({
      frame: frame('errors'),
      caption: 'Reported errors, newest first',
      empty: 'No errors reported.',
      key: ({ id }) => id,
      columns: [
        { title: 'Received', text: ({ receivedAtMs }) => formatTime(receivedAtMs), kind: 'short' },
        { title: 'Level', text: ({ level }) => level ?? '' },
        { title: 'Type', text: ({ type }) => type },
        { title: 'Thread', text: ({ thread }) => thread ?? '' },
        { title: 'Represents', text: ({ sampleWeight }) => formatNumber(sampleWeight), kind: 'number' },
        { title: 'Message', text: ({ message }) => message, kind: 'long' },
        {
          title: 'Where',
          text: ({ file, line }) => [file, line].filter((part) => part !== null).join(':'),
          kind: 'code long',
        },
        {
          title: 'Stack',
          text: ({ stack }) => formatFirstFrame(stack),
          kind: 'code long',
          tooltip: ({ stack }) => stack ?? '',
        },
        { title: 'Parameters', text: ({ stack }) => formatParameters(stack), kind: 'code long' },
        {
          title: 'Threads',
          text: ({ activity }) => activityText(activity),
          kind: 'long',
          tooltip: ({ activity }) => activityText(activity),
          maxCharacters: ACTIVITY_MAX_CHARACTERS,
        },
      ],
    }),
  };
}

/** Sums by tier, the most urgent tier first. */
export function tierTotals(events: readonly EventTotal[]): TierTotal[] {
  const counts = new Map<number, number>();
  for (const { tier, count } of events) counts.set(tier, (counts.get(tier) ?? 0) + count);
  const all = events.reduce((sum, { count }) => sum + count, 0);
  return [...counts]
    .toSorted(([one], [other]) => other - one)
    .map(([tier, count]) => ({ tier, count, share: formatShare(count, all) }));
}
