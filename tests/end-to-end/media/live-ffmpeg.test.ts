import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitForState } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { look } from './support/live-test.ts';
import { UnusualMedia } from './support/unusual-media.ts';

/** The command of the provider's README, in segments of a second, with a small picture. */

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const ID = 'live-ffmpeg';
const POLL = { timeout: 60_000, interval: 100 };
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const CODECS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10', '-sc_threshold', '0'];
const HLS = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '6'];
const FLAGS = ['-hls_flags', 'delete_segments+program_date_time+append_list+omit_endlist'];

const test = base
  .extend('media', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    onCleanup(() => media.remove());
    await media.addStream(ID, { hls: `${ID}/index.m3u8`, isLive: true });
    return media;
  })
  .extend('environment', { scope: 'file' }, ({ media }) => ({ ORIEL_CATALOG_DIR: media.folder }));

function encode(folder: string): ChildProcess {
  const from = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-re', ...PICTURE, '-re', ...SOUND];
  const to = [...CODECS, '-c:a', 'aac', ...HLS, ...FLAGS, 'index.m3u8'];
  return spawn('ffmpeg', [...from, ...to], { cwd: folder, stdio: 'ignore' });
}

async function kill(encoder: ChildProcess): Promise<void> {
  if (encoder.exitCode !== null || encoder.signalCode !== null) return;
  const ended = once(encoder, 'exit');
  encoder.kill('SIGKILL');
  await ended;
}

test.skipIf(!hasFfmpeg)(
  'ffmpeg writes into the media folder, after the page has asked, dies and comes back: the page plays on',
  async ({ product, media, expect, onTestFinished }) => {
    const folder = join(media.folder, 'media', ID);
    const { page } = await product.open(`/embed/${ID}?autoplay=1&mute=1`);
    await expect.poll(async () => (await look(page)).told, POLL).toContain('not begun yet');
    const first = encode(folder);
    onTestFinished(() => kill(first));
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    await expect.poll(async () => (await look(page)).frames, POLL).toBeGreaterThan(80);
    await kill(first);
    await expect.poll(async () => (await look(page)).told, POLL).toContain('continue by itself');
    const { frames } = await look(page);
    const second = encode(folder);
    onTestFinished(() => kill(second));
    await expect.poll(async () => (await look(page)).told, POLL).toBe('');
    await expect.poll(async () => (await look(page)).frames, POLL).toBeGreaterThan(frames + 80);
    expect(await look(page)).toMatchObject({ isMarkedLive: true, error: '' });
  },
);
