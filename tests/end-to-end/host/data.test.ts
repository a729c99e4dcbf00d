// @module-tag thorough
import type { Page } from 'playwright';
import type { OrielPlayer } from '../../../src/host/client/types.ts';
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { bundleScript } from './support/bundle.ts';

interface HostPage extends Window {
  player: OrielPlayer;
}

const info = (page: Page) =>
  page.evaluate(() => {
    const { dataSaver, hasSoundAlone, quality } = (window as unknown as HostPage).player.info;
    return { dataSaver, hasSoundAlone, quality };
  });

test('player.info reports data saving and whether audio only is available, before and after the host chooses both', async ({
  product,
  site,
}) => {
  const { page } = await product.openPage();
  const script = await bundleScript(`
    import { createPlayer } from '${process.cwd()}/src/host/oriel.ts';
    window.make = async (host) => {
      window.player = await createPlayer('#spot', { videoId: 'orieldemo01', host, parameters: { mute: 1 } });
    };
  `);
  await page.goto(site.page(`<!doctype html><title>Data</title><div id="spot"></div><script>${script}</script>`));
  await page.evaluate(
    (host) => (window as unknown as { make(host: string): Promise<void> }).make(host),
    product.playerOrigin,
  );
  await expect.poll(() => info(page)).toMatchObject({ dataSaver: false, hasSoundAlone: true });
  await page.evaluate(async () => {
    const { player } = window as unknown as HostPage;
    await player.setDataSaver('on');
    await player.setQuality('audio');
    await player.play();
  });
  await expect.poll(() => info(page)).toEqual({ dataSaver: true, hasSoundAlone: true, quality: 'audio' });
});
