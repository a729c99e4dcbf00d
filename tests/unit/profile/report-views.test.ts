import { expect, test } from 'vitest';
import { busiestView, longestTasks, startView, summaryOf } from '../../../src/profile/report/plot/busiest.ts';
import { paletteOf, SPAN_COLOURS, swatchOf } from '../../../src/profile/report/plot/palette.ts';
import { pictureStripOf, pictureAt } from '../../../src/profile/report/plot/pictures-within.ts';
import { phasesOf } from '../../../src/profile/report/plot/request-phases.ts';
import { sandwichOf } from '../../../src/profile/report/plot/sandwich.ts';
import { fileOf, hitOf, timelineBands } from '../../../src/profile/report/plot/timeline-bands.ts';
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

const NAMES = [
  { name: 'Task', place: '', group: 'browser: loading' },
  { name: 'render', place: '', group: 'script' },
  { name: 'Layout', place: '', group: 'browser: style and layout' },
  { name: 'Hit', place: '', group: '' },
];

/** `[name, startUs, durationUs, depth, cpuUs]`; without `cpuUs` the span did not wait for a core. */
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
  interactions: [],
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

test('the report opens at the busiest 500 ms of the main thread, within the session', () => {
  expect(busiestView(TIMELINE)).toEqual({ fromUs: 700_000, toUs: 1_200_000 });
  const late = { ...TIMELINE, lanes: [laneOf('player-main', [[0, 1_900_000, 90_000, 0]], null)] };
  expect(busiestView(late)).toEqual({ fromUs: 1_500_000, toUs: 2_000_000 });
  expect(busiestView({ ...TIMELINE, durationUs: 300_000 })).toEqual({ fromUs: 0, toUs: 300_000 });
});

test('the busiest 500 ms, their summary and the longest tasks are chosen by CPU time, not by time spent waiting for a core', () => {
  const main = laneOf(
    'player-main',
    [
      [0, 100_000, 440_000, 0, 50_000],
      [0, 1_200_000, 90_000, 0, 80_000],
      [1, 1_210_000, 60_000, 1, 60_000],
    ],
    null,
  );
  const timeline = { ...TIMELINE, lanes: [main] };
  const view = busiestView(timeline);
  expect(view).toEqual({ fromUs: 1_200_000, toUs: 1_700_000 });
  expect(summaryOf(timeline, view)).toContain('main was busy for 80.0 ms of CPU in 500.0 ms: 60.0 ms script');
  expect(longestTasks(main, { fromUs: 0, toUs: 2_000_000 }, 1)).toEqual([
    { label: 'Task', startUs: 1_200_000, durationUs: 90_000, cpuUs: 80_000 },
  ]);
  // A part of a task that waited counts with its share of the task's CPU time.
  expect(workWithin(main, { fromUs: 100_000, toUs: 320_000 }).busyUs).toBe(25_000);
});

test('a task is found in the band of its thread even if another thread has the same title', () => {
  const [first, second] = [1, 2].map(() => laneOf('media-worker', [[0, 700_200, 400, 0]], null)) as [Lane, Lane];
  const bands = timelineBands({ ...TIMELINE, lanes: [first, second] });
  expect(bands.findIndex((band) => band === hitOf(bands, second, 700_200)?.band)).toBe(2);
  expect(hitOf(bands, first, 700_201)).toBeNull();
});

