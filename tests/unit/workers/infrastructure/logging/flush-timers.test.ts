import { expect, test } from 'vitest';
import { FAST_FLUSH_DELAY_MS, FIRST_FLUSH_DELAY_MS, FLUSH_INTERVAL_MS } from '../../../../../protocol/constants.ts';
import { EVENT_TIER } from '../../../../../protocol/events/event-tier.ts';
import { FlushTimers } from '../../../../../workers/infrastructure/logging/flush-timers.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

function setUp() {
  const clock = createFakeClock();
  const flushed: (readonly [atMs: number, tierMin: number])[] = [];
  const session = { savesData: false };
  const flush = (tierMin: number): void => void flushed.push([clock.monotonicNow(), tierMin]);
  const timers = new FlushTimers({ clock, session, flush });
  return { clock, flushed, session, timers };
}

test('ordinary events start one timer, of 2 s for the first flush and of 10 s for later flushes [L4]', async () => {
  const { clock, flushed, timers } = setUp();
  timers.noteEvent(EVENT_TIER.dispatchToEmpty);
  timers.noteEvent(EVENT_TIER.default);
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(20_000);
  timers.noteEvent(EVENT_TIER.default);
  await clock.advance(60_000);
  expect(flushed).toEqual([
    [FIRST_FLUSH_DELAY_MS, EVENT_TIER.unspecified],
    [20_000 + FLUSH_INTERVAL_MS, EVENT_TIER.unspecified],
  ]);
});

test('with data saving an ordinary flush comes after 30 s, and an urgent flush after its usual delay [L4]', async () => {
  const { clock, flushed, session, timers } = setUp();
  timers.noteEvent(EVENT_TIER.default);
  await clock.advance(20_000);
  session.savesData = true;
  timers.noteEvent(EVENT_TIER.default);
  timers.noteEvent(EVENT_TIER.fast);
  await clock.advance(60_000);
  session.savesData = false;
  timers.noteEvent(EVENT_TIER.default);
  await clock.advance(60_000);
  expect(flushed).toEqual([
    [FIRST_FLUSH_DELAY_MS, EVENT_TIER.unspecified],
    [20_000 + FAST_FLUSH_DELAY_MS, EVENT_TIER.fast],
    [50_000, EVENT_TIER.unspecified],
    [90_000, EVENT_TIER.unspecified],
  ]);
});

test('the first fast event starts a fast timer and the ordinary timer, and a later fast event a new fast timer [L5]', async () => {
  const { clock, flushed, timers } = setUp();
  timers.noteEvent(EVENT_TIER.fast);
  timers.noteEvent(EVENT_TIER.fast);
  expect(clock.pendingCount()).toBe(2);
  await clock.advance(FAST_FLUSH_DELAY_MS);
  timers.noteEvent(EVENT_TIER.fast);
  await clock.advance(60_000);
  expect(flushed).toEqual([
    [FAST_FLUSH_DELAY_MS, EVENT_TIER.fast],
    [FIRST_FLUSH_DELAY_MS, EVENT_TIER.unspecified],
    [2 * FAST_FLUSH_DELAY_MS, EVENT_TIER.fast],
  ]);
});

test('an immediate event is flushed at once, without a timer [L5]', () => {
  const { clock, flushed, timers } = setUp();
  timers.noteEvent(EVENT_TIER.immediate);
  expect(flushed).toEqual([[0, EVENT_TIER.immediate]]);
  expect(clock.pendingCount()).toBe(0);
});

test('after a stop events start no timer', async () => {
  const { clock, flushed, timers } = setUp();
  timers.stop();
  timers.noteEvent(EVENT_TIER.fast);
  timers.stop();
  expect(clock.pendingCount()).toBe(0);
  await clock.advance(60_000);
  expect(flushed).toEqual([]);
});
