import { expect, test } from 'vitest';
import { AHEAD, normalDirection } from '../../../../protocol/media/spherical.ts';

test('missing angles are those of the direction straight ahead', () => {
  expect(normalDirection({})).toEqual(AHEAD);
  expect(AHEAD).toEqual({ yaw: 0, pitch: 0, roll: 0, fov: 100 });
});

test.each([
  ['yaw', 359, 359],
  ['yaw', 360, 0],
  ['yaw', -10, 350],
  ['yaw', -1e-20, 0],
  ['yaw', 730, 10],
  ['pitch', 90, 90],
  ['pitch', 91, 90],
  ['pitch', -91, -90],
  ['roll', 180, 180],
  ['roll', 181, -179],
  ['roll', -180, -180],
  ['roll', -181, 179],
  ['fov', 29, 30],
  ['fov', 121, 120],
  ['fov', 75, 75],
] as const)('%s %d becomes %d: yaw and roll wrap around, pitch and field of view are clamped', (name, given, value) => {
  expect(normalDirection({ [name]: given })).toEqual({ ...AHEAD, [name]: value });
});
