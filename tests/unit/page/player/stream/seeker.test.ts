import { expect, test } from 'vitest';
import { NO_INTENT, type PositionIntent } from '../../../../../src/page/player/intents/intent.ts';
import { Intents } from '../../../../../src/page/player/intents/intents.ts';
import { Seeker } from '../../../../../src/page/player/stream/seeker.ts';
import type { SecondsRange } from '../../../../../protocol/runtime/media/time-ranges.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

/** An element that never seeks by itself: every assignment is recorded, and seeks until the test ends it. */
class ScriptedElement {
  readonly assigned: number[] = [];
  readyState = 4;
  src = '';
  seeking = false;
  duration = 28;
  playbackRate = 1;
  seconds = 0;
  ranges: readonly SecondsRange[] = [];

  get buffered(): TimeRanges {
    const at = (index: number, side: 0 | 1): number => this.ranges[index]?.[side] ?? Number.NaN;
    return { length: this.ranges.length, start: (index) => at(index, 0), end: (index) => at(index, 1) };
  }

  get currentTime(): number {
    return this.seconds;
  }

  set currentTime(seconds: number) {
    this.assigned.push(seconds);
    this.seconds = seconds;
    this.seeking = this.readyState > 0;
  }

  land(seconds: number): void {
    this.seeking = false;
    this.seconds = seconds;
  }
}

function subject(readyState = 4) {
  const clock = createFakeClock();
  const element = new ScriptedElement();
  element.readyState = readyState;
  const intents = new Intents(NO_INTENT, clock, () => undefined);
  const seeker: Seeker = new Seeker({
    element,
    clock,
    intents,
    onDue: () => seeker.reconcile(),
  });
  const seek = (seconds: number, reason: PositionIntent['reason'] = 'seek'): void => {
    intents.ask({ position: { seconds, reason } });
    seeker.reconcile();
  };
  return { clock, element, intents, seeker, seek };
}

test('the seeker sets the position once, and the intent is fulfilled once the seek has ended with data', () => {
  const { element, intents, seeker, seek } = subject();
  seek(14);
  seeker.reconcile();
  expect([element.assigned, intents.isPending('position')]).toEqual([[14], true]);
  element.land(14);
  element.readyState = 1;
  seeker.reconcile();
  expect(intents.isPending('position')).toBe(true);
  element.readyState = 2;
  seeker.reconcile();
  expect([element.assigned, intents.current.position]).toEqual([[14], null]);
});

test('a seek during a pending seek waits 50 ms, and goes exactly to its own target even if data are loaded', async () => {
  const { clock, element, seek } = subject();
  element.ranges = [[0, 28]];
  seek(14);
  seek(20);
  await clock.advance(49);
  expect(element.assigned).toEqual([14]);
  await clock.advance(1);
  expect(element.assigned).toEqual([14, 20]);
});

test('a seek after 50 ms, or after a seek that has ended, does not wait', async () => {
  const { clock, element, seek } = subject();
  seek(14);
  await clock.advance(50);
  seek(20);
  element.land(20);
  seek(5);
  expect(element.assigned).toEqual([14, 20, 5]);
});

test('a seek does not wait for a seek that the element has begun by itself', () => {
  const { element, seek } = subject();
  element.seeking = true;
  seek(14);
  expect(element.assigned).toEqual([14]);
});

test.each([
  ['with data', 4],
  ['without data', 1],
])('a seek that was lost in a source %s is repeated after 1.5 s', async (_, readyState) => {
  const { clock, element, seek } = subject();
  seek(14);
  element.land(3);
  element.readyState = readyState;
  await clock.advance(1_499);
  expect(element.assigned).toEqual([14]);
  await clock.advance(1);
  expect(element.assigned).toEqual([14, 14]);
});

test.each<[string, readonly SecondsRange[], boolean]>([
  ['data are loaded around the target', [[10, 20]], true],
  ['data begin at the target', [[14, 20]], true],
  [
    'one of several ranges contains the target',
    [
      [0, 2],
      [10, 20],
    ],
    true,
  ],
  ['data end at the target', [[10, 14]], false],
  ['data begin after the target', [[15, 20]], false],
  ['no data are loaded', [], false],
])('after 1.5 s a pending seek, where %s (%j), is repeated 10 ms later: %s', async (_, ranges, isMoved) => {
  const { clock, element, seek } = subject();
  seek(14);
  element.ranges = ranges;
  await clock.advance(10_000);
  expect(element.assigned).toEqual(isMoved ? [14, 14.01] : [14]);
});

