import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitForState } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { demoPart, mediaPlaylist, UnusualMedia } from './support/unusual-media.ts';

const ID = 'film-encode';
const SEGMENT_MS = 2_000;
const WINDOW_SEGMENTS = 4;
const KINDS = ['video', 'audio'] as const;
/** The encoder's output before playback starts, and all of its output. */
const WRITTEN_FIRST = 4;
const NAMES = Array.from({ length: 14 }, (_, index) => String(index).padStart(3, '0'));

const test = base
  .extend('media', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    onCleanup(() => media.remove());
    await media.addFilm(ID, Object.fromEntries(KINDS.map((kind) => [`${kind}.m3u8`, liveWindow(kind, WRITTEN_FIRST)])));
    return media;
  })
  .extend('environment', { scope: 'file' }, ({ media }) => ({ ORIEL_CATALOG_DIR: media.folder }));

/** The last segments written so far. */
function liveWindow(kind: (typeof KINDS)[number], written: number): string {
  const first = Math.max(0, written - WINDOW_SEGMENTS);
  const isOver = written === NAMES.length;
  const before = [`#EXT-X-MEDIA-SEQUENCE:${first}`];
  return mediaPlaylist(kind, { segments: NAMES.slice(first, written), before, isOver });
}

/** Writes like ffmpeg: a segment first, then the playlists that name it, each atomically. */
async function writeSegment(folder: string, written: number): Promise<void> {
  const name = `${NAMES[written - 1]}.m4s`;
  for (const kind of KINDS) await writeFile(join(folder, kind, name), await demoPart(kind, name));
  for (const kind of KINDS) {
    const playlist = join(folder, `${kind}.m3u8`);
    await writeFile(`${playlist}.tmp`, liveWindow(kind, written));
    await rename(`${playlist}.tmp`, playlist);
  }
}

test.concurrent(
  'a stream that an encoder writes into the media folder is live, keeps playing, and ends as a film',
  async ({ product, media, onTestFinished, expect }) => {
    const folder = join(media.folder, 'media', ID);
    let written = WRITTEN_FIRST;
    const encoder = setInterval(() => {
      written += 1;
      void writeSegment(folder, written);
      if (written === NAMES.length) clearInterval(encoder);
    }, SEGMENT_MS);
    onTestFinished(() => clearInterval(encoder));

    const { page, problems } = await product.open(`/embed/${ID}?autoplay=1&mute=1`);
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    await page.waitForSelector('#player[data-state="ended"]', { timeout: 60_000 });
    const playedSeconds = await page.evaluate(() => {
      const played = document.querySelector('video')?.played;
      return Array.from({ length: played?.length ?? 0 }, (_, index) =>
        played === undefined ? 0 : played.end(index) - played.start(index),
      ).reduce((sum, seconds) => sum + seconds, 0);
    });
    /** Far beyond the initial window. */
    expect(playedSeconds).toBeGreaterThan((WINDOW_SEGMENTS * SEGMENT_MS * 2) / 1_000);
    expect(problems).toEqual([]);
    await expect.poll(() => product.output()).toContain(`video changed: ${ID}`);
  },
);
