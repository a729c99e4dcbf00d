import { expect, test } from 'vitest';
import { summaryOf, busiestView } from '../../../src/profile/report/plot/busiest.ts';
import { paletteOf, SPAN_COLOURS } from '../../../src/profile/report/plot/palette.ts';
import { pictureStripOf, pictureAt } from '../../../src/profile/report/plot/pictures-within.ts';
import { phasesOf } from '../../../src/profile/report/plot/request-phases.ts';
import { sandwichOf } from '../../../src/profile/report/plot/sandwich.ts';
import { fileOf } from '../../../src/profile/report/plot/timeline-bands.ts';
import { workWithin } from '../../../src/profile/report/plot/work-within.ts';
import type { Flame, Lane, Timeline } from '../../../src/profile/report/schema/timeline.ts';

const NAMES = ['Task', 'render', 'Layout', 'Hit'];
const GROUPS = ['browser: loading', 'script', 'browser: style and layout', ''];

/** `[name, startUs, durationUs, depth]` of each span. */
function laneOf(id: string, spans: readonly (readonly [number, number, number, number])[], flame: Flame | null): Lane {
  return {
    id,
    title: id,
    kind: id.endsWith('worker') ? 'worker' : 'main',
    isThrottled: false,
    cpuMs: 0,
    names: NAMES,
    groups: GROUPS,
    spans: {
      name: spans.map(([name]) => name),
      startUs: spans.map(([, startUs]) => startUs),
      durationUs: spans.map(([, , durationUs]) => durationUs),
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

test('work counts without what is inside it, and script is divided by its samples', () => {
  const { busyUs, groups } = workWithin(MAIN, { fromUs: 700_000, toUs: 1_200_000 });
  expect(busyUs).toBe(1_000);
  expect(groups.map(({ group, us }) => [group, Math.round(us)])).toEqual(
    [
      ['browser: loading', 300],
      ['player', 325],
      ['browser: style and layout', 200],
      ['interface', 175],
    ].toSorted(([, one], [, other]) => Number(other) - Number(one)),
  );
  expect(groups.find(({ group }) => group === 'player')?.largest).toEqual({
    name: 'main',
    place: 'src/a.ts:1',
    us: 250,
  });
  expect(workWithin(MAIN, { fromUs: 700_500, toUs: 700_600 }).groups).toEqual([
    { group: 'browser: style and layout', us: 100, largest: null },
  ]);
});

test('a sentence says where the time went, in which function, in which step, and which worker was busy', () => {
  expect(summaryOf(TIMELINE, busiestView(TIMELINE))).toBe(
    'From 700.0 ms to 1.20 s (start, play) main was busy for 1.00 ms of 500.0 ms: 325 µs player (most of it main, src/a.ts:1: 250 µs); ' +
      '300 µs browser: loading; 200 µs browser: style and layout. Meanwhile were busy: media-worker 400 µs.',
  );
  expect(summaryOf(TIMELINE, { fromUs: 1_300_000, toUs: 1_400_000 })).toBe(
    'From 1.30 s to 1.40 s (play) main had nothing to do.',
  );
});

test('a sandwich has the callers above and what it called below, and counts the outermost call once', () => {
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

test('phases of a request follow each other, and a response of the cache waits for nothing else', () => {
  const request = { path: '/a', lane: 'main', startUs: 0, endUs: 100, bytes: 1 };
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
  expect(phasesOf({ ...request, connectUs: null, sentUs: null, responseUs: null })).toEqual([
    { name: 'queued', fromUs: 0, toUs: 100 },
  ]);
});

test('a moment shows the last picture before it', () => {
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

test('each group has its colour, those with most time first, and the last colour is for all others', () => {
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
  expect(Math.max(...paletteOf([band(40)]).values())).toBe(SPAN_COLOURS - 1);
});

test('a label begins with the file, which is what is left when it is cut', () => {
  expect(fileOf('/assets/page-Ab.js')).toBe('page-Ab.js  /assets/');
  expect(fileOf('/')).toBe('/');
});
