// @module-tag thorough
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { openHost, run } from './support/host-page.ts';

/** Captions as a page of another origin learns about them, and turns them on. */

const scripted = (
  server: string,
  videoId: string,
): string => `<div id="player"></div><script src="${server}/iframe_api"></script>
  <script>window.player = new YT.Player('player', { videoId: '${videoId}', events: { onReady: note('ready'), onApiChange: note('api') } })</script>`;

const tracks = (page: Parameters<typeof run>[0]): Promise<string[] | undefined> =>
  run(page, `player.getOption('captions', 'tracklist')?.map(({ languageCode }) => languageCode)`);

test.for([
  ['without captions has none', 'orielsphere', []],
  ['with captions has its languages', 'orieldemo01', ['en', 'es']],
] as const)(
  'a video %s, which is said once, and until then nothing is known [C4]',
  async ([, videoId, languages], { product, site }) => {
    const { page, heard } = await openHost(product, site, scripted(product.playerOrigin, videoId));
    await expect.poll(() => heard('api')).toHaveLength(1);
    expect(await tracks(page)).toEqual(languages);
    expect(await run(page, `[player.getOptions(), player.getOption('captions', 'track')]`)).toEqual([[], {}]);
    expect(
      await run(
        page,
        `new YT.Player(document.body.appendChild(document.createElement('div'))).getOption('captions', 'tracklist')`,
      ),
    ).toBeUndefined();
  },
);

test.for(['captions', 'cc'])('the module %s turns captions on and off [C4]', async (name, { product, site }) => {
  const { page, heard } = await openHost(product, site, scripted(product.playerOrigin, 'orieldemo01'));
  await expect.poll(() => heard('ready')).toHaveLength(1);
  const language = () => run(page, `player.getOption('captions', 'track')?.languageCode ?? null`);
  await run(page, `void player.loadModule('${name}')`);
  await expect.poll(language).toBe('en');
  await run(page, `void player.unloadModule('${name}')`);
  await expect.poll(language).toBe(null);
});
