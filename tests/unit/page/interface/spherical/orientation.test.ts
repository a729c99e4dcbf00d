import { expect, test } from 'vitest';
import { AHEAD, normalDirection, type ViewDirection } from '../../../../../protocol/media/spherical.ts';
import { deviceDirection } from '../../../../../src/page/interface/spherical/device-direction.ts';
import {
  OrientationSensor,
  SENSOR_TIMEOUT_MS,
} from '../../../../../src/page/interface/spherical/orientation-sensor.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

// Each row has [alpha, beta, gamma], the angle of the page on the device, and the viewing direction.
test.each([
  ['upright, facing north', [0, 90, 0], 0, [0, 0, 0]],
  ['turned to the left', [90, 90, 0], 0, [90, 0, 0]],
  ['tilted back, looking up', [0, 120, 0], 0, [0, 30, 0]],
  ['leaning forward, looking down', [0, 50, 0], 0, [0, -40, 0]],
  ['on its left side, with the page turned', [90, 0, -90], 90, [0, 0, 0]],
  ['on its right side, with the page turned', [-90, 0, 90], 270, [0, 0, 0]],
] as const)('a device %s (%j at %i°) looks at %j', (_, [alpha, beta, gamma], screen, [yaw, pitch, roll]) => {
  const looked = normalDirection(deviceDirection({ alpha, beta, gamma }, screen));
  expect(Math.abs(((looked.yaw - yaw + 540) % 360) - 180)).toBeCloseTo(0, 6);
  expect(looked.pitch).toBeCloseTo(pitch, 6);
  expect(looked.roll).toBeCloseTo(roll, 6);
});

test('the view of a device on its side is rolled if the page did not turn', () => {
  expect(deviceDirection({ alpha: 90, beta: 0, gamma: -90 }, 0).roll).toBeCloseTo(-90, 6);
});

function createLab({ permission, touch = 5 }: { permission?: 'granted' | 'denied'; touch?: number } = {}) {
  const events = new EventTarget();
  const window = Object.assign(events, {
    navigator: { maxTouchPoints: touch },
    screen: { orientation: { angle: 0 } },
    DeviceOrientationEvent: permission === undefined ? {} : { requestPermission: () => Promise.resolve(permission) },
  }) as unknown as Window;
  const view = {
    direction: AHEAD as ViewDirection,
    turnTo(change: Partial<ViewDirection>) {
      view.direction = normalDirection({ ...view.direction, ...change });
    },
  };
  const clock = createFakeClock();
  const fail = (error: unknown): void => {
    throw error;
  };
  const hold = (alpha: number | null, beta: number | null = 90, gamma: number | null = 0): void =>
    void events.dispatchEvent(Object.assign(new Event('deviceorientation'), { alpha, beta, gamma }));
  return { sensor: new OrientationSensor(view, window, clock, fail), view, clock, hold };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the view follows the turns of the device from its initial direction, and keeps a turn by finger', async () => {
  const { sensor, view, hold } = createLab();
  view.turnTo({ yaw: 200 });
  const started = sensor.start();
  await settle();
  hold(30);
  expect(await started).toBe(true);
  expect(view.direction.yaw).toBeCloseTo(200);
  hold(50, 100);
  expect(view.direction.yaw).toBeCloseTo(220);
  expect(view.direction.pitch).toBeCloseTo(10);
  view.turnTo({ yaw: view.direction.yaw + 15 });
  hold(60, 100);
  expect(view.direction.yaw).toBeCloseTo(245);
  sensor.stop();
  hold(90);
  expect(view.direction.yaw).toBeCloseTo(245);
  expect(sensor.get()).toBe(false);
});

test('the sensor stops if no angles arrive in time', async () => {
  const { sensor, clock, hold } = createLab();
  const started = sensor.start();
  await settle();
  expect(sensor.get()).toBe(true);
  hold(null, null, null);
  await clock.advance(SENSOR_TIMEOUT_MS);
  expect(await started).toBe(false);
  expect(sensor.get()).toBe(false);
});

test('the sensor does not start if the viewer refuses the permission', async () => {
  const { sensor } = createLab({ permission: 'denied' });
  expect(sensor.needsNoGesture()).toBe(false);
  expect(await sensor.start()).toBe(false);
  expect(sensor.get()).toBe(false);
});

test('motion is not available on a device without touch', () => {
  expect(createLab({ touch: 0 }).sensor.isAvailable()).toBe(false);
  expect(createLab().sensor.needsNoGesture()).toBe(true);
});
