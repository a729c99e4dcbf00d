import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { waitForControls, waitForState } from './support/player-page.ts';
import { test as base } from './support/test.ts';

/** `npm run add`: films of every kind, as people have them, in a catalog that was an empty folder. */

const run = promisify(execFile);
const SECONDS = 4;
/** The first tests wait for the films to be made, on two cores that may be busy. */
const FILMS_TIMEOUT_MS = 400_000;
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=480x270:rate=25:duration=${SECONDS}`];
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`];
const QUICK = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** What ffmpeg is told, to make a file of each kind. */
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

const add = (catalog: string, ...args: readonly string[]) =>
  run(process.execPath, ['dist/provider/add.js', ...args], { env: { ...process.env, ORIEL_CATALOG_DIR: catalog } });

async function makeFilms(folder: string): Promise<void> {
  for (const [name, args] of Object.entries(FILES)) await run('ffmpeg', ['-v', 'error', ...args, join(folder, name)]);
  /** As a phone writes it that is held upright. */
  const turned = [
    '-i',
    join(folder, 'plain.mp4'),
    '-c',
    'copy',
    '-metadata:s:v',
    'rotate=90',
    join(folder, 'phone.mp4'),
  ];
  await run('ffmpeg', ['-v', 'error', ...turned]);
  await writeFile(join(folder, 'de.srt'), '1\n00:00:00,500 --> 00:00:03,500\nGuten <i>Tag</i>\n');
}

const test = base
  .extend('films', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-films-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const catalog = join(folder, 'catalog');
    await makeFilms(folder);
    for (const [name, id] of Object.entries(IDS)) {
      const captions = name === 'plain.mp4' ? ['--captions', join(folder, 'de.srt')] : [];
      await add(catalog, join(folder, name), '--id', id, ...captions);
    }
    return { folder, catalog };
  })
  .extend('environment', { scope: 'file' }, ({ films }) => ({ ORIEL_CATALOG_DIR: films.catalog }))
  .skipIf(!hasFfmpeg);

const descriptionOf = async (catalog: string, id: string): Promise<VideoFile> =>
  JSON.parse(await readFile(join(catalog, 'videos', `${id}.json`), 'utf8')) as VideoFile;

test.concurrent.for(Object.entries(IDS))(
  '%s plays to its end, from a head start',
  { timeout: FILMS_TIMEOUT_MS },
  async ([, id], { product, expect }) => {
    const { page, problems } = await product.openPage();
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

test('a film is described as it is', async ({ films: { catalog }, server }) => {
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
  const embed = await (await fetch(`${server.playerOrigin}/embed/${IDS['plain.mp4']}`)).text();
  expect(embed).not.toContain('<b>"Plain"');
});

test('captions, previews and the plain file are there', async ({ product }) => {
  const { page } = await product.open(`/embed/${IDS['plain.mp4']}?autoplay=1&mute=1&loop=1&cc_load_policy=1`);
  await waitForControls(page);
  await page.getByText('Guten Tag').waitFor();
  await page.locator('.seek').hover({ position: { x: 60, y: 8 } });
  await page.locator('.preview-picture, [class*="preview"]').first().waitFor();
  const file = await fetch(`${product.playerOrigin}/media/${IDS['plain.mp4']}/plain.mp4`);
  const head = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(head.indexOf('moov')).toBeLessThan(head.indexOf('mdat'));
});

test('a film that is added to a running server is there within seconds, and on the home page', async ({
  films,
  product,
}) => {
  const { page } = await product.openPage();
  const { stdout } = await add(films.catalog, join(films.folder, 'plain.mp4'), '--title', 'Added later', '--copy');
  const id = /\/embed\/([\w-]{11})/.exec(stdout)?.[1] ?? '';
  await expect.poll(async () => (await fetch(`${product.playerOrigin}/embed/${id}`)).status).toBe(200);
  await page.goto(product.hostOrigin);
  await page.getByRole('button', { name: 'Added later' }).click();
  await expect.poll(() => page.locator('iframe').first().getAttribute('src')).not.toBeNull();
  await page.frameLocator('iframe').first().locator('#player[data-state="playing"]').waitFor();
  const own = await page.locator('.video-name').allInnerTexts();
  expect(own).not.toContain('Adaptive film');
});

test.for([
  ['no film', 'text.mp4', Buffer.from('This is a letter.'), 'text.mp4 is no film that can be read'],
  ['empty', 'empty.mp4', Buffer.alloc(0), 'empty.mp4 is empty: 0 bytes'],
] as const)(
  'a file that is %s is refused in a line',
  async ([, name, bytes, complaint], { films: { folder, catalog } }) => {
    await writeFile(join(folder, name), bytes);
    const before = await readdir(catalog, { recursive: true });
    const refused = await add(catalog, join(folder, name)).catch((error: { stderr: string; code: number }) => error);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(complaint) });
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    expect(await readdir(catalog, { recursive: true })).toEqual(before);
  },
);

test('a film that is cut off is refused, or added as far as it goes', async ({ films: { folder, catalog } }) => {
  const whole = await readFile(join(folder, 'silent.mkv'));
  await writeFile(join(folder, 'cut.mkv'), whole.subarray(0, whole.length / 2));
  await add(catalog, join(folder, 'cut.mkv'), '--id', 'film-cutoff').then(
    async () => expect((await descriptionOf(catalog, 'film-cutoff')).lengthSeconds).toBeLessThan(SECONDS + 0.6),
    ({ stderr }: { stderr: string }) => expect(stderr.trim().split('\n')).toHaveLength(1),
  );
});

test('an interrupted run leaves the catalog as it was', async ({ films: { folder, catalog } }) => {
  const before = await readdir(catalog, { recursive: true });
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=30:duration=60',
    ...QUICK,
    join(folder, 'long.mp4'),
  ]);
  const child = spawn(process.execPath, ['dist/provider/add.js', join(folder, 'long.mp4')], {
    env: { ...process.env, ORIEL_CATALOG_DIR: catalog },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await expect
    .poll(async () => (await readdir(join(catalog, 'media'))).some((name) => name.startsWith('.')))
    .toBe(true);
  child.kill('SIGINT');
  expect(await ended).toBe(1);
  expect(complaint.trim()).toBe('Interrupted. Nothing was added to the catalog.');
  expect(await readdir(catalog, { recursive: true })).toEqual(before);
});
