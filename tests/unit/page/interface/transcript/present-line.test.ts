import { expect, test } from 'vitest';
import { lineAt, PresentLine } from '../../../../../src/page/interface/transcript/present-line.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const LINES = [1, 4, 9].map((startSeconds) => ({ startSeconds, runs: [], text: '' }));

function watch(rate = 1) {
  const clock = createFakeClock();
  const player = createFakePlayer({ durationSeconds: 100 });
  const go = (seconds: number, newRate = rate): void =>
    player.set({ position: { seconds, atMs: clock.monotonicNow(), rate: newRate } });
  go(0);
  const document = Object.assign(new EventTarget(), { hidden: false });
  const present = new PresentLine({ lines: LINES, player, clock, document });
  const seen: number[] = [];
  const stop = present.subscribe(() => seen.push(present.get()));
  return { clock, player, go, document, present, seen, stop };
}

test('the present line is the line that began last, counted from slightly before its start', () => {
  expect([0, 0.99, 1, 3.9, 3.99, 99].map((seconds) => lineAt(LINES, seconds))).toEqual([-1, 0, 0, 0, 1, 2]);
  expect(lineAt([], 5)).toBe(-1);
});

test('the present line changes when the next line begins, with one timer at a time', async () => {
  const { clock, seen, present } = watch();
  expect(present.get()).toBe(-1);
  await clock.advance(4_100);
  expect([seen, clock.pendingCount()]).toEqual([[0, 1], 1]);
  await clock.advance(6_000);
  expect([seen, clock.pendingCount()]).toEqual([[0, 1, 2], 0]);
});

test('at twice the speed the present line changes after half the time', async () => {
  const { clock, seen } = watch(2);
  await clock.advance(2_050);
  expect(seen).toEqual([0, 1]);
});

test('a seek changes the present line at once, and a pause ends the timer', async () => {
  const { clock, go, seen } = watch();
  go(9.5);
  expect(seen).toEqual([2]);
  go(2, 0);
  expect([seen, clock.pendingCount()]).toEqual([[2, 0], 0]);
});

test('a hidden page has no timer, and its present line is updated when the page is shown', async () => {
  const { clock, document, seen } = watch();
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(clock.pendingCount()).toBe(0);
  await clock.advance(5_000);
  expect(seen).toEqual([]);
  document.hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(seen).toEqual([1]);
});

test('without subscribers the present line has neither a timer nor a subscription', () => {
  const { clock, player, stop } = watch();
  stop();
  expect([clock.pendingCount(), player.subscriberCount()]).toEqual([0, 0]);
});
