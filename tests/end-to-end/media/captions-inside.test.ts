import type { Page } from 'playwright';
import { expect } from 'vitest';
import { waitForControls, waitForState, waitForTime } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { addHostile, addImsc1, addNamedInPictures, addSubtitled } from './support/captioned-media.ts';
import { UnusualMedia } from './support/unusual-media.ts';
import { splitRows } from '../../support/split-rows.ts';

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const media = await UnusualMedia.create();
  onCleanup(() => media.remove());
  await addSubtitled(media, 'film-webvtt');
  await addSubtitled(media, 'film-livevt', false);
  await addImsc1(media, 'film-imsc10');
  await addHostile(media, 'film-hostil');
  await media.addMade('film-closed', 'kinds/closed');
  await addNamedInPictures(media, 'film-named0', 'closed');
  await addNamedInPictures(media, 'film-namedt', 'closed-transport');
  await addNamedInPictures(media, 'film-namedl', 'closed', false);
  await media.addVideo('film-plain0');
  return { ORIEL_CATALOG_DIR: media.folder };
});

const PATHS = [
  ['worker', ''],
  ['main', '&worker=off'],
] as const;

/** Opens a video and records every caption that is shown, as markup. */
async function open({ openPage, playerOrigin }: Product, id: string, query: string) {
  const { page, problems } = await openPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const shown = new Set<string>();
    Object.assign(window, { shownCaptions: shown });
    new MutationObserver(() => {
      for (const line of document.querySelectorAll('.caption-line'))
        if (line.innerHTML !== '') shown.add(line.innerHTML);
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${playerOrigin}/embed/${id}?autoplay=1&mute=1&hl=en${query}`);
  return { page, problems, requests, shown: () => shownIn(page) };
}

const shownIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { shownCaptions: Set<string> }).shownCaptions]);

for (const { rows, options } of splitRows(PATHS, ([, query]) => query === ''))
  test.concurrent.for(rows)(
    'WebVTT inside a stream is loaded when it is chosen, and shown as captions, with the engine on the %s thread',
    options,
    async ([, query], { product }) => {
      const { page, problems, requests, shown } = await open(product, 'film-webvtt', query);
      await waitForControls(page);
      await page.waitForSelector('[data-icon="captions"]');
      await waitForTime(page, 0.5);
      expect(requests.filter((path) => path.endsWith('.vtt'))).toEqual([]);
      await page.keyboard.press('c');
      await expect.poll(shown).toEqual(expect.arrayContaining([expect.stringMatching(/^<i>english<\/i> \d/)]));
      await waitForState(page, 'ended');
      expect((await shown()).filter((line) => !line.includes('english'))).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

test.concurrent(
  'captions of a stream are in the menu, forced captions have that name, and only the chosen captions are in the element',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, shown } = await open(product, 'film-webvtt', '&cc_load_policy=1&cc_lang_pref=de');
    await expect.poll(shown).toEqual(expect.arrayContaining([expect.stringContaining('<i>german</i>')]));
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('video')].flatMap((video) => [...video.textTracks].map(({ label }) => label)),
    );
    expect(names).toEqual(['Deutsch']);
    await page.click('[data-icon="settings"]');
    await page.locator('.panel').getByText('Captions', { exact: true }).click();
    const menu = page.locator('.panel');
    for (const name of ['English', 'Deutsch', 'Deutsch (Forced)'])
      await menu.getByText(name, { exact: true }).waitFor();
  },
);

test.concurrent.for(PATHS)(
  'captions inside a live stream are shown, with the engine on the %s thread',
  { tags: ['thorough'] },
  async ([, query], { product }) => {
    const { shown, problems } = await open(product, 'film-livevt', `${query}&cc_load_policy=1&cc_lang_pref=en`);
    await expect.poll(shown).toEqual(expect.arrayContaining([expect.stringMatching(/^<i>english<\/i> \d/)]));
    expect(problems).toEqual([]);
  },
);

test.concurrent.for(PATHS)(
  'IMSC1 captions are shown as text, with the engine on the %s thread',
  { tags: ['thorough'] },
  async ([, query], { product }) => {
    const { shown, problems } = await open(product, 'film-imsc10', `${query}&cc_load_policy=1`);
    await expect
      .poll(shown)
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Second \d\n1 &lt; 2 &amp; more$/)]));
    expect(problems).toEqual([]);
  },
);

/** Start times and texts of all cues in the text tracks of the element. */
const cuesIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...(document.querySelector('video')?.textTracks ?? [])].flatMap(({ cues }) =>
      [...((cues ?? []) as Iterable<VTTCue>)].map(({ startTime, text }) => `${startTime.toFixed(1)} ${text}`),
    ),
  );

test.concurrent.for([
  ['fMP4', 'film-named0'],
  ['MPEG-TS', 'film-namedt'],
  ['a live stream', 'film-namedl'],
] as const)(
  'captions in the pictures of %s are read from the first picture on, which the head start has appended',
  { tags: ['thorough'] },
  async ([, id], { product, expect }) => {
    const { page, problems } = await open(product, id, '&cc_load_policy=1');
    await expect.poll(() => cuesIn(page)).toEqual(expect.arrayContaining(['0.0 A &lt; B &amp; 0']));
    expect(new Set(await cuesIn(page)).size).toBe((await cuesIn(page)).length);
    expect(problems).toEqual([]);
  },
);

test.concurrent.for([
  ['a playlist names', 'film-named0'],
  ['no playlist names', 'film-closed'],
] as const)(
  'captions in the pictures that %s include the time before the viewer turned captions on',
  { tags: ['thorough'] },
  async ([, id], { product, expect }) => {
    const { page, problems } = await open(product, id, '');
    await waitForTime(page, 2.2);
    await page.keyboard.press('c');
    const texts = ['0.0 A &lt; B &amp; 0', '1.0 A &lt; B &amp; 1', '2.0 A &lt; B &amp; 2', '3.0 A &lt; B &amp; 3'];
    await expect.poll(() => cuesIn(page)).toEqual([...texts, '4.0 A &lt; B &amp; 4']);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'hostile captions run no script, and the video plays to its end',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, shown } = await open(product, 'film-hostil', '&cc_load_policy=1');
    await waitForState(page, 'ended');
    const lines = await shown();
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/words$/)]));
    expect(lines.filter((line) => line.length > 3_000 || /<script|<img/.test(line))).toEqual([]);
    expect(await page.title()).not.toBe('broken');
    expect(await page.locator('.error-card').count()).toBe(0);
  },
);
