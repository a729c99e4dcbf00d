import { expect, test } from 'vitest';
import { roundSteps } from '../../../protocol/runtime/profiling/round-steps.ts';
import { chartBand, functionTimes, leftHeavyBand } from '../../../src/profile/report/plot/flame-bands.ts';
import { formatMs, formatUs } from '../../../src/profile/report/plot/format.ts';
import { median } from '../../../src/profile/report/plot/median.ts';
import { hitAt, placeBands, ROW_PX } from '../../../src/profile/report/plot/layout.ts';
import { viewAfterKey } from '../../../src/profile/report/plot/plot-keys.ts';
import { hitsOf, matchingLabels, totalsWithin } from '../../../src/profile/report/plot/search.ts';
import {
  firstEndingAfter,
  forEachVisible,
  rowsOf,
  spanAt,
  type Band,
  type SpanRow,
} from '../../../src/profile/report/plot/span-rows.ts';
import { pan, wholeView, zoom } from '../../../src/profile/report/plot/view.ts';
import type { Flame } from '../../../src/profile/report/schema/timeline.ts';
import { NameTable, toColumns } from '../../profile/trace/column-builder.ts';

const rowOf = (...spans: readonly (readonly [startUs: number, endUs: number])[]): SpanRow => ({
  startUs: spans.map(([startUs]) => startUs),
  endUs: spans.map(([, endUs]) => endUs),
  label: spans.map((_, index) => index),
});

function visible(row: SpanRow, fromUs: number, toUs: number, usPerPixel: number): number[] {
  const drawn: number[] = [];
  forEachVisible(row, fromUs, toUs, usPerPixel, (index) => drawn.push(index));
  return drawn;
}

test('nested spans are drawn in lower rows, and spans of a row do not overlap', () => {
  const names = new NameTable();
  const columns = toColumns(
    [
      { name: 'inner', place: '', group: '', startUs: 10, durationUs: 20 },
      { name: 'task', place: '', group: '', startUs: 0, durationUs: 100 },
      { name: 'innermost', place: '', group: '', startUs: 12, durationUs: 5 },
      { name: 'inner', place: '', group: '', startUs: 40, durationUs: 20 },
      { name: 'task', place: '', group: '', startUs: 100, durationUs: 10 },
    ],
    names,
  );

  expect(columns.name.map((name, index) => `${names.names[name]?.name} ${columns.depth[index]}`)).toEqual([
    'task 0',
    'inner 1',
    'innermost 2',
    'inner 1',
    'task 0',
  ]);
  for (const { startUs, endUs } of rowsOf(columns))
    expect(startUs.slice(1).every((start, index) => start >= (endUs[index] ?? 0))).toBe(true);
});

test('a binary search in a row finds the first span that ends after a moment, and the span at a moment', () => {
  const row = rowOf([0, 10], [20, 30], [40, 50]);
  expect([-1, 9, 10, 25, 49, 50].map((at) => firstEndingAfter(row, at))).toEqual([0, 0, 1, 1, 2, 3]);
  expect([5, 15, 20, 60].map((at) => spanAt(row, at))).toEqual([0, null, 1, null]);
});

test('only spans within the view are drawn, including a span that began before the view', () => {
  const row = rowOf([0, 10], [20, 30], [40, 50], [60, 70]);
  expect(visible(row, 25, 55, 0.1)).toEqual([1, 2]);
  expect(visible(row, 100, 200, 0.1)).toEqual([]);
});

test('of a hundred thousand spans at most one is drawn for each pixel', () => {
  const spans = Array.from({ length: 100_000 }, (_, index): [number, number] => [index * 10, index * 10 + 5]);
  const drawn = visible(rowOf(...spans), 0, 1_000_000, 1_000_000 / 800);
  expect(drawn.length).toBeLessThanOrEqual(801);
  expect(drawn.length).toBeGreaterThan(700);
});

test('a zoom keeps the moment under the pointer in place, and a plot never shows time outside of the session', () => {
  const whole = wholeView(1_000);
  const closer = zoom(whole, 0.5, 250, 1_000);
  expect(closer).toEqual({ fromUs: 125, toUs: 625 });
  expect(zoom(closer, 10, 250, 1_000)).toEqual(whole);
  expect(pan(closer, 5, 1_000)).toEqual({ fromUs: 500, toUs: 1_000 });
  expect(pan(closer, -5, 1_000)).toEqual({ fromUs: 0, toUs: 500 });
  expect(zoom(closer, 0.000_1, 300, 1_000).toUs - zoom(closer, 0.000_1, 300, 1_000).fromUs).toBe(50);
});

