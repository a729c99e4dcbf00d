import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';
import { LAG_MIN_MS } from '../../../../protocol/runtime/profiling/heartbeat.ts';
import type { LaneState, ProfilerState } from '../../../../protocol/profiling/profiler-messages.ts';
import type { GaugeName } from '../../../../protocol/recording/thread-spans.ts';
import * as format from './format.ts';
import { DURATION_S, PAIRS, WINDOW_MS } from './own-cost-measurement.ts';
import { startRows } from './start-rows.ts';
import type { StatsRow } from './stats-row.ts';
import { takenText } from './taken-text.ts';
import { isClear } from './paired-interval.ts';
import type { Figures } from './figures-store.ts';
import type { MemoryState } from './memory.ts';
import type { LiveNow, PageFacts } from './page-facts.ts';

export interface StatsSection {
  readonly title: string;
  readonly rows: readonly StatsRow[];
}

const SECTIONS = new WeakMap<Figures, readonly StatsSection[]>();

/** All figures of the panel's first tab, computed once for each change of the figures. */
export function sectionsOf(figures: Figures): readonly StatsSection[] {
  const sections = SECTIONS.get(figures) ?? statsSections(figures);
  SECTIONS.set(figures, sections);
  return sections;
}

/** Figures as lines; an unknown figure says so, since a zero is a measured zero. */
export function statsSections({ facts, state, memory, ownCost }: Omit<Figures, 'frames'>): StatsSection[] {
  return [
    { title: 'Playback', rows: playbackRows(facts, state) },
    ...(facts.live === null ? [] : [{ title: 'Live', rows: liveRows(facts.live) }]),
    { title: 'Start', rows: startRows(facts, state) },
    { title: 'Stalls', rows: stallRows(state) },
    { title: 'Logging', rows: loggingRows(facts, state) },
    { title: 'Memory', rows: memoryRows(memory) },
    { title: 'Page', rows: pageRows(facts) },
    { title: 'This panel', rows: ownRows(ownCost, state) },
  ];
}

function playbackRows(facts: PageFacts, state: ProfilerState | null): StatsRow[] {
  const { picture, quality, codecs, frames, buffer, mediaPath } = facts;
  const bandwidth = gauge(state, 'bandwidth');
  return [
    {
      label: 'Resolution',
      value:
        picture[0] === 0
          ? 'no picture yet'
          : `${picture[0]}×${picture[1]}${quality === 'unknown' ? '' : ` (${quality})`}`,
      isEssential: true,
    },
    { label: 'Viewport', value: `${facts.viewport[0]}×${facts.viewport[1]} at ${format.count(facts.viewport[2])}×` },
    { label: 'Codecs', value: codecs ?? 'unknown: not in the playlists of the page' },
    {
      label: 'Frames dropped',
      value: frames === null ? 'no frame yet' : `${frames.droppedFrames} of ${frames.totalFrames}`,
      isEssential: true,
    },
    {
      label: 'Buffer',
      value:
        buffer === null
          ? 'empty'
          : `${format.seconds(buffer.aheadSeconds)} ahead, ${format.seconds(buffer.behindSeconds)} behind`,
      isEssential: true,
    },
    {
      label: 'Bandwidth',
      value:
        bandwidth === undefined
          ? 'unknown: no segment measured yet'
          : `${format.count(bandwidth / 1_000_000)} Mbit/s (estimate)`,
      isEssential: true,
    },
    { label: 'Engine', value: mediaPath === null ? 'none yet' : (ENGINES[mediaPath] ?? mediaPath) },
  ];
}

const ENGINES: Readonly<Record<string, string>> = {
  worker: 'hls.js in the media worker',
  main: 'hls.js on main',
  native: 'HLS of the browser',
  progressive: 'plain file',
};

function liveRows(live: LiveNow): StatsRow[] {
  const { condition, latencySeconds, targetLatencySeconds, behindHeadSeconds, windowSeconds, jumps } = live;
  const known = (value: number | null, unknown: string): string =>
    value === null ? `unknown: ${unknown}` : format.seconds(value);
  return [
    { label: 'Stream', value: CONDITIONS[condition] },
    { label: 'Live latency', value: known(latencySeconds, 'no segment yet'), isEssential: true },
    { label: 'Target latency', value: known(targetLatencySeconds, 'the browser decides') },
    { label: 'Behind the head', value: known(behindHeadSeconds, 'no window yet') },
    { label: 'Window', value: known(windowSeconds, 'no window yet') },
    { label: 'Segments', value: live.isLowLatency ? 'in parts, before they are whole' : 'whole' },
    { label: 'Speed', value: `${format.count(live.playbackRate)}×, not changed to catch up` },
    { label: 'Jumps to the head', value: String(jumps) },
  ];
}

const CONDITIONS: Readonly<Record<LiveNow['condition'], string>> = {
  on: 'goes on',
  stopped: 'stopped: nothing new comes',
  'not-begun': 'not begun: no playlist yet',
  unknown: 'unknown: the engine does not tell',
};

function stallRows(state: ProfilerState | null): StatsRow[] {
  if (state === null) return [UNREAD];
  const { totals, lastStalls, latestMs } = state;
  const sum = `${totals.stalls}, ${format.seconds(totals.stalledMs / 1_000)} in all`;
  return [
    { label: 'Stalls', value: totals.isPartial ? `at least ${sum}` : sum, isEssential: true },
    ...lastStalls.map(({ startMs, durationMs, isOpen, cause }) => ({
      label: `${format.seconds((latestMs - startMs) / 1_000)} ago`,
      value: `${format.seconds(durationMs / 1_000)}${isOpen ? ' so far' : ''}, ${cause}`,
    })),
  ];
}

