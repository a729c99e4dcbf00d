// @module-tag thorough
import { join } from 'node:path';
import { expect } from 'vitest';
import { hurry, waitForState } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { SteeringCdn, STEERING, type Steering } from './support/steering-cdn.ts';
import { UnusualMedia } from './support/unusual-media.ts';

const SOURCE = 'film-steered';
const idOf = (steering: Steering): string => steering.padStart(11, '-');

const test = base
  .extend('cdn', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    await media.addVideo(SOURCE);
    const cdn = await SteeringCdn.start(join(media.folder, 'media', SOURCE));
    for (const steering of Object.keys(STEERING) as Steering[])
      await media.addStream(idOf(steering), { hls: cdn.address(steering) });
    onCleanup(async () => {
      await cdn.close();
      await media.remove();
    });
    return { cdn, folder: media.folder };
  })
  .extend('environment', { scope: 'file' }, ({ cdn }) => ({ ORIEL_CATALOG_DIR: cdn.folder }));

async function playToEnd({ openPage, playerOrigin }: Product, steering: Steering, query = '') {
  const { page, problems } = await openPage();
  await hurry(page);
  await page.goto(`${playerOrigin}/embed/${idOf(steering)}?autoplay=1&mute=1${query}`);
  await waitForState(page, 'ended');
  const playedTo = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  return { problems, playedTo };
}

test('a steering server moves the pictures and the sound of a player to another pathway', async ({
  product,
  cdn: { cdn },
}) => {
  const { problems, playedTo } = await playToEnd(product, 'moves');
  expect(playedTo).toBeGreaterThan(9.7);
  const segments = cdn.requestsOf('moves').filter((path) => path.endsWith('.m4s'));
  // At most one segment of each track was being requested when the server responded.
  expect(segments[0]).toMatch(/^a/);
  for (const kind of ['video', 'audio']) {
    const ofKind = segments.filter((path) => path.includes(`/${kind}/`));
    expect(ofKind.filter((path) => path.startsWith('a/')).length).toBeLessThanOrEqual(2);
    expect(ofKind.at(-1)).toBe(`b/${kind}/004.m4s`);
  }
  expect(problems).toEqual([]);
});

test.concurrent.for([
  ['wants the next request at once', 'loops', ''],
  ['wants the next request of the engine on main at once', 'loops', '&worker=off'],
  ['wants the next request in 35 days', 'overflows', ''],
  ['sends fields of other types', 'misspells', ''],
  ['sends fields of other types to the engine on main', 'misspells', '&worker=off'],
  ['never responds', 'silent', ''],
  ['sends ten megabytes', 'large', ''],
] as const)(
  'a steering server that %s receives at most two requests, and the video plays to its end',
  async ([, steering, query], { product, cdn: { cdn } }) => {
    const asked = () => cdn.requestsOf(steering).filter((path) => path === 'steer').length;
    const before = asked();
    const { problems, playedTo } = await playToEnd(product, steering, query);
    expect(playedTo).toBeGreaterThan(9.7);
    expect(asked() - before).toBeGreaterThanOrEqual(1);
    expect(asked() - before).toBeLessThanOrEqual(2);
    expect(cdn.requestsOf(steering).filter((path) => path.startsWith('b/'))).toEqual([]);
    expect(problems).toEqual([]);
  },
);
