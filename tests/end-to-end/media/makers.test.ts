// @module-tag thorough
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { hurry, waitForState } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { readByHls, readByUs } from '../../support/read-as-hls.ts';
import { hasFfmpeg } from '../support/video-files.ts';
import {
  canMake,
  ENTRY_SECONDS,
  FFMPEG_CODECS,
  FFMPEG_CONTAINERS,
  FFMPEG_KEYS_AND_CAPTIONS,
  makeEntry,
  MP4BOX,
} from './support/makers.ts';
import { FFMPEG_PARTS } from './support/other-parts.ts';
import { RTMP_MODULE, startRtmp } from './support/rtmp-server.ts';
import { UnusualMedia } from './support/unusual-media.ts';

/**
 * Streams as real makers write them. Each is tried in the player; a stream that fails there must also fail in hls.js without
 * the player. Streams whose maker is not installed are reported as skipped tests, by name.
 */
const GROUPS = {
  'containers of ffmpeg': FFMPEG_CONTAINERS,
  'keys and captions of ffmpeg': FFMPEG_KEYS_AND_CAPTIONS,
  'codecs of ffmpeg': FFMPEG_CODECS,
  'parts of other tracks by ffmpeg': FFMPEG_PARTS,
  'segments of MP4Box.js': MP4BOX,
} as const;
/** The RTMP module names the playlist after the stream. */
const LIVE_ID = 'made-rtmp00';
type Group = keyof typeof GROUPS;
const groups = Object.keys(GROUPS) as Group[];

const idOf = (group: Group, index: number): string => `made-${groups.indexOf(group)}-${String(index).padStart(4, '0')}`;

const test = base
  .extend('media', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    onCleanup(() => media.remove());
    for (const group of groups)
      for (const [index, entry] of GROUPS[group].entries()) {
        const id = idOf(group, index);
        if (!hasFfmpeg || !canMake(entry)) continue;
        await makeEntry(entry, join(media.folder, 'media', id), `/media/${id}`);
        await media.addStream(id, { hls: `${id}/master.m3u8` });
      }
    await media.addStream(LIVE_ID, { hls: `${LIVE_ID}/live.m3u8`, isLive: true });
    return media;
  })
  .extend('environment', { scope: 'file' }, ({ media }) => ({ ORIEL_CATALOG_DIR: media.folder }));

interface Outcome {
  /** `plays`, or the code of the error. */
  readonly result: string;
  readonly captions: readonly string[];
}

/** Time that an element has to reach: tracks do not end exactly at their nominal length. */
const FAR_SECONDS = ENTRY_SECONDS - 0.6;

/** Replays a stream without its captions: on a busy machine, they may arrive only after a short stream has ended. */
async function inPlayer(page: Page, { playerOrigin }: Product, id: string, hasCaptions: boolean): Promise<Outcome> {
  await page.goto(`${playerOrigin}/embed/${id}?autoplay=1&mute=1&hl=en&cc_load_policy=1`);
  await page.waitForSelector('#player[data-state="ended"], .error-card');
  const outcome = await outcomeOf(page);
  if (!hasCaptions || outcome.captions.length > 0 || outcome.result !== 'plays') return outcome;
  await page.keyboard.press('k');
  await waitForState(page, 'playing');
  await waitForState(page, 'ended');
  return outcomeOf(page);
}

function outcomeOf(page: Page): Promise<Outcome> {
  return page.evaluate((far) => {
    const error = document.querySelector('.error-code')?.textContent;
    const played = document.querySelector('video')?.currentTime ?? 0;
    return {
      result: error ?? (played > far ? 'plays' : `ends at ${played}`),
      captions: [...(window as unknown as { shownCaptions: Set<string> }).shownCaptions],
    };
  }, FAR_SECONDS);
}

async function inHlsAlone(page: Page, { playerOrigin }: Product, source: string): Promise<string> {
  await page.goto(`${playerOrigin}/hls-alone.html?${source}`);
  const result = await page.waitForFunction(() => (window as unknown as { result?: string }).result);
  return String(await result.jsonValue());
}

