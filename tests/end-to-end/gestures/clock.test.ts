import type { Page } from 'playwright';
import { expect } from 'vitest';
import { waitForControls, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { Hands } from './support/hands.ts';

/** Beside the frame in which a second begins, which may be a long one on a busy machine. */
const CLOCK_TOLERANCE_SECONDS = 0.1;

interface Turn {
  readonly text: string;
  /** Time of the video in the last frame that showed the second before, and in the first that shows this one. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

const turnsOf = (page: Page, forMs: number): Promise<readonly Turn[]> =>
  page.evaluate(async (lengthMs) => {
    const turns: { text: string; fromSeconds: number; toSeconds: number }[] = [];
    const video = document.querySelector('video');
    const clock = document.querySelector('.time');
    const read = () => /\d+:\d\d/.exec(clock?.textContent ?? '')?.[0] ?? '';
    let text = read();
    let fromSeconds = video?.currentTime ?? -1;
    for (const endMs = performance.now() + lengthMs; performance.now() < endMs;) {
      await new Promise(requestAnimationFrame);
      const toSeconds = video?.currentTime ?? -1;
      if (read() !== text) turns.push({ text: read(), fromSeconds, toSeconds });
      text = read();
      fromSeconds = toSeconds;
    }
    return turns;
  }, forMs);

test('the clock turns when a second of the video begins, at any speed and after a seek', async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1&loop=1');
  await waitForControls(page);
  const hands = await Hands.of(page);
  const expectInTime = async (forMs: number, atLeast: number): Promise<void> => {
    const turns = await turnsOf(page, forMs);
    expect(turns.length).toBeGreaterThanOrEqual(atLeast);
    const late = turns.filter(({ text, fromSeconds, toSeconds }) => {
      const seconds = Number(text.slice(2));
      return seconds < fromSeconds - CLOCK_TOLERANCE_SECONDS || seconds > toSeconds + CLOCK_TOLERANCE_SECONDS;
    });
    expect(late).toEqual([]);
  };
  await hands.move(0.4, 0.4);
  await expectInTime(2_600, 2);
  await hands.key('3');
  await waitForTime(page, 8.4);
  await expectInTime(2_000, 1);
  for (const _ of [1, 2, 3, 4]) await hands.key('>');
  await expectInTime(2_000, 3);
});
