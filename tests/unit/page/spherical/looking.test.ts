import { expect, test } from 'vitest';
import { AHEAD, normalDirection, type ViewDirection } from '../../../../protocol/media/spherical.ts';
import { canvasSize } from '../../../../src/page/spherical/canvas-size.ts';
import { DRAG_SPEED_WINDOW_MS, INERTIA_MS, coast, speedOf } from '../../../../src/page/spherical/inertia.ts';
import { KEY_TURN_DEGREES, turnOfDrag, turnOfKey, type Turn } from '../../../../src/page/spherical/turn.ts';
import { viewAxes, viewExtent, type Vector } from '../../../../workers/spherical/view-axes.ts';

test.each([
  ['an empty direction is straight ahead', {}, AHEAD],
  ['yaw wraps around', { yaw: 370 }, { ...AHEAD, yaw: 10 }],
  ['negative yaw becomes positive', { yaw: -90 }, { ...AHEAD, yaw: 270 }],
  ['yaw never reaches the full turn', { yaw: -1e-15 }, AHEAD],
  ['pitch stops at the zenith', { pitch: 91 }, { ...AHEAD, pitch: 90 }],
  ['pitch stops at the nadir', { pitch: -1000 }, { ...AHEAD, pitch: -90 }],
  ['roll wraps around', { roll: 190 }, { ...AHEAD, roll: -170 }],
  ['roll includes 180', { roll: 180 }, { ...AHEAD, roll: 180 }],
  ['too narrow a view is widened', { fov: 1 }, { ...AHEAD, fov: 30 }],
  ['too wide a view is narrowed', { fov: 170 }, { ...AHEAD, fov: 120 }],
  [
    'values within their ranges stay',
    { yaw: 359.5, pitch: -12, roll: -180, fov: 45 },
    { yaw: 359.5, pitch: -12, roll: -180, fov: 45 },
  ],
])('a viewing direction is normalised to its ranges: %s', (_, asked, kept) => {
  expect(normalDirection(asked)).toEqual(kept);
});

test.each<[string, Partial<ViewDirection>, Vector, Vector, Vector]>([
  ['ahead is the middle of the picture', {}, [1, 0, 0], [0, 1, 0], [0, 0, -1]],
  ['yaw grows to the left', { yaw: 90 }, [0, 0, -1], [0, 1, 0], [-1, 0, 0]],
  ['behind', { yaw: 180 }, [-1, 0, 0], [0, 1, 0], [0, 0, 1]],
  ['pitch grows upwards', { pitch: 90 }, [1, 0, 0], [0, 0, 1], [0, 1, 0]],
  ['roll grows clockwise', { roll: 90 }, [0, -1, 0], [1, 0, 0], [0, 0, -1]],
  [
    'left, then up',
    { yaw: 90, pitch: 45 },
    [0, 0, -1],
    [Math.SQRT1_2, Math.SQRT1_2, 0],
    [-Math.SQRT1_2, Math.SQRT1_2, 0],
  ],
])('the axes of the camera follow the viewing direction: %s', (_, direction, right, up, ahead) => {
  const axes = viewAxes({ ...AHEAD, ...direction });
  const pairs = [
    [axes.right, right],
    [axes.up, up],
    [axes.ahead, ahead],
  ] as const;
  for (const [is, should] of pairs)
    for (const part of [0, 1, 2] as const) expect(is[part]).toBeCloseTo(should[part], 10);
});

test('the field of view is the angle of the longer edge of the picture', () => {
  expect(viewExtent(90, 800, 400)).toEqual([expect.closeTo(1), expect.closeTo(0.5)]);
  expect(viewExtent(90, 400, 800)).toEqual([expect.closeTo(0.5), expect.closeTo(1)]);
});

/** Position on screen of a direction of the world, in CSS pixels from the middle to the right and down. */
function onScreen(world: Vector, direction: ViewDirection, width: number, height: number): readonly [number, number] {
  const { right, up, ahead } = viewAxes(direction);
  const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
  const [x, y] = viewExtent(direction.fov, width, height);
  const depth = dot(world, ahead);
  return [((dot(world, right) / depth / x) * width) / 2, ((-dot(world, up) / depth / y) * height) / 2];
}

test.each([
  ['level', AHEAD],
  ['turned to the back', { ...AHEAD, yaw: 200 }],
  ['zoomed in', { ...AHEAD, fov: 30 }],
  ['tilted', { ...AHEAD, roll: 30 }],
])('the dragged point stays under the pointer in a view that is %s', (_, direction) => {
  const [width, height] = [800, 450];
  const middle = viewAxes(direction).ahead;
  const { yaw, pitch } = turnOfDrag(12, -7, direction, width);
  const after = normalDirection({ ...direction, yaw: direction.yaw + yaw, pitch: direction.pitch + pitch });
  const [x, y] = onScreen(middle, after, width, height);
  expect(x).toBeCloseTo(12, 0);
  expect(y).toBeCloseTo(-7, 0);
});

test('a key turns the view by its step, and by less in a narrow view', () => {
  expect(turnOfKey(1, 0, AHEAD)).toEqual({ yaw: KEY_TURN_DEGREES, pitch: 0 });
  expect(turnOfKey(0, -1, { ...AHEAD, fov: 50 })).toEqual({ yaw: 0, pitch: -KEY_TURN_DEGREES / 2 });
});

test('the view continues to turn after a drag that ends in motion, slows down and stops', () => {
  const turn: Turn = { yaw: 4, pitch: -2 };
  const moves = [900, 960, 980].map((atMs) => ({ atMs, turn }));
  const first = speedOf(moves, 1_000);
  expect(first).toEqual({ yaw: 8 / DRAG_SPEED_WINDOW_MS, pitch: -4 / DRAG_SPEED_WINDOW_MS });
  let speed: Turn | null = first;
  let [yaw, frames] = [0, 0];
  while (speed !== null && frames < 1_000) {
    const next = coast(speed, 16);
    yaw += next.turn.yaw;
    speed = next.speed;
    frames += 1;
  }
  expect(frames).toBeLessThan(80);
  expect(yaw).toBeGreaterThan(0);
  expect(yaw).toBeLessThan(first.yaw * INERTIA_MS);
});

test('the view does not continue to turn if the pointer rested before it was lifted', () => {
  const moves = [{ atMs: 0, turn: { yaw: 9, pitch: 0 } }];
  expect(coast(speedOf(moves, DRAG_SPEED_WINDOW_MS + 1), 16).speed).toBeNull();
});

test('the canvas has the pixel density of the screen, within limits for memory and size', () => {
  const phone = { density: 3, memoryGigabytes: undefined };
  expect(canvasSize(360, 200, phone)).toEqual({ widthPixels: 720, heightPixels: 400 });
  expect(canvasSize(360, 200, { density: 3, memoryGigabytes: 2 })).toEqual({ widthPixels: 360, heightPixels: 200 });
  expect(canvasSize(360, 200, { density: 1.5, memoryGigabytes: 8 })).toEqual({ widthPixels: 540, heightPixels: 300 });
  const large = canvasSize(3840, 2160, { density: 1, memoryGigabytes: 8 });
  expect(large).toEqual({ widthPixels: 1920, heightPixels: 1080 });
  expect(canvasSize(0, 0, phone)).toEqual({ widthPixels: 1, heightPixels: 1 });
});