test.each<[string, (given: ReturnType<typeof subject>) => void]>([
  ['the intent has been fulfilled', ({ intents }) => intents.fulfil({ position: null })],
  [
    'it has ended at its target with data',
    ({ element }) => {
      element.ranges = [[10, 20]];
      element.land(14);
    },
  ],
  ['another source begins at its target', ({ element }) => Object.assign(element, { readyState: 0, seconds: 14 })],
  ['the seeker was stopped', ({ seeker }) => seeker.stop()],
])('a seek is not repeated if %s', async (_, change) => {
  const given = subject();
  given.seek(14);
  given.element.land(3);
  change(given);
  await given.clock.advance(10_000);
  expect(given.element.assigned).toEqual([14]);
  expect(given.clock.pendingCount()).toBe(0);
});

test('before the metadata the seeker sets no start on an element whose address contains the start', () => {
  const { element, seek } = subject(0);
  element.src = 'https://media.example/film.mp4#t=14';
  seek(14, 'start');
  expect(element.assigned).toEqual([]);
});

test('a seek to a start that has data but does not end is repeated 10 ms later in the video', async () => {
  const { clock, element, seeker, seek } = subject(0);
  seek(14, 'start');
  Object.assign(element, { readyState: 1, seeking: true, ranges: [[14, 20]] });
  seeker.reconcile();
  await clock.advance(1_000);
  // An unrelated change must not restart the wait.
  seeker.reconcile();
  await clock.advance(500);
  expect(element.assigned).toEqual([14, 14.01]);
});

test('before the metadata the seeker sets the start once, and waits for no seek', () => {
  const { clock, element, seeker, seek } = subject(0);
  seek(14);
  seeker.reconcile();
  expect([element.assigned, clock.pendingCount()]).toEqual([[14], 0]);
});

test.each([
  ['near the end goes to a margin before the end', 27.9, 28, 27.7],
  ['in a video without an end is not changed', 900, Infinity, 900],
  ['in a video shorter than the margin goes to 0', 0.2, 0.25, 0],
])('a seek %s (target %d s, duration %d s: %d s)', (_, seconds, duration, expected) => {
  const { element, seek } = subject();
  element.duration = duration;
  element.seconds = 1;
  seek(seconds);
  expect(element.assigned).toEqual([expected]);
});

test.each<[PositionIntent['reason'], number, boolean]>([
  ['start', 14, false],
  ['start', 16, false],
  ['start', 13.9, true],
  ['resume', 14, false],
  ['resume', 14.1, true],
  ['seek', 14, false],
  ['seek', 14.1, true],
])('an intent “%s” to 14 s moves an element at %d s: %s', (reason, seconds, isSent) => {
  const { element, intents, seek } = subject();
  element.seconds = seconds;
  seek(14, reason);
  expect(element.assigned).toEqual(isSent ? [14] : []);
  expect(intents.isPending('position')).toBe(isSent);
});

test.each([
  ['half a second before 14', 13.5, true],
  ['further before 14', 13.49, false],
  ['half a second beyond the distance it can have played', 16.5, true],
  ['further beyond', 16.51, false],
])(
  'an element that was moved to 14 s a second ago at double speed, and is %s (%d s), has arrived: %s',
  async (_, seconds, isThere) => {
    const { clock, element, intents, seeker, seek } = subject();
    element.playbackRate = 2;
    seek(14);
    await clock.advance(1_000);
    element.land(seconds);
    seeker.reconcile();
    expect(intents.isPending('position')).toBe(!isThere);
  },
);

test('a position to which the engine has moved the element fulfils the present intent, and not the next one', () => {
  const { element, intents, seeker, seek } = subject();
  seek(14);
  element.land(17);
  seeker.engineMoved(17);
  seeker.reconcile();
  expect([element.assigned, intents.current.position]).toEqual([[14], null]);
  seek(5);
  expect(element.assigned).toEqual([14, 5]);
});

test('after four attempts the seeker stops moving the element, and a new source gets four more attempts', () => {
  const { element, intents, seeker, seek } = subject();
  const refuse = (): void => {
    for (let check = 0; check < 6; check += 1) {
      element.land(3);
      seeker.reconcile();
    }
  };
  seek(14);
  element.readyState = 1;
  refuse();
  expect(element.assigned).toHaveLength(4);
  seeker.sourceChanged();
  refuse();
  expect([element.assigned.length, intents.isPending('position')]).toEqual([8, true]);
  element.readyState = 2;
  refuse();
  expect(intents.isPending('position')).toBe(false);
});
