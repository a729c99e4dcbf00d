import { beforeEach, expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { drawn, find, middleOf, textsOf } from './support/elements.ts';
import { give } from './support/give.ts';
import { mouse } from './support/real-pointers.ts';
import { compassDegrees, showSphere, SPHERE } from './support/show-sphere.ts';
import { until } from './support/until.ts';

const BUTTON = '[data-icon="moveDevice"]';
/** Safari prompts; `reply` is the viewer's decision. */
function promptViewer(reply: () => Promise<string>): void {
  give(window.DeviceOrientationEvent, 'requestPermission', reply);
}

/** Fires an event of an upright device that is turned to the left by `alpha` degrees; `null` without a reading. */
function turnDevice(alpha: number | null): void {
  const angles = alpha === null ? {} : { alpha, beta: 90, gamma: 0 };
  window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', angles));
}

const press = (): Promise<void> => mouse.click(middleOf(BUTTON));
const isPressed = (): boolean => find(BUTTON).ariaPressed === 'true';

// A phone whose browser does not prompt.
beforeEach(() => {
  give(navigator, 'maxTouchPoints', 5);
  give(window.DeviceOrientationEvent, 'requestPermission', undefined);
});

test('a device with a touch screen offers to look around by moving it', async () => {
  await showSphere();
  expect(find(BUTTON).ariaLabel).toBe('Move your device to look around');
  expect(isPressed()).toBe(false);
});

test('the view follows the device from where it was, and stays when the sensor is turned off', async () => {
  const { view } = await showSphere();
  view.turnTo({ yaw: 30 });
  await press();
  await until(isPressed).toBe(true);
  turnDevice(100);
  expect(compassDegrees()).toBeCloseTo(30, 5);
  turnDevice(120);
  expect(compassDegrees()).toBeCloseTo(50, 5);
  await press();
  await until(isPressed).toBe(false);
  turnDevice(160);
  expect(compassDegrees()).toBeCloseTo(50, 5);
});

test('a view that was tilted with the device is level once the sensor is turned off', async () => {
  const { view } = await showSphere();
  await press();
  await until(isPressed).toBe(true);
  turnDevice(0);
  view.turnTo({ roll: 20 });
  await press();
  await until(isPressed).toBe(false);
  expect(view.direction.roll).toBe(0);
});

test.each([
  ['denied', async () => 'denied'],
  ['impossible', async () => Promise.reject(new Error('no gesture'))],
])('after a sensor prompt that is %s a notice gives the reason, and a second press prompts again', async (_, reply) => {
  promptViewer(reply);
  const { reports } = await showSphere();
  await press();
  await until(() => textsOf('.notice')).toEqual(['Motion sensors aren’t available']);
  expect([isPressed(), reports]).toEqual([false, []]);
  promptViewer(async () => 'granted');
  await press();
  await until(isPressed).toBe(true);
  turnDevice(0);
  turnDevice(20);
  expect(compassDegrees()).toBeCloseTo(20, 5);
});

test('a host that forbids the sensor removes the button, and stops a sensor that was on', async () => {
  const { player } = await showSphere();
  await press();
  await until(isPressed).toBe(true);
  turnDevice(0);
  player.set({ orientationSensor: false });
  await until(() => drawn(BUTTON)).toEqual([]);
  turnDevice(50);
  expect(compassDegrees()).toBe(0);
});

test('where the browser requires a prompt, a host’s request waits for the viewer’s press', async () => {
  let hasPrompted = false;
  promptViewer(async () => {
    hasPrompted = true;
    return 'granted';
  });
  const { player } = await showSphere({ ...SPHERE, orientationSensor: true });
  player.goTo(PLAYER_STATE.playing);
  await until(() => drawn('[data-icon="pause"]').length).toBe(1);
  expect([isPressed(), hasPrompted]).toEqual([false, false]);
  await press();
  await until(() => [isPressed(), hasPrompted]).toEqual([true, true]);
});