test('the start lasts from the navigation to the first frame, and its summary names how long requests were in flight', () => {
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
      // The thread noticed late that the response had arrived.
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

test('the largest entry of a group of browser work is its event with the most CPU time, or the origin of its task', () => {
  const layout = { place: '', group: 'browser: style and layout' };
  const names = [
    { name: 'Task: Commit', place: 'posted by SendFrame, proxy_impl.cc', group: 'browser: frames' },
    { name: 'Style', ...layout },
    { name: 'Layout', ...layout },
    { name: 'Task', place: '', group: '' },
  ];
  const lane: Lane = {
    ...laneOf(
      'player-main',
      [
        [0, 0, 1_000, 0],
        [1, 100, 300, 1],
        [2, 500, 100, 1],
        [3, 2_000, 50, 0],
      ],
      null,
    ),
    names,
  };
  expect(
    workWithin(lane, { fromUs: 0, toUs: 3_000 }).groups.map(({ group, largest }) => [group, largest?.name]),
  ).toEqual([
    ['browser: frames', 'posted by SendFrame, proxy_impl.cc'],
    ['browser: style and layout', 'Style'],
    ['browser: tasks without a name', undefined],
  ]);
});

test('the work of a whole session, including tasks too short to show, adds up to the CPU time of the lane', async () => {
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
  const summary = summarizeRun(run);

  expect(main.cpuMs).toBeCloseTo(42.02);
  expect(busyUs / 1_000).toBeCloseTo(42.02);
  expect(summary.measures.mainCpuMs).toBeCloseTo(42.02);
  expect(Object.values(summary.main).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(42.02);
  expect(groups.find(({ group }) => group === 'tasks too short to show')?.us).toBe(20);
  // The table by groups of all runs has the same figures for this run.
  expect(Object.fromEntries(groups.map(({ group, us }) => [group, us / 1_000]))).toEqual(summary.main);
});

test('a span counts without its nested spans, and script time is divided by samples', () => {
  const { busyUs, groups } = workWithin(MAIN, { fromUs: 700_000, toUs: 1_200_000 });
  expect(busyUs).toBe(1_000);
  expect(groups.map(({ group, us }) => [group, Math.round(us)])).toEqual([
    ['browser: loading', 300],
    ['player', 267],
    ['interface', 233],
    ['browser: style and layout', 200],
  ]);
  expect(groups.find(({ group }) => group === 'player')?.largest).toMatchObject({ name: 'main', place: 'src/a.ts:1' });
  expect(workWithin(MAIN, { fromUs: 700_500, toUs: 700_600 }).groups).toEqual([
    { group: 'browser: style and layout', us: 100, largest: { name: 'Layout', place: '', us: 100 } },
  ]);
});

test('the summary of a stretch names its steps, its work with the heaviest functions, and the busy workers', () => {
  expect(summaryOf(TIMELINE, busiestView(TIMELINE))).toBe(
    'From 700.0 ms to 1.20 s (start, play) main was busy for 1.00 ms of CPU in 500.0 ms: 300 µs browser: loading; ' +
      '267 µs player (most of it main, src/a.ts:1: 167 µs); 233 µs interface (most of it render, src/b.ts:2: 233 µs); 200 µs browser: style and layout. Meanwhile were busy: media-worker 400 µs.',
  );
  // The times of a short stretch have enough digits to differ.
  expect(summaryOf(TIMELINE, { fromUs: 1_684_000, toUs: 1_687_000 })).toMatch(/^From 1\.6840 s to 1\.6870 s /);
  expect(summaryOf(TIMELINE, { fromUs: 1_300_000, toUs: 1_400_000 })).toBe(
    'From 1.30 s to 1.40 s (play) main had nothing to do.',
  );
});

test('a sandwich view has callers above and callees below, and counts only the outermost of recursive calls', () => {
  const { callers, callees, totalUs } = sandwichOf(FLAME, 1);
  expect(totalUs).toBe(200);
  expect(callers.rows).toEqual([{ startUs: [0], endUs: [200], label: [0] }]);
  expect(callees.rows).toEqual([
    { startUs: [0], endUs: [200], label: [1] },
    { startUs: [0, 60], endUs: [60, 100], label: [2, 0] },
    { startUs: [60], endUs: [100], label: [1] },
  ]);
  expect(sandwichOf(FLAME, 2).callers.rows.map(({ label }) => label)).toEqual([[0], [1]]);
});

test('the phases of a request follow each other, and phases without a time are left out', () => {
  const request = { path: '/a', lane: 'main', startUs: 0, receivedUs: null, endUs: 100, bytes: 1 };
  expect(phasesOf({ ...request, connectUs: 10, sentUs: 30, responseUs: 60 })).toEqual([
    { name: 'queued', fromUs: 0, toUs: 10 },
    { name: 'connecting', fromUs: 10, toUs: 30 },
    { name: 'waiting', fromUs: 30, toUs: 60 },
    { name: 'receiving', fromUs: 60, toUs: 100 },
  ]);
  expect(phasesOf({ ...request, connectUs: null, sentUs: 30, responseUs: 60 }).map(({ name }) => name)).toEqual([
    'queued',
    'waiting',
    'receiving',
  ]);
  expect(phasesOf({ ...request, connectUs: null, sentUs: null, responseUs: 60 }).map(({ name }) => name)).toEqual([
    'waiting',
    'receiving',
  ]);
  expect(phasesOf({ ...request, connectUs: 10, sentUs: 30, responseUs: 60, receivedUs: 70 }).slice(-2)).toEqual([
    { name: 'receiving', fromUs: 60, toUs: 70 },
    { name: 'unnoticed', fromUs: 70, toUs: 100 },
  ]);
  expect(phasesOf({ ...request, connectUs: null, sentUs: null, responseUs: null })).toEqual([
    { name: 'queued', fromUs: 0, toUs: 100 },
  ]);
});

test('a moment is shown by the last picture before it', () => {
  const { pictures } = TIMELINE;
  expect([0, 100, 899, 5_000].map((atUs) => pictureAt(pictures, atUs)?.atUs ?? null)).toEqual([null, 100, 100, 900]);
  expect(
    pictureStripOf(pictures, { fromUs: 0, toUs: 1_600 }, 4).map(({ momentUs, picture }) => [momentUs, picture.atUs]),
  ).toEqual([
    [200, 100],
    [600, 100],
    [1_000, 900],
    [1_400, 900],
  ]);
});

test('each group has a unique colour and stripes, assigned by descending time', () => {
  const band = (count: number) => ({
    title: '',
    rows: [
      {
        startUs: Array.from({ length: count }, () => 0),
        endUs: Array.from({ length: count }, (_, index) => index + 1),
        label: Array.from({ length: count }, (_, index) => index),
      },
    ],
    labels: [],
    groups: Array.from({ length: count }, (_, index) => `group ${index}`),
  });
  expect([...paletteOf([band(3)])]).toEqual([
    ['group 2', 0],
    ['group 1', 1],
    ['group 0', 2],
  ]);
  const palette = paletteOf([band(40)]);
  const looks = [...palette.keys()].map((group) => swatchOf(palette, group));
  expect(new Set(looks.map(({ colour, stripes }) => `${colour} ${stripes}`)).size).toBe(40);
  expect(looks[SPAN_COLOURS]).toEqual({ colour: 0, stripes: 'rising' });
  expect(Math.max(...paletteOf([band(90)]).values())).toBe(3 * SPAN_COLOURS - 1);
});

test('the label of an address begins with its file name, which remains when the label is cut', () => {
  expect(fileOf('/assets/page-Ab.js')).toBe('page-Ab.js  /assets/');
  expect(fileOf('/')).toBe('/');
});
