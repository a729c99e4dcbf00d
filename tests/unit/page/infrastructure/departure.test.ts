import { expect, test } from 'vitest';
import { makeLine, makeSettings } from '../../../support/pipeline-harness.ts';
import { Departure } from '../../../../src/page/infrastructure/departure.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';

function setUp({ isGone = true, hasBeacons = true } = {}) {
  const lines: string[] = [];
  const beacons: (readonly [address: string, count: number])[] = [];
  const told: string[] = [];
  const sendBeacon = (address: string, body: string): boolean => {
    const { events } = JSON.parse(body) as { events: unknown[] };
    return beacons.push([address, events.length]) > 0;
  };
  const environment = Object.assign(new EventTarget(), {
    navigator: { onLine: true, ...(hasBeacons ? { sendBeacon } : {}) },
  });
  const departure = new Departure({
    clock: createFakeClock(),
    environment,
    context: { logAddress: (endpoint) => `/${endpoint}`, clientToShow: () => makeSettings().client },
    outbox: { post: () => void told.push('post'), unacknowledged: () => lines },
    connection: { openOutbox: () => void told.push('open'), stop: () => void told.push('stop') },
    lifecycle: { isGone },
  });
  return { lines, beacons, told, environment, departure };
}

test('when a page unloads for good, its service ends and the remaining events are sent by beacon', () => {
  const { lines, beacons, told, departure } = setUp();
  lines.push(makeLine(), makeLine({ name: 'playbackFrames' }));
  departure.begin();
  expect(told).toEqual(['stop']);
  expect(beacons).toEqual([
    ['/log_event', 1],
    ['/video_stats', 1],
  ]);
});

test('the service of a page that unloads but may come back keeps running', () => {
  const { told, departure } = setUp({ isGone: false });
  departure.begin();
  expect(told).toEqual([]);
});

test('events logged while the page unloads are sent in one beacon at the end of the task, each once', async () => {
  const { lines, beacons, told, departure } = setUp();
  lines.push(makeLine());
  departure.begin();
  for (let index = 0; index < 3; index += 1) {
    lines.push(makeLine());
    departure.noteLogged();
  }
  expect([beacons.length, told.filter((what) => what === 'post').length]).toEqual([1, 3]);
  await settle();
  expect(beacons.map(([, count]) => count)).toEqual([1, 3]);
  lines.push(makeLine());
  departure.noteLogged();
  await settle();
  expect(beacons.map(([, count]) => count)).toEqual([1, 3, 1]);
});

test('events logged before the page unloads are sent by the service, not by beacon', async () => {
  const { lines, beacons, told, departure } = setUp();
  lines.push(makeLine());
  departure.noteLogged();
  await settle();
  expect([beacons, told]).toEqual([[], []]);
});

test('the remaining events are sent when the page turns hidden, if the unload has run no microtask', () => {
  const { lines, beacons, environment, departure } = setUp();
  departure.watchLastChance();
  departure.begin();
  environment.dispatchEvent(new Event('visibilitychange'));
  expect(beacons).toEqual([]);
  lines.push(makeLine());
  departure.noteLogged();
  environment.dispatchEvent(new Event('visibilitychange'));
  expect(beacons).toHaveLength(1);
  environment.dispatchEvent(new Event('visibilitychange'));
  expect(beacons).toHaveLength(1);
});

test('after a cancelled unload events go to the service again, and no beacon is sent', async () => {
  const { lines, beacons, told, departure } = setUp({ isGone: false });
  departure.cancel();
  expect(told).toEqual([]);
  departure.begin();
  departure.cancel();
  departure.cancel();
  expect(told).toEqual(['open']);
  lines.push(makeLine());
  departure.noteLogged();
  await settle();
  expect(beacons).toEqual([]);
});

test('in a browser without beacons the unacknowledged lines are kept', () => {
  const { lines, beacons, departure } = setUp({ hasBeacons: false });
  lines.push(makeLine());
  departure.begin();
  expect([beacons, lines.length]).toEqual([[], 1]);
});
