// @module-tag thorough
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { ffmpeg, hasFfmpeg, QUICK, runProgram, visibleIn } from './support/video-tools.ts';
import { hurry, pause, waitForControls, waitForState } from './support/player-page.ts';
import { test as base } from './support/test.ts';

/** `npm run add`: videos of every kind, as people have them, in a catalog that was an empty folder. */

const SECONDS = 3;
/** The first tests wait for the videos to be made, on two cores that may be busy. */
const VIDEOS_TIMEOUT_MS = 400_000;

const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=480x270:rate=25:duration=${SECONDS}`];
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`];

/** Arguments of ffmpeg that make a file of each kind. */
const FILES = {
  'plain.mp4': [...PICTURE, ...SOUND, ...QUICK, '-c:a', 'aac', '-metadata', 'title=<b>"Plain"</b>'],
  'silent.mkv': [...PICTURE, ...QUICK],
  'podcast.mp3': [...SOUND, '-c:a', 'libmp3lame'],
  'around.mov': [
    ...PICTURE,
    '-f',
    'lavfi',
    '-i',
    `anullsrc=channel_layout=5.1:duration=${SECONDS}`,
    ...QUICK,
    '-c:a',
    'pcm_s16le',
  ],
  'bright.mp4': [
    ...PICTURE,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p10le',
    '-color_trc',
    'smpte2084',
    '-color_primaries',
    'bt2020',
    '-colorspace',
    'bt2020nc',
  ],
} as const;
const IDS = {
  'plain.mp4': 'film-plain0',
  'silent.mkv': 'film-silent',
  'podcast.mp3': 'film-podcst',
  'around.mov': 'film-around',
  'bright.mp4': 'film-bright',
  'phone.mp4': 'film-phone0',
} as const;