test.for([
  ['+', { fromUs: 200, toUs: 800 }],
  ['ArrowRight', { fromUs: 0, toUs: 1_000 }],
  ['0', { fromUs: 0, toUs: 1_000 }],
  ['x', null],
] as const)('the key %s zooms or moves the view, and other keys do nothing', ([key, view]) => {
  expect(viewAfterKey(key, wholeView(1_000), 1_000)).toEqual(view);
});

test('the steps of an axis are round numbers', () => {
  expect(roundSteps(0, 1_000, 4)).toEqual([0, 500, 1_000]);
  expect(roundSteps(130, 260, 6)).toEqual([150, 200, 250]);
  expect(roundSteps(0, 2, 8, 1)).toEqual([0, 1, 2]);
});

/** main → render (twice, with a pause), main → load. */
const FLAME: Flame = {
  functions: [
    { name: 'main', place: 'src/a.ts:1', group: 'player' },
    { name: 'render', place: 'src/b.ts:2', group: 'interface' },
    { name: 'load', place: '', group: 'player' },
  ],
  nodes: { function: [0, 1, 2], parent: [-1, 0, 0] },
  samples: { node: [1, 2, 1], startUs: [0, 10, 100], durationUs: [10, 30, 20] },
};

test('a flame graph over time joins adjacent samples, but not across a pause', () => {
  const { rows, labels } = chartBand('main', FLAME);
  expect(rows).toEqual([
    { startUs: [0, 100], endUs: [40, 120], label: [0, 0] },
    { startUs: [0, 10, 100], endUs: [10, 40, 120], label: [1, 2, 1] },
  ]);
  expect(labels[0]).toBe('main  src/a.ts:1');
});

test('a left-heavy flame graph merges equal stacks, the heaviest first', () => {
  expect(leftHeavyBand('main', FLAME).rows).toEqual([
    { startUs: [0], endUs: [60], label: [0] },
    { startUs: [0, 30], endUs: [30, 60], label: [1, 2] },
  ]);
});

test('the table of a flame graph has self time and total time, and counts a recursive function once', () => {
  const recursive: Flame = {
    ...FLAME,
    nodes: { function: [0, 0], parent: [-1, 0] },
    samples: { node: [1], startUs: [0], durationUs: [7] },
  };
  expect(functionTimes(FLAME).map(({ name, selfUs, totalUs }) => [name, selfUs, totalUs])).toEqual([
    ['render', 30, 30],
    ['load', 30, 30],
    ['main', 0, 60],
  ]);
  expect(functionTimes(recursive)[0]).toMatchObject({ name: 'main', selfUs: 7, totalUs: 7 });
});

const BANDS: readonly Band[] = [
  { title: 'first', rows: [rowOf([0, 10], [50, 60])], labels: ['Task', 'Layout'], groups: ['', ''] },
  { title: 'second', rows: [rowOf([20, 40])], labels: ['commit'], groups: ['interface'] },
];

test('a search in a plot ignores case, matches labels and groups, and lists hits by time', () => {
  expect(matchingLabels(BANDS[0] as Band, ' LAY ')).toEqual(new Set([1]));
  expect(matchingLabels(BANDS[0] as Band, '  ')).toBeNull();
  expect(hitsOf(BANDS, 'a').map(({ band, index }) => [band.title, index])).toEqual([
    ['first', 0],
    ['second', 0],
    ['first', 1],
  ]);
});

test('the table of a plot adds up the visible spans', () => {
  expect(totalsWithin(BANDS, 5, 30, '')).toEqual([
    { band: 'second', label: 'commit', count: 1, totalUs: 10, longestUs: 20 },
    { band: 'first', label: 'Task', count: 1, totalUs: 5, longestUs: 10 },
  ]);
});

test('a pointer hits the span under it, even a span thinner than a pixel', () => {
  const placed = placeBands(BANDS);
  const y = (placed[0]?.rowsY ?? 0) + ROW_PX / 2;
  expect(hitAt(placed, { fromUs: 0, toUs: 100 }, 100, 5, y)).toMatchObject({ row: 0, index: 0 });
  expect(hitAt(placed, { fromUs: 0, toUs: 100 }, 100, 30, y)).toBeNull();
  expect(hitAt(placed, { fromUs: 0, toUs: 100_000 }, 100, 0.4, y)).toMatchObject({ row: 0 });
  expect(hitAt(placed, { fromUs: 0, toUs: 100 }, 100, 5, 2)).toBeNull();
});

test('durations are written with a fitting unit', () => {
  expect([12, 1_500, 120_000, 2_500_000].map(formatUs)).toEqual(['12 µs', '1.50 ms', '120.0 ms', '2.50 s']);
  expect(formatMs(Number.NaN)).toBe('–');
  expect(median([3, 1, 2, 10])).toBe(2.5);
});