const TIERS: readonly (readonly [gauge: GaugeName, title: string])[] = [
  ['defaultEvents', 'default'],
  ['dispatchEvents', 'dispatch'],
  ['fastEvents', 'fast'],
  ['immediateEvents', 'immediate'],
];

function loggingRows({ unacknowledgedEvents }: PageFacts, state: ProfilerState | null): StatsRow[] {
  if (state === null) return [UNREAD];
  const { totals } = state;
  const atLeast = totals.isPartial ? 'at least ' : '';
  const isHeard = state.lanes.some(({ lane }) => lane === 'infrastructure');
  const tiers = TIERS.flatMap(([name, title]) => {
    const events = gauge(state, name);
    return events === undefined ? [] : [`${title} ${events}`];
  });
  const queued = gauge(state, 'queuedEvents');
  const requests = gauge(state, 'queuedRequests');
  return [
    { label: 'Events by tier', value: tiers.length > 0 ? tiers.join(', ') : isHeard ? 'none' : UNHEARD },
    { label: 'Batches', value: `${atLeast}${totals.batches} with ${totals.batchedEvents} events` },
    { label: 'Waiting on main', value: `${unacknowledgedEvents} events` },
    { label: 'Queued events', value: queued === undefined ? UNHEARD : String(queued) },
    { label: 'Queued requests', value: requests === undefined ? UNHEARD : String(requests) },
    { label: 'Compression', value: compressionText(state) },
    { label: 'Compression cut-off', value: cutOffText(state) },
    { label: 'Sent', value: `${atLeast}${formatBytes(totals.sentBytes)} in ${totals.logRequests} requests` },
  ];
}

const UNHEARD = 'unknown: the worker has not told';
const UNREAD: StatsRow = { label: 'Recorders', value: 'not read yet' };

function compressionText({ totals: { compressedFromBytes, compressedToBytes } }: ProfilerState): string {
  return compressedToBytes === 0 ? 'nothing compressed' : `${(compressedFromBytes / compressedToBytes).toFixed(1)} : 1`;
}

function cutOffText(state: ProfilerState): string {
  const slowRuns = gauge(state, 'slowCompressions');
  if (slowRuns === undefined) return 'on; no run measured';
  return `${gauge(state, 'compressionOff') === 1 ? 'off for slowness' : 'on'}; slow runs ${slowRuns}`;
}

function memoryRows(memory: MemoryState): StatsRow[] {
  if (typeof memory === 'string') return [{ label: 'Threads', value: memory }];
  return memory.map(({ thread, sizeBytes }) => ({ label: thread, value: formatBytes(sizeBytes) }));
}

function pageRows({ videoId, sessionId, version, service }: PageFacts): StatsRow[] {
  const reason = service?.reason ? `: ${service.reason}` : '';
  const where = service?.mode === 'inline' ? `on main${reason}` : 'dedicated worker';
  return [
    { label: 'Video', value: videoId || 'none', isIdentifier: true },
    { label: 'Session', value: sessionId, isIdentifier: true },
    { label: 'Build', value: version },
    { label: 'Infrastructure', value: service === null ? 'not started yet' : where, isEssential: true },
    { label: 'Storage', value: service === null ? 'unknown: not started yet' : service.storage },
  ];
}

function ownRows(ownCost: Figures['ownCost'], state: ProfilerState | null): StatsRow[] {
  const drawing =
    state === null
      ? UNREAD.value
      : `${format.milliseconds(state.costMsPerSecond)}/s, by the clock of its scripts where it is drawn`;
  return [
    { label: 'On main', value: ownCostText(ownCost) },
    { label: 'Drawing', value: drawing },
  ];
}

/** The cost and how it was measured: other clocks of a page do not include style, layout or paint. */
function ownCostText(ownCost: Figures['ownCost']): string {
  if (ownCost === 'unmeasured') return `not measured: it takes all that main has left for ${DURATION_S} s`;
  if (ownCost === 'measuring') return `measuring for ${DURATION_S} s …`;
  const { cost, seenShare, takenShare } = ownCost;
  const margin = `± ${format.count(cost.margin)} ms/s`;
  const text = isClear(cost)
    ? `${format.count(cost.mean)} ${margin}`
    : `cannot tell from nothing: ${format.count(cost.mean)} ${margin}`;
  return `${text} (an idle loop on main with and without the panel, ${PAIRS} pairs of ${WINDOW_MS / 1_000} s; it saw ${format.share(seenShare)} of known work${takenText(takenShare)})`;
}

function gauge(state: ProfilerState | null, name: GaugeName): number | undefined {
  return state?.lanes.find(({ gauges }) => gauges[name] !== undefined)?.gauges[name];
}

/** A smaller share would read `0.0 %`, like a measured zero: most work is shorter than the resolution of the clock. */
const BUSY_MIN_SHARE = 0.0005;

/** Texts of a lane's figures, for its row under the plot. */
export function laneTexts({ observedMs, busyShare1s, busyShare60s, lag }: LaneState) {
  const busy = (share: number | null): string =>
    share === null ? 'unknown' : share < BUSY_MIN_SHARE ? 'no work recorded' : `≥ ${format.share(share)}`;
  const late = (lagMs: number): string => (lagMs === 0 ? `< ${LAG_MIN_MS} ms` : format.milliseconds(lagMs));
  return {
    busy1s: busy(busyShare1s),
    busy60s: busy(busyShare60s),
    observed: format.seconds(observedMs / 1_000),
    lag: lag === null ? 'not measured yet' : [lag.p50Ms, lag.p95Ms, lag.maxMs].map(late).join(' · '),
  };
}
