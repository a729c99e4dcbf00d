import { expect, test } from 'vitest';
import { WatchedRanges } from '../../../../../src/page/telemetry/watched-ranges.ts';

type Ranges = readonly (readonly [start: number, end: number])[];

/** Adds each group of plays, and returns the report after each group. */
function toldOf(...groups: readonly Ranges[]) {
  const watched = new WatchedRanges();
  return groups.map((plays) => {
    for (const [start, end] of plays) watched.add(start, end);
    return watched.take();
  });
}

function beforeAfter(...plays: Ranges): unknown {
  return toldOf(plays, [])[1]?.before;
}

test('plays are reported once, in their order and unmerged; later reports have them merged as earlier plays', () => {
  const plays: Ranges = [
    [10, 20],
    [5, 15],
  ];
  expect(toldOf(plays, [[20, 30]], [])).toEqual([
    { ranges: plays, before: [] },
    { ranges: [[20, 30]], before: [[5, 20]] },
    { ranges: [], before: [[5, 30]] },
  ]);
});

test('a play that begins within half a second of the end of the last play extends it', () => {
  const plays: Ranges = [[10, 20], [20.5, 25], [24.5, 30], [29.4, 31], [31.6, 40]]; // prettier-ignore
  expect(toldOf(plays)[0]?.ranges).toEqual([[10, 30], [29.4, 31], [31.6, 40]]); // prettier-ignore
});

test('earlier plays are merged if they overlap or are at most half a second apart', () => {
  expect(beforeAfter([10, 20], [15, 25])).toEqual([[10, 25]]);
  expect(beforeAfter([20.5, 30], [10, 20])).toEqual([[10, 30]]);
  expect(beforeAfter([10, 20], [12, 13])).toEqual([[10, 20]]);
  expect(beforeAfter([10, 20], [30, 40], [20, 30])).toEqual([[10, 40]]);
  expect(beforeAfter([20.6, 30], [10, 20])).toEqual([
    [20.6, 30],
    [10, 20],
  ]);
});

test('a play without a positive length is not reported', () => {
  expect(toldOf([[10, 10]], [[20, 15]], [[Number.NaN, 3]]).flatMap(({ ranges }) => ranges)).toEqual([]);
});

test('at most the last 200 plays and the last 200 earlier ranges are reported', () => {
  const many = Array.from({ length: 201 }, (_, index) => [index * 10, index * 10 + 5] as const);
  const [told, after] = toldOf(many, []);
  expect([told?.ranges.length, told?.ranges[0]]).toEqual([200, [10, 15]]);
  expect([after?.before.length, after?.before.at(-1)]).toEqual([200, [2_000, 2_005]]);
});
