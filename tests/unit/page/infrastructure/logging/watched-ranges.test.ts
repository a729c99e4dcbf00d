import { expect, test } from 'vitest';
import { WatchedRanges } from '../../../../../src/page/infrastructure/logging/watched-ranges.ts';

function rangesOf(...added: readonly (readonly [start: number, end: number])[]): readonly (readonly number[])[] {
  const watched = new WatchedRanges();
  for (const [start, end] of added) watched.add(start, end);
  return watched.take();
}

test('plays that overlap or are at most half a second apart are one', () => {
  expect(rangesOf([10, 20], [15, 25])).toEqual([[10, 25]]);
  expect(rangesOf([10, 20], [20.5, 30])).toEqual([[10, 30]]);
  expect(rangesOf([20.5, 30], [10, 20])).toEqual([[10, 30]]);
  expect(rangesOf([10, 20], [12, 13])).toEqual([[10, 20]]);
});

test('plays further apart are told in the order of the film', () => {
  const apart = [
    [10, 20],
    [20.6, 30],
  ];
  expect(rangesOf([10, 20], [20.6, 30])).toEqual(apart);
  expect(rangesOf([20.6, 30], [10, 20])).toEqual(apart);
});

test('a play between two others joins them', () => {
  expect(rangesOf([10, 20], [30, 40], [20, 30])).toEqual([[10, 40]]);
});

test('no time is no play', () => {
  expect(rangesOf([10, 10], [20, 15], [Number.NaN, 3])).toEqual([]);
});

test('each play is told once', () => {
  const watched = new WatchedRanges();
  watched.add(1, 2);
  expect([watched.take(), watched.take()]).toEqual([[[1, 2]], []]);
});

test('at most 200 are kept, the last of the film', () => {
  const many = Array.from({ length: 201 }, (_, index) => [index * 10, index * 10 + 5] as const);
  const kept = rangesOf(...many);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, [10, 15], [2_000, 2_005]]);
});
