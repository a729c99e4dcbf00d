// @module-tag thorough
import type { Page } from 'playwright';
import type { OrielPlayer } from '../../../src/host/client/types.ts';
import { test as base } from '../support/test.ts';
import { bundleScript } from './support/bundle.ts';

/** A promise settles when the command is done, or rejects with the reason. */

interface HostPage extends Window {
  player: OrielPlayer;
  errors: unknown[];
}

const test = base
  .extend('script', { scope: 'file' }, () =>
    bundleScript(`
    import { createPlayer } from '${process.cwd()}/src/host/oriel.ts';
    window.errors = [];
    window.make = async (host) => {
      window.player = await createPlayer('#spot', { videoId: 'orieldemo01', host, parameters: { mute: 1 } });
      player.on('error', (event) => errors.push(event));
    };
  `),
  )
  // On another origin, with a player that is ready.
  .extend('page', async ({ product, site, script }): Promise<Page> => {
    const { page } = await product.openPage();
    await page.goto(site.page(`<!doctype html><title>New</title><div id="spot"></div><script>${script}</script>`));
    await page.evaluate(
      (host) => (window as unknown as { make(host: string): Promise<void> }).make(host),
      product.playerOrigin,
    );
    return page;
  });

test.concurrent('a seek, a speed and a load are complete when they resolve [H1]', async ({ page, expect }) => {
  const [place, rate, duration] = await page.evaluate(async () => {
    const { player } = window as unknown as HostPage;
    await player.play();
    await player.pause();
    await player.seek(15);
    const seconds = player.info.currentTime;
    await player.setRate(2);
    const speed = player.info.rate;
    await player.load({ videoId: 'orielmp4001', startSeconds: 2 });
    return [seconds, speed, player.info.video.id === 'orielmp4001' ? player.info.duration : -1];
  });
  expect(place).toBeCloseTo(15, 1);
  expect(rate).toBe(2);
  expect(duration).toBeGreaterThan(1);
});

test.concurrent(
  'chapters, the length, places on the timeline and buffering are reported as they change [C4]',
  async ({ page, expect }) => {
    const told = await page.evaluate(async () => {
      const { player } = window as unknown as HostPage;
      const heard: unknown[] = [];
      player.on('chapterchange', ({ chapter }) => heard.push(['chapter', chapter?.title]));
      player.on('bufferingchange', ({ active }) => heard.push(['buffering', active]));
      player.on('durationchange', ({ duration }) => heard.push(['duration', duration > 1]));
      await player.play();
      const reached = new Promise<number>((resolve) => {
        player.addCuePoint(1, () => resolve(player.info.currentTime), { once: true });
      });
      const at = await reached;
      const { chapters } = player.info;
      await player.seek(chapters[1]?.startSeconds ?? 0);
      await player.load('orielmp4001');
      return { heard, at, titles: chapters.map(({ title }) => title) };
    });
    expect(told.titles.length).toBeGreaterThan(1);
    expect(told.at).toBeCloseTo(1, 0);
    expect(told.heard).toContainEqual(['buffering', true]);
    expect(told.heard).toContainEqual(['buffering', false]);
    expect(told.heard).toContainEqual(['chapter', told.titles[1]]);
    expect(told.heard).toContainEqual(['duration', true]);
  },
);
