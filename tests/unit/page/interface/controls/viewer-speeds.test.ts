import { expect, test } from 'vitest';
import { nearestSpeed, nextUsualSpeed } from '../../../../../src/page/interface/controls/viewer-speeds.ts';

test.each([
  [1.05, 1.05],
  [1.074, 1.05],
  [0.25 + 0.05 + 0.05 + 0.05, 0.4],
  [0.0625, 0.25],
  [16, 3],
])('the speed %f is shown as %f on a slider with steps of a twentieth', (rate, nearest) => {
  expect(nearestSpeed(rate)).toBe(nearest);
});

test.each([
  [1, 1, 1.25],
  [1.05, 1, 1.25],
  [1.05, -1, 1],
  [2, 1, 2.25],
  [2.95, 1, 3],
  [3, 1, undefined],
  [4, 1, undefined],
  [4, -1, 3],
  [0.3, -1, 0.25],
  [0.25, -1, undefined],
  [0.0625, -1, undefined],
  [0.0625, 1, 0.25],
] as const)('from the speed %f a key in the direction %i sets the speed %s', (rate, direction, next) => {
  expect(nextUsualSpeed(rate, direction)).toBe(next);
});
