import type { ObservationSummary } from '../../protocol/provider/observation.ts';
import { findFrame } from './support/browser.ts';
import { startPathProxy } from './support/path-proxy.ts';
import { waitForControls, waitForState, waitForTime } from './support/player-page.ts';
import { test as base } from './support/test.ts';
import { splitRows } from '../support/split-rows.ts';

const PREFIX = '/some/player';

interface HostWindow {
  player: { loadVideoById(id: string): void; loadVideoByUrl(address: string): void; getVideoUrl(): string };
}

const test = base
  .extend('environment', { scope: 'file' }, { ORIEL_PATH_PREFIX: PREFIX, ORIEL_BENCH: '1' })
  // The same server behind a proxy that passes on the whole path, or strips the prefix.
  .extend('showBelow', async ({ server }, { onCleanup }) => async (takesPathOff: boolean) => {
    const proxy = await startPathProxy(server.port, PREFIX, takesPathOff);
    onCleanup(() => proxy.stop());
    const origins = { host: `http://localhost:${proxy.port}`, player: `http://127.0.0.1:${proxy.port}` };
    return { origins, strays: proxy.strays };
  });

for (const { rows, options } of splitRows([false, true], (takesPathOff) => takesPathOff))
  test.for(rows)(
    'below a path of another server everything works and nothing outside it is requested (prefix stripped: %s) [P5]',
    options,
    async (takesPathOff, { product, showBelow, site, expect }) => {
      const { origins, strays } = await showBelow(takesPathOff);
      const { page, problems } = await product.openPage();
      await page.goto(
        site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,"><div id="player"></div>
        <script src="${origins.player}${PREFIX}/iframe_api"></script>
        <script>Oriel.ready(() => { window.player = new Oriel.Player('player', { videoId: 'orieldemo01', playerVars: { autoplay: 1, mute: 1 } }); });</script>`),
      );
      const frame = await findFrame(page, `${PREFIX}/embed/orieldemo01`);
      await waitForState(frame, 'playing');
      await waitForTime(frame, 3);
      const address = await page.evaluate(() => (window as unknown as HostWindow).player.getVideoUrl());
      expect(address).toBe(`${origins.player}${PREFIX}/embed/orieldemo01?v=orieldemo01`);
      await page.evaluate(() => (window as unknown as HostWindow).player.loadVideoById('oriellive01'));
      await frame.locator('#title', { hasText: 'live' }).waitFor({ state: 'attached' });
      await waitForState(frame, 'playing');
      await page.evaluate((url) => (window as unknown as HostWindow).player.loadVideoByUrl(url), address);
      await frame.locator('#title', { hasText: 'Four small worlds' }).waitFor({ state: 'attached' });
      await waitForControls(frame);
      await frame.evaluate(() => (window as unknown as { __bench: { flush(): Promise<unknown> } }).__bench.flush());
      const response = await fetch(`${origins.host}${PREFIX}/provider/api/summary`);
      const { events } = (await response.json()) as ObservationSummary;
      expect(events.length).toBeGreaterThan(0);
      expect(problems).toEqual([]);
      expect(strays).toEqual([]);
    },
  );

for (const { rows, options } of splitRows([false, true], (takesPathOff) => takesPathOff))
  test.for(rows)(
    'the demo page and the operator page work below a path, too (prefix stripped: %s)',
    options,
    async (takesPathOff, { product, showBelow, expect }) => {
      const { origins, strays } = await showBelow(takesPathOff);
      const { page, problems } = await product.openPage();
      await page.goto(`${origins.host}${PREFIX}/`);
      const frame = await findFrame(page, `${PREFIX}/embed/`);
      await frame.locator('#big-play').click();
      await waitForState(frame, 'playing');
      await page.getByRole('link', { name: 'Provider' }).click();
      await expect.poll(() => page.url()).toBe(`${origins.host}${PREFIX}/provider`);
      await expect.poll(() => page.locator('body').innerText()).toMatch(/live/i);
      await page.getByRole('link', { name: 'Oriel' }).first().click();
      await expect.poll(() => page.url()).toBe(`${origins.host}${PREFIX}/`);
      expect(problems).toEqual([]);
      expect(strays).toEqual([]);
    },
  );