/** A page with hls.js and nothing else, on the player's origin. */
const HLS_ALONE = `<!doctype html><video muted></video><script src="/hls-alone.js"></script><script>
  const video = document.querySelector('video');
  const hls = new Hls();
  hls.on(Hls.Events.ERROR, (_, { fatal, details }) => { if (fatal) window.result = details; });
  video.addEventListener('ended', () => { window.result = video.currentTime > ${FAR_SECONDS} ? 'plays' : 'ends early'; });
  hls.loadSource(location.search.slice(1));
  hls.attachMedia(video);
  video.play().catch((error) => { window.result ??= String(error); });
</script>`;

async function openGroupPage({ openPage }: Product): Promise<Page> {
  const { page } = await openPage();
  await hurry(page);
  await page.addInitScript(() => {
    const shown = new Set<string>();
    Object.assign(window, { shownCaptions: shown });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.caption-line'))
        if (textContent !== '') shown.add(textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  await page.route(
    ({ pathname }) => pathname === '/hls-alone.html',
    (route) => route.fulfill({ contentType: 'text/html', body: HLS_ALONE }),
  );
  await page.route(
    ({ pathname }) => pathname === '/hls-alone.js',
    (route) => route.fulfill({ path: 'node_modules/hls.js/dist/hls.min.js' }),
  );
  return page;
}

test.concurrent.for(hasFfmpeg ? groups : [])(
  'the %s play as expected, and a stream that fails in the player also fails in hls.js without the player',
  async (group, { product, expect }) => {
    const page = await openGroupPage(product);
    for (const [index, entry] of GROUPS[group].entries()) {
      if (!canMake(entry)) continue;
      const id = idOf(group, index);
      const { result, captions } = await inPlayer(page, product, id, entry.captions !== undefined);
      expect.soft(result, entry.name).toContain(entry.error ?? 'plays');
      // Only streams that fail are tried in hls.js, and the first stream, which proves that the page with hls.js works.
      const isFirst = id === idOf(groups[0] as Group, 0);
      if (result !== 'plays' || isFirst) {
        const alone = await inHlsAlone(page, product, `/media/${id}/master.m3u8`);
        expect.soft(alone === 'plays', `${entry.name} in hls.js alone: ${alone}`).toBe(isFirst);
      }
      if (entry.captions === undefined) expect.soft(captions, `captions of ${entry.name}`).toEqual([]);
      else expect.soft(captions, `captions of ${entry.name}`).toContainEqual(expect.stringMatching(entry.captions));
    }
    await page.close();
  },
);

const missing = groups.flatMap((group) => GROUPS[group].filter((entry) => !hasFfmpeg || !canMake(entry)));
test.skipIf(!hasFfmpeg)('the player reads every playlist of the makers as hls.js does', async ({ media, expect }) => {
  const names = await readdir(media.folder, { recursive: true });
  const playlists = names.filter((name) => name.endsWith('.m3u8'));
  expect(playlists.length).toBeGreaterThan(20);
  for (const name of playlists) {
    const text = await readFile(join(media.folder, name), 'utf8');
    expect([name, readByUs(text)]).toEqual([name, readByHls(text)]);
  }
});

test.skip.for(missing)('$name needs ffmpeg with $encoder', () => undefined);

/** Playback time that a stream allows while its encoder still writes it. */
const LIVE_SECONDS = 3;
test.skipIf(!hasFfmpeg || RTMP_MODULE === undefined)(
  'a live stream of the RTMP module of nginx plays with the live mark',
  async ({ product, media, onTestFinished }) => {
    const live = await startRtmp(join(media.folder, 'media', LIVE_ID));
    onTestFinished(() => live.stop());
    const { page } = await product.open(`/embed/${LIVE_ID}?autoplay=1&mute=1`);
    await page.waitForFunction((seconds) => {
      const played = document.querySelector('video')?.played;
      return played !== undefined && played.length > 0 && played.end(0) - played.start(0) > seconds;
    }, LIVE_SECONDS);
    await page.waitForSelector('.live', { state: 'attached' });
  },
);