/** Adds a video, and fails unless that succeeds. */
async function add(catalog: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('add', catalog, ...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

async function makeVideos(folder: string): Promise<void> {
  await Promise.all(Object.entries(FILES).map(([name, args]) => ffmpeg(...args, join(folder, name))));
  // With the rotation that a phone writes when it is held upright.
  await ffmpeg('-i', join(folder, 'plain.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90', join(folder, 'phone.mp4'));
  await writeFile(join(folder, 'de.srt'), '1\n00:00:00,500 --> 00:00:02,800\nGuten <i>Tag</i>\n');
}

const test = base
  .extend('videos', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-videos-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const catalog = join(folder, 'catalog');
    await makeVideos(folder);
    const added = Object.entries(IDS).map(([name, id]) => {
      const captions = name === 'plain.mp4' ? ['--captions', join(folder, 'de.srt')] : [];
      return add(catalog, join(folder, name), '--id', id, ...captions);
    });
    await Promise.all(added);
    return { folder, catalog };
  })
  .extend('environment', { scope: 'file' }, ({ videos }) => ({ ORIEL_CATALOG_DIR: videos.catalog }))
  .skipIf(!hasFfmpeg);

const descriptionOf = async (catalog: string, id: string): Promise<VideoFile> =>
  JSON.parse(await readFile(join(catalog, 'videos', `${id}.json`), 'utf8')) as VideoFile;

test.concurrent.for(Object.entries(IDS))(
  'the added %s plays to its end, and its first segment is requested before the page module',
  { timeout: VIDEOS_TIMEOUT_MS },
  async ([, id], { product, expect }) => {
    const { page, problems } = await product.openPage();
    await hurry(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${product.playerOrigin}/embed/${id}?autoplay=1&mute=1`);
    await waitForState(page, 'ended');
    const [segmentAt, pageAt] = [/\.m4s$/, /\/assets\/page-/].map((part) =>
      requested.findIndex((path) => part.test(path)),
    );
    expect(segmentAt).toBeGreaterThan(0);
    expect(segmentAt).toBeLessThan(pageAt ?? 0);
    const lengthSeconds = await page.evaluate(() => document.querySelector('video')?.duration ?? 0);
    expect(Math.abs(lengthSeconds - SECONDS)).toBeLessThan(0.6);
    expect(problems).toEqual([]);
  },
);

test('the description of an added video has its title, size, captions and codecs, and its page escapes the title', async ({
  videos: { catalog },
  server,
}) => {
  const plain = await descriptionOf(catalog, IDS['plain.mp4']);
  expect(plain).toMatchObject({ title: '<b>"Plain"</b>', width: 426, height: 240 });
  expect(plain.posters.map(({ mimeType }) => mimeType)).toContain('image/jpeg');
  expect(plain.captions).toMatchObject([{ languageCode: 'de', name: 'Deutsch', isDefault: true }]);
  const phone = await descriptionOf(catalog, IDS['phone.mp4']);
  expect([phone.width, phone.height]).toEqual([240, 426]);
  const master = await readFile(join(catalog, 'media', IDS['plain.mp4'], 'master.m3u8'), 'utf8');
  expect(master).toMatch(/^#EXT-X-INDEPENDENT-SEGMENTS$/m);
  expect(master).toMatch(/CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"/);
  const silent = await readFile(join(catalog, 'media', IDS['silent.mkv'], 'master.m3u8'), 'utf8');
  expect(silent).not.toContain('AUDIO');
  expect(silent.match(/STREAM-INF/g)).toHaveLength(silent.match(/RESOLUTION/g)?.length ?? 0);
  const embed = await (await fetch(`${server.playerOrigin}/embed/${IDS['plain.mp4']}`)).text();
  expect(embed).not.toContain('<b>"Plain"');
});

test('an added video starts with its picture, names the bytes of an hour of audio, and can switch to audio only', async ({
  product,
}) => {
  const { page, problems } = await product.openPage();
  await page.goto(`${product.playerOrigin}/embed/${IDS['plain.mp4']}?autoplay=1&mute=1&loop=1`);
  await waitForControls(page);
  expect(await page.evaluate(() => document.querySelector('video')?.videoWidth)).toBeGreaterThan(0);
  const config = (await (await fetch(page.url())).text()).match(/"bytesPerHour":(\{.*?\})/)?.[1] ?? '{}';
  const { audio, small } = JSON.parse(config) as Record<string, number>;
  expect(audio).toBeGreaterThan(0);
  expect(audio).toBeLessThan(small ?? 0);
  await page.mouse.move(200, 100);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('switch', { name: 'Audio only' }).click();
  await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 0);
  expect(problems).toEqual([]);
});

test('an added video has captions, seek previews and a plain file whose index is in front', async ({ product }) => {
  const { page } = await product.open(`/embed/${IDS['plain.mp4']}?autoplay=1&mute=1&loop=1&cc_load_policy=1`);
  await waitForControls(page);
  await page.getByText('Guten Tag').waitFor();
  // Controls hide during playback.
  await pause(page);
  await page.locator('.seek').hover({ position: { x: 60, y: 8 } });
  await page.locator('.preview-picture, [class*="preview"]').first().waitFor();
  const file = await fetch(`${product.playerOrigin}/media/${IDS['plain.mp4']}/plain.mp4`);
  const head = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(head.indexOf('moov')).toBeLessThan(head.indexOf('mdat'));
});

test('a video that is added to a running server plays from the home page within seconds', async ({
  videos,
  product,
}) => {
  const { page } = await product.openPage();
  const stdout = await add(videos.catalog, join(videos.folder, 'plain.mp4'), '--title', 'Added later', '--copy');
  const id = /\/embed\/([\w-]{11})/.exec(stdout)?.[1] ?? '';
  await expect.poll(async () => (await fetch(`${product.playerOrigin}/embed/${id}`)).status).toBe(200);
  await page.goto(product.hostOrigin);
  await page.getByRole('button', { name: 'Added later' }).click();
  await expect.poll(() => page.locator('iframe').first().getAttribute('src')).not.toBeNull();
  await page.frameLocator('iframe').first().locator('#player[data-state="playing"]').waitFor();
  const own = await page.locator('.video-name').allInnerTexts();
  expect(own).not.toContain('Adaptive video');
});

test('added videos pass the check, and a running server follows renames and removals', async ({ videos, product }) => {
  const { catalog, folder } = videos;
  await add(catalog, join(folder, 'plain.mp4'), '--id', 'film-moves0', '--copy');
  const checked = await runProgram('videos', catalog, 'check');
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('all is well') });
  const titleOf = async (id: string): Promise<string> => {
    const page = await (await fetch(`${product.playerOrigin}/embed/${id}`)).text();
    return /<title>([^<]*)/.exec(page)?.[1] ?? '';
  };
  await runProgram('videos', catalog, 'rename', 'film-moves0', '--title', 'Moves on');
  await expect.poll(() => titleOf('film-moves0')).toContain('Moves on');
  expect(await runProgram('videos', catalog, 'rename', 'film-moves0', 'film-moved0')).toMatchObject({ code: 0 });
  await expect.poll(() => titleOf('film-moved0')).toContain('Moves on');
  await expect.poll(() => titleOf('film-moves0')).not.toContain('Moves on');
  expect(await runProgram('videos', catalog, 'remove', 'film-moved0', '--yes')).toMatchObject({ code: 0 });
  await expect.poll(() => titleOf('film-moved0')).not.toContain('Moves on');
  expect((await visibleIn(catalog)).filter((name) => /moves0|moved0/.test(name))).toEqual([]);
});
