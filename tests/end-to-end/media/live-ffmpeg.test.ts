// @module-tag thorough
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitForState } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { look } from './support/live-test.ts';
import { UnusualMedia } from './support/unusual-media.ts';

/** Runs the command of src/provider/catalog/live.md, with segments of one second and a small picture. */

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const ID = 'live-ffmpeg';
const POLL = { timeout: 60_000, interval: 100 };
const picture = (size: string): string[] => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10`];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const CODECS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10', '-sc_threshold', '0'];
const HLS = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '6'];
/** More frames than the window of the playlist contains. */
const BEYOND_WINDOW_FRAMES = 65;
const FLAGS = 'delete_segments+program_date_time+append_list';

/** Segment types and flags of encoders that restart, by id: the segment names continue, or start from 0 again. */
const RESTARTS: Readonly<Record<string, { readonly flags: string; readonly kind: readonly string[] }>> = {
  'live-resize': {
    flags: `${FLAGS}+omit_endlist+independent_segments`,
    kind: ['-hls_segment_type', 'fmp4'],
  },
  'live-rename': { flags: 'delete_segments+omit_endlist', kind: ['-hls_segment_type', 'fmp4'] },
  'live-rents0': { flags: 'delete_segments+omit_endlist', kind: [] },
};

const test = base
  .extend('media', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    onCleanup(() => media.remove());
    for (const id of [ID, ...Object.keys(RESTARTS)])
      await media.addStream(id, { hls: `${id}/index.m3u8`, isLive: true });
    return media;
  })
  .extend('environment', { scope: 'file' }, ({ media }) => ({ ORIEL_CATALOG_DIR: media.folder }));

/** Starts ffmpeg; with `isOver`, the playlist is that of a complete video once ffmpeg stops. */
function encode(folder: string, isOver: boolean): ChildProcess {
  return run(folder, '160x90', isOver ? FLAGS : `${FLAGS}+omit_endlist`);
}

function run(folder: string, size: string, flags: string, kind: readonly string[] = []): ChildProcess {
  const from = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-re', ...picture(size), '-re', ...SOUND];
  const to = [...CODECS, '-c:a', 'aac', ...HLS, ...kind, '-hls_flags', flags, 'index.m3u8'];
  return spawn('ffmpeg', [...from, ...to], { cwd: folder, stdio: 'ignore' });
}

async function stop(encoder: ChildProcess, how: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (encoder.exitCode !== null || encoder.signalCode !== null) return;
  const ended = once(encoder, 'exit');
  encoder.kill(how);
  await ended;
}

test.skipIf(!hasFfmpeg)(
  'a page that opens before ffmpeg starts plays its live stream, across a restart of ffmpeg, to the end',
  async ({ product, media, expect, onTestFinished }) => {
    const folder = join(media.folder, 'media', ID);
    const { page, problems } = await product.open(`/embed/${ID}?autoplay=1&mute=1`);
    await expect.poll(async () => (await look(page)).told, POLL).toContain('hasn’t started yet');
    const first = encode(folder, false);
    onTestFinished(() => stop(first));
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    await expect.poll(async () => (await look(page)).frames, POLL).toBeGreaterThan(BEYOND_WINDOW_FRAMES);
    await stop(first);
    await expect.poll(async () => (await look(page)).told, POLL).toContain('resume automatically');
    const { frames } = await look(page);
    const second = encode(folder, true);
    onTestFinished(() => stop(second));
    await expect.poll(async () => (await look(page)).told, POLL).toBe('');
    await expect.poll(async () => (await look(page)).frames, POLL).toBeGreaterThan(frames + 40);
    expect(await look(page)).toMatchObject({ isMarkedLive: true, error: '' });
    await stop(second, 'SIGTERM');
    await waitForState(page, 'ended');
    expect(await look(page)).toMatchObject({ isMarkedLive: false, error: '' });
    await expect.poll(() => product.output(), POLL).toContain(`video changed: ${ID}`);
    expect(problems).toEqual([]);
  },
);

test.skipIf(!hasFfmpeg).for(Object.entries(RESTARTS))(
  'after an encoder restarts with another picture size, an open page and a new page show that size: %s',
  async ([id, { flags, kind }], { product, media, expect, onTestFinished }) => {
    const folder = join(media.folder, 'media', id);
    const first = run(folder, '160x90', flags, kind);
    onTestFinished(() => stop(first));
    const { page, context, problems } = await product.open(`/embed/${id}?autoplay=1&mute=1`);
    await expect.poll(async () => (await look(page)).frames, POLL).toBeGreaterThan(BEYOND_WINDOW_FRAMES);
    await stop(first);
    const second = run(folder, '320x180', flags, kind);
    onTestFinished(() => stop(second));
    await expect.poll(async () => (await look(page)).pictureWidth, POLL).toBe(320);
    const { seconds } = await look(page);
    const goesOn = (now: number): boolean => now > seconds + 4;
    const shown = { pictureWidth: 320, state: 'playing', error: '' };
    await expect.poll(() => look(page), POLL).toMatchObject({ ...shown, seconds: expect.toSatisfy(goesOn) });
    const later = await context.newPage();
    await later.goto(page.url());
    await expect.poll(() => look(later), POLL).toMatchObject(shown);
    expect(problems).toEqual([]);
  },
);
