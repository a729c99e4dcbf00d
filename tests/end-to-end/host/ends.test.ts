// @module-tag thorough
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { openHost, run } from './support/host-page.ts';

/** Events that a page of another origin gets at the end of a clip, and between the rounds of a loop. */

const clip = (
  server: string,
  loop: 0 | 1,
): string => `<div id="player"></div><script src="${server}/iframe_api"></script>
  <script>
    window.player = new YT.Player('player', {
      videoId: 'orieldemo01', playerVars: { mute: 1, start: 3, end: 4, loop: ${loop} },
      events: { onReady: note('ready'), onStateChange: note('state'), onVideoProgress: note('time') },
    });
    player.playVideo();
  </script>`;

test('a clip ends in state 0 at its end, and play begins it again [C2]', async ({ product, site }) => {
  const { page, heard } = await openHost(product, site, clip(product.playerOrigin, 0));
  await expect.poll(() => heard('state')).toContain(0);
  expect(await heard('state')).not.toContain(2);
  expect(await run<number>(page, 'player.getCurrentTime()')).toBeGreaterThan(3.9);
  await run(page, 'void player.playVideo()');
  await expect.poll(async () => (await heard('state')).filter((state) => state === 0).length).toBe(2);
  expect(Math.min(...((await heard('time')) as number[]))).toBeGreaterThan(2.9);
});

test('a clip that loops goes back to its start without an end between the rounds [C2]', async ({ product, site }) => {
  const { heard } = await openHost(product, site, clip(product.playerOrigin, 1));
  const rounds = async (): Promise<number> => {
    const times = (await heard('time')) as number[];
    return times.filter((time, index) => time < (times[index - 1] ?? 0) - 0.5).length;
  };
  await expect.poll(rounds).toBeGreaterThan(1);
  expect(await heard('state')).not.toContain(0);
});
