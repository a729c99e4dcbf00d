// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { waitForControls, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { Hands } from './support/hands.ts';

/** Beside the frame in which a second begins, and what timers of the page were late by meanwhile. */
const CLOCK_TOLERANCE_SECONDS = 0.1;

interface Turn {
  readonly text: string;
  /** Time of the video in the last frame that showed the second before, and in the first that shows this one. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** How late timers of the page have been at worst so far, which is most on a busy machine. */
  readonly timersLateMs: number;
}

const nextTurns = (page: Page, count: number): Promise<readonly Turn[]> =>
  page.evaluate(async (wanted) => {
    const turns: Turn[] = [];
    let timersLateMs = 0;
    const probe = (dueMs: number): void => {
      timersLateMs = Math.max(timersLateMs, performance.now() - dueMs);
      if (turns.length < wanted) setTimeout(probe, 20, performance.now() + 20);
    };
    probe(performance.now());
    const video = document.querySelector('video');
    const clock = document.querySelector('.time');
    const read = () => /\d+:\d\d/.exec(clock?.textContent ?? '')?.[0] ?? '';
    let text = read();
    let fromSeconds = video?.currentTime ?? -1;
    while (turns.length < wanted) {
      await new Promise(requestAnimationFrame);
      const toSeconds = video?.currentTime ?? -1;
      if (read() !== text) turns.push({ text: read(), fromSeconds, toSeconds, timersLateMs });
      text = read();
      fromSeconds = toSeconds;
    }
    return turns;
  }, count);

test('the clock turns when a second of the video begins, at any speed and after a seek', async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1&loop=1');
  await waitForControls(page);
  const hands = await Hands.of(page);
  let moves = 0;
  const expectInTime = async (count: number, rate: number): Promise<void> => {
    // Hidden controls turn their clock seldom.
    await hands.move(0.4, 0.4 + (moves += 1) / 100);
    const turns = await nextTurns(page, count);
    const late = turns.filter(({ text, fromSeconds, toSeconds, timersLateMs }) => {
      const seconds = Number(text.slice(2));
      const tolerance = CLOCK_TOLERANCE_SECONDS + (timersLateMs / 1_000) * rate;
      return seconds < fromSeconds - tolerance || seconds > toSeconds + tolerance;
    });
    expect(late).toEqual([]);
  };
  await expectInTime(2, 1);
  await hands.key('3');
  await waitForTime(page, 8.4);
  await expectInTime(2, 1);
  for (const _ of [1, 2, 3, 4]) await hands.key('>');
  await expectInTime(3, 2);
});
