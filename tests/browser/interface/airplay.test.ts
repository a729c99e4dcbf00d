import { beforeEach, expect, test } from 'vitest';
import { all, drawn, find, middleOf } from './support/elements.ts';
import { give } from './support/give.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const BUTTON = '[data-icon="airPlay"]';
const AVAILABILITY = 'webkitplaybacktargetavailabilitychanged';
const WIRELESS = 'webkitcurrentplaybacktargetiswirelesschanged';

/** Dispatches the only event by which Safari reports whether an AirPlay device is available. */
const tell = ({ media }: ShownPlayer, availability: 'available' | 'not-available'): boolean =>
  media.dispatchEvent(Object.assign(new Event(AVAILABILITY), { availability }));

/** Shows the player with an AirPlay device available. */
async function showTarget(): Promise<ShownPlayer> {
  const shown = await showPlayer(HUNDRED);
  await until(() => tell(shown, 'available') && drawn(BUTTON).length).toBe(1);
  return shown;
}

beforeEach(() => give(window, 'WebKitPlaybackTargetAvailabilityEvent', Event));

test('the AirPlay button is shown while the viewer has devices', async () => {
  const shown = await showTarget();
  tell(shown, 'not-available');
  await until(() => drawn(BUTTON)).toEqual([]);
  tell(shown, 'available');
  await until(() => drawn(BUTTON).length).toBe(1);
});

test('a press on the AirPlay button opens the system’s list of devices', async () => {
  const shown = await showTarget();
  let opened = 0;
  Object.assign(shown.media, { webkitShowPlaybackTargetPicker: () => (opened += 1) });
  await mouse.click(middleOf(BUTTON));
  expect([opened, shown.player.executed]).toEqual([1, []]);
});

test('the AirPlay button is pressed while the video plays on another device', async () => {
  const { media } = await showTarget();
  expect(find(BUTTON).ariaPressed).toBe('false');
  for (const isWireless of [true, false]) {
    Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: isWireless });
    media.dispatchEvent(new Event(WIRELESS));
    await until(() => find(BUTTON).ariaPressed).toBe(String(isWireless));
  }
});

test('the search for AirPlay devices, which costs power, ends when the control bar is removed', async () => {
  const { media, player } = await showTarget();
  player.set({ error: { code: 'fmt.decode', title: '', advice: '', retryable: true } });
  await until(() => drawn('.control-bar')).toEqual([]);
  let reads = 0;
  Object.defineProperty(media, 'webkitCurrentPlaybackTargetIsWireless', { get: () => (reads += 1) });
  media.dispatchEvent(new Event(WIRELESS));
  expect(reads).toBe(0);
});

test('in a browser without AirPlay the code for it is not loaded', async () => {
  Reflect.deleteProperty(window, 'WebKitPlaybackTargetAvailabilityEvent');
  const shown = await showPlayer(HUNDRED);
  await until(() => drawn('.control-bar').length).toBe(1);
  tell(shown, 'available');
  await until(() => drawn('.bar-play').length).toBe(1);
  expect(all(BUTTON)).toEqual([]);
});
