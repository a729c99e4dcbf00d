import { expect } from 'vitest';
import { waitForControls, waitForState, waitForTime } from './support/player-page.ts';
import { test as base } from './support/test.ts';

/** The test reads what the provider has stored, so its server is its alone. */
const test = base.extend('environment', { scope: 'file' }, {});

interface Observed {
  readonly name: string;
  readonly payload: string;
}

test('the provider receives how the page started, what was pressed and what was watched [L8, L9, L10]', async ({
  product,
}) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1');
  await waitForControls(page);
  await waitForTime(page, 2);
  await page.waitForSelector('[data-idle]', { state: 'attached' });
  // A mouse move shows hidden controls, and keeps them while it is over them.
  const button = page.locator('.bar-play');
  const box = await button.boundingBox();
  if (box === null) throw new Error('no pause button');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await button.click();
  await waitForState(page, 'paused');
  // Low-priority events may be sent at the next visit (X6).
  await page.goto(`${product.playerOrigin}/embed/oriellive01`);
  const events = async (): Promise<Observed[]> => {
    const response = await fetch(`${product.playerOrigin}/provider/api/events?limit=1000`);
    return (await response.json()) as Observed[];
  };
  const read = async (): Promise<Map<string, Record<string, unknown>>> =>
    new Map((await events()).map(({ name, payload }) => [name, JSON.parse(payload) as Record<string, unknown>]));
  await expect
    .poll(async () => [...(await read()).keys()])
    .toEqual(
      expect.arrayContaining([
        'latencyAction',
        'visualElementScreenCreated',
        'visualElementAttached',
        'visualElementShown',
        'visualElementHidden',
        'visualElementClicked',
        'playbackStarted',
        'playbackWatched',
        'playbackFrames',
      ]),
    );
  const told = await read();
  const actions = (await events())
    .filter(({ name }) => name === 'latencyAction')
    .map(({ payload }) => JSON.parse(payload));
  expect(actions).toContainEqual(
    expect.objectContaining({
      action: 'page_start',
      infos: expect.objectContaining({ infrastructure: 'worker' }),
      spans: expect.objectContaining({ infrastructure: expect.any(Number) }),
    }),
  );
  expect(actions).toContainEqual(
    expect.objectContaining({ action: 'control', ticks: expect.objectContaining({ pauseVideo: expect.any(Number) }) }),
  );
  expect(told.get('visualElementClicked')).toMatchObject({ elementId: 'pause' });
  const nonces = [...told].filter(([name]) => name.startsWith('visualElement')).map(([, shown]) => shown);
  for (const { clientScreenNonce } of nonces) expect(clientScreenNonce).toMatch(/^[\w-]{16}$/);
  expect(told.get('playbackStarted')?.['startUpMs']).toBeGreaterThan(0);
  // Watched ranges leave in parts, each with a separate request.
  const watched = async (): Promise<number[]> =>
    (await events())
      .filter(({ name }) => name === 'playbackWatched')
      .flatMap(({ payload }) => (JSON.parse(payload) as { ranges: [number, number][] }).ranges.flat());
  await expect.poll(async () => Math.min(...(await watched()))).toBeLessThan(2);
  expect(Math.max(...(await watched()))).toBeGreaterThan(1.5);
  // Frames, too: those after a pause are few.
  const frames = (await events())
    .filter(({ name }) => name === 'playbackFrames')
    .map(({ payload }) => (JSON.parse(payload) as { totalFrames: number }).totalFrames);
  expect(frames.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
});
