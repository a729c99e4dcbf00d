// @module-tag thorough
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { bundleScript } from './support/bundle.ts';
import { test } from '../support/test.ts';

interface HostPage extends Window {
  player: { getCurrentTime(): number };
  log: unknown[];
}

test('a local file with three lines embeds and controls a video [H1, H7]', async ({ product, onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'page.html');
  await writeFile(
    file,
    `<!doctype html><title>Mine</title>
    <div id="player"></div>
    <script src="${product.playerOrigin}/iframe_api"></script>
    <script>window.player = new Oriel.Player('player', { videoId: 'orieldemo01' });</script>
    <button onclick="player.playVideo()">Play</button>`,
  );
  const { page, problems } = await product.openPage();
  await page.goto(pathToFileURL(file).href);
  // By keyboard: right after a scroll to the button, a click may reach the frame that was at that position before.
  await page.getByRole('button').press('Enter');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as HostPage).player.getCurrentTime()))
    .toBeGreaterThan(0.2);
  expect(problems).toEqual([]);
});

test('the promise client, bundled by a host page, plays, seeks, rejects failed calls and is destroyed [H1, H4]', async ({
  product,
  site,
}) => {
  const script = await bundleScript(`
    import { createPlayer } from '${join(process.cwd(), 'src/host/oriel.ts')}';
    window.run = async (host) => {
      const log = [];
      const player = await createPlayer('#spot', { videoId: 'orieldemo01', host });
      log.push(player.info.state, player.info.video.title, Math.round(player.info.duration));
      const states = (async () => {
        const seen = [];
        for await (const state of player.states()) seen.push(state);
        return seen;
      })();
      await player.mute();
      await player.play();
      log.push(player.info.state);
      await new Promise((resolve) => {
        const stop = player.on('timeupdate', ({ currentTime }) => {
          if (currentTime < 0.3) return;
          stop();
          resolve();
        });
      });
      await player.pause();
      await player.seek(12);
      await player.seek(Number.NaN).catch((error) => log.push(error.name + ' ' + error.code));
      await player.load('nosuchvideo').catch((error) => log.push(error.code + ' ' + error.hostCode));
      await player.play().catch((error) => log.push(error.code + ' ' + error.hostCode));
      player.destroy();
      await player.pause().catch((error) => log.push(error.code));
      return { log, states: await states, frames: document.querySelectorAll('iframe').length };
    };
  `);
  const { page, problems } = await product.openPage();
  await page.goto(site.page(`<!doctype html><title>New</title><div id="spot"></div><script>${script}</script>`));
  const result = await page.evaluate(
    (host) => (window as unknown as { run(host: string): Promise<unknown> }).run(host),
    product.playerOrigin,
  );
  expect(result).toMatchObject({
    log: [
      'cued',
      'Four small worlds',
      28,
      'playing',
      'OrielError refused',
      'playback 100',
      'playback 100',
      'destroyed',
    ],
    frames: 0,
  });
  expect((result as { states: string[] }).states.slice(0, 5)).toEqual([
    'cued',
    'unstarted',
    'buffering',
    'playing',
    'paused',
  ]);
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
});
