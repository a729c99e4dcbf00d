import { expect, test } from 'vitest';
import { busiestView, startView, summaryOf } from '../../../src/profile/report/plot/busiest.ts';
import { workWithin } from '../../../src/profile/report/plot/work-within.ts';
import type { Flame, Lane, Timeline } from '../../../src/profile/report/schema/timeline.ts';
import { readRun } from '../../profile/analysis/read-run.ts';
import { summarizeRun } from '../../profile/analysis/summarize-run.ts';
import { timelineOf } from '../../profile/trace/timeline.ts';
import { isPlayer, mark, PLAYER, profile, span, task, traceOf, type ProfileNodeInput } from './trace-builder.ts';

const NODES: readonly ProfileNodeInput[] = [
  { id: 1, callFrame: { functionName: '(root)' } },
  { id: 2, parent: 1, callFrame: { functionName: 'render', url: 'http://127.0.0.1:9/a.js', scriptId: 5 } },
  { id: 3, parent: 1, callFrame: { functionName: '(idle)' } },
];

const NAMES = ['Task', 'render', 'Layout', 'Hit'];
const GROUPS = ['browser: loading', 'script', 'browser: style and layout', ''];

/** `[name, startUs, durationUs, depth, cpuUs]` of each span; without a wait for a core both times are one. */
type Span = readonly [name: number, startUs: number, durationUs: number, depth: number, cpuUs?: number];

function laneOf(id: string, spans: readonly Span[], flame: Flame | null): Lane {
  return {
    id,
    title: id,
    kind: id.endsWith('worker') ? 'worker' : 'main',
    isThrottled: false,
    cpuMs: 0,
    shortCpuUs: [],
    names: NAMES,
    groups: GROUPS,
    spans: {
      name: spans.map(([name]) => name),
      startUs: spans.map(([, startUs]) => startUs),
      durationUs: spans.map(([, , durationUs]) => durationUs),
      cpuUs: spans.map(([, , durationUs, , cpuUs = durationUs]) => cpuUs),
      depth: spans.map(([, , , depth]) => depth),
    },
    tracks: [],
    flame,
  };
}

/** main → render → (load, main). */
const FLAME: Flame = {
  functions: [
    { name: 'main', place: 'src/a.ts:1', group: 'player' },
    { name: 'render', place: 'src/b.ts:2', group: 'interface' },
    { name: 'load', place: '', group: 'player' },
  ],
  nodes: { function: [0, 1, 2, 0, 1], parent: [-1, 0, 1, 1, 3] },
  samples: {
    node: [1, 2, 4, 0],
    startUs: [700_100, 700_200, 700_300, 700_400],
    durationUs: [100, 60, 40, 200],
  },
};

const MAIN = laneOf(
  'player-main',
  [
    [0, 1_000, 500, 0],
    [0, 700_000, 1_000, 0],
    [1, 700_100, 700, 1],
    [2, 700_500, 200, 2],
    [3, 700_600, 50, 3],
    [0, 1_900_000, 300, 0],
  ],
  FLAME,
);

const TIMELINE: Timeline = {
  run: 0,
  chosen: 'the only run',
  durationUs: 2_000_000,
  lanes: [MAIN, laneOf('media-worker', [[0, 700_200, 400, 0]], null)],
  network: [],
  milestones: [
    { title: 'start', atUs: 0, kind: 'step' },
    { title: 'play', atUs: 800_000, kind: 'step' },
    { title: 'seek', atUs: 1_700_000, kind: 'step' },
  ],
  pictures: [
    { atUs: 100, image: 'data:image/jpeg;base64,YQ==' },
    { atUs: 900, image: 'data:image/jpeg;base64,Yg==' },
  ],
  leftOut: 0,
  shortestUs: 30,
};

test('the report opens on the busiest 500 ms of main, within the session', () => {
  expect(busiestView(TIMELINE)).toEqual({ fromUs: 700_000, toUs: 1_200_000 });
  const late = { ...TIMELINE, lanes: [laneOf('player-main', [[0, 1_900_000, 90_000, 0]], null)] };
  expect(busiestView(late)).toEqual({ fromUs: 1_500_000, toUs: 2_000_000 });
  expect(busiestView({ ...TIMELINE, durationUs: 300_000 })).toEqual({ fromUs: 0, toUs: 300_000 });
});

test('the start is from the navigation to the first frame, and says how long requests were under way', () => {
  const request = {
    path: '/a',
    lane: 'player-main',
    connectUs: null,
    sentUs: null,
    responseUs: null,
    receivedUs: null,
    bytes: 1,
  };
  const timeline: Timeline = {
    ...TIMELINE,
    milestones: [...TIMELINE.milestones, { title: 'first frame', atUs: 900_000, kind: 'milestone' }],
    network: [
      { ...request, startUs: 100_000, endUs: 300_000 },
      // Its thread noticed late that it was there.
      { ...request, startUs: 200_000, receivedUs: 400_000, endUs: 700_000 },
      { ...request, startUs: 800_000, endUs: 1_500_000 },
    ],
  };
  const view = startView(timeline);
  expect(view).toEqual({ fromUs: 0, toUs: 900_000 });
  expect(summaryOf(timeline, view ?? { fromUs: 0, toUs: 1 })).toMatch(
    /^From 0 µs to 900\.0 ms .* Requests were under way for 400\.0 ms of it, the longest for 200\.0 ms: \/a\.$/,
  );
  expect(startView(TIMELINE)).toBeNull();
});

test('the work of the whole session adds up to the CPU of the lane, with the tasks that are too short to show', async () => {
  const trace = traceOf(
    mark(PLAYER, 'oriel-profile:step:start', 0),
    span(PLAYER, 'RunTask', 1_000, 60_000, 41_000),
    task(PLAYER, 1_002, 59_990, 40_000),
    span(PLAYER, 'FunctionCall', 1_100, 50_000, 30_000),
    span(PLAYER, 'Layout', 2_000, 10, 10),
    span(PLAYER, 'BlinkScheduler_PerformMicrotaskCheckpoint', 61_000, 3_000, 2_000),
    task(PLAYER, 70_000, 20, 20),
    ...profile(PLAYER, '0x1', 900, NODES, [
      [2, 200],
      [3, 30_000],
      [3, 40_000],
    ]),
    mark(PLAYER, 'oriel-profile:end', 100_000),
  );
  const run = await readRun(trace, isPlayer, []);
  const timeline = timelineOf(run, { run: 0, chosen: '' });
  const main = timeline.lanes.find(({ id }) => id === 'player-main');
  if (main === undefined) throw new Error('no lane of main');
  const { busyUs, groups } = workWithin(main, { fromUs: 0, toUs: timeline.durationUs });
  const summary = summarizeRun(run.trace, run.threads, run.session, run.names);

  expect(main.cpuMs).toBeCloseTo(42.02);
  expect(busyUs / 1_000).toBeCloseTo(42.02);
  expect(summary.measures.mainCpuMs).toBeCloseTo(42.02);
  expect(Object.values(summary.main).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(42.02);
  expect(groups.find(({ group }) => group === 'tasks too short to show')?.us).toBe(20);
  // The table by groups of all runs says the same of this one, but for spans too short to show.
  for (const group of ['other script', 'browser: tasks without a name'])
    expect((groups.find((one) => one.group === group)?.us ?? 0) / 1_000).toBeCloseTo(summary.main[group] ?? 0, 1);
});
