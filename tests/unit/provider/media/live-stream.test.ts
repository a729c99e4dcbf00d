import { expect, test } from 'vitest';
import { openTestProvider, type TestProvider } from '../support/test-provider.ts';
import { LIVE_WINDOW_SEGMENTS } from '../../../../src/provider/media/live-routes.ts';
import { unversioned } from '../support/unversioned.ts';

interface Entry {
  readonly sequence: number;
  readonly uri: string;
  readonly seconds: number;
  readonly startsMs: number;
  /** Discontinuity sequence number, by the rules of RFC 8216. */
  readonly round: number;
  readonly map: string;
}

/** Parses a media playlist as a player does. */
async function readPlaylist(provider: TestProvider, name: string): Promise<Entry[]> {
  const response = await provider.get(`/live/oriellive01/${name}`);
  expect(response.headers.get('Content-Type')).toBe('application/vnd.apple.mpegurl');
  const entries: Entry[] = [];
  let [sequence, round, seconds, startsMs, map] = [0, 0, 0, 0, ''];
  for (const line of (await response.text()).split('\n')) {
    const [tag, value = ''] = line.split(/:(.*)/s);
    if (tag === '#EXT-X-MEDIA-SEQUENCE') sequence = Number(value);
    if (tag === '#EXT-X-DISCONTINUITY-SEQUENCE') round = Number(value);
    if (tag === '#EXT-X-DISCONTINUITY') round += 1;
    if (tag === '#EXT-X-PROGRAM-DATE-TIME') startsMs = Date.parse(value);
    if (tag === '#EXT-X-MAP') map = value;
    if (tag === '#EXTINF') seconds = Number.parseFloat(value);
    if (tag === '#EXT-X-ENDLIST') throw new Error('a live playlist does not end');
    if (line !== '' && !line.startsWith('#'))
      entries.push({ sequence: sequence++, uri: line, seconds, startsMs, round, map });
  }
  return entries;
}

const RENDITIONS = ['0.m3u8', '1.m3u8', '2.m3u8', '3.m3u8'];

test('the live stream has the whole ladder with its audio, without subtitles', async () => {
  const provider = await openTestProvider();
  const master = await (await provider.get('/live/oriellive01/master.m3u8')).text();
  expect(master.match(/^\d\.m3u8$/gm)).toEqual(['0.m3u8', '1.m3u8', '2.m3u8']);
  expect(master).toContain('TYPE=AUDIO');
  expect(master).toContain('URI="3.m3u8"');
  expect(master).not.toContain('SUBTITLES');
});

test('every rendition has more than a minute, up to now, of existing segments', async () => {
  const provider = await openTestProvider();
  for (const name of RENDITIONS) {
    const entries = await readPlaylist(provider, name);
    expect(entries).toHaveLength(LIVE_WINDOW_SEGMENTS);
    expect(entries.reduce((sum, entry) => sum + entry.seconds, 0)).toBeGreaterThan(60);
    const last = entries.at(-1);
    const endMs = (last?.startsMs ?? 0) + (last?.seconds ?? 0) * 1_000;
    expect(provider.clock.now() - endMs).toBeGreaterThanOrEqual(-1);
    expect(provider.clock.now() - endMs).toBeLessThan(2_100);
    for (const uri of new Set(entries.map((entry) => entry.uri))) expect((await provider.get(uri)).status).toBe(200);
  }
});

test('audio and video stay in sync: segments of equal number have the same time and discontinuity number', async () => {
  const provider = await openTestProvider();
  const [video, sound] = [await readPlaylist(provider, '0.m3u8'), await readPlaylist(provider, '3.m3u8')];
  expect(sound.map((entry) => entry.sequence)).toEqual(video.map((entry) => entry.sequence));
  for (const [index, entry] of video.entries()) {
    expect(sound[index]?.round).toBe(entry.round);
    expect(Math.abs((sound[index]?.startsMs ?? 0) - entry.startsMs)).toBeLessThan(100);
  }
});

test('the segments of a live playlist follow each other without a gap in time', async () => {
  const provider = await openTestProvider();
  for (const name of RENDITIONS) {
    const entries = await readPlaylist(provider, name);
    for (const [index, entry] of entries.slice(1).entries()) {
      const before = entries[index];
      expect(Math.abs((before?.startsMs ?? 0) + (before?.seconds ?? 0) * 1_000 - entry.startsMs)).toBeLessThanOrEqual(
        2,
      );
    }
  }
});

test('the segments of the live loop start over only at a discontinuity', async () => {
  const provider = await openTestProvider();
  const entries = await readPlaylist(provider, '0.m3u8');
  for (const [index, entry] of entries.slice(1).entries()) {
    const wrapped = entry.uri < (entries[index]?.uri ?? '');
    expect(entry.round - (entries[index]?.round ?? 0)).toBe(wrapped ? 1 : 0);
  }
  expect(new Set(entries.map((entry) => entry.round)).size).toBeGreaterThan(2);
  expect(entries.every((entry) => unversioned(entry.map).includes('/media/demo/v240/init.mp4'))).toBe(true);
});

test('a segment keeps its number, its address and its time as the window moves', async () => {
  const provider = await openTestProvider();
  const known = new Map<number, Entry>();
  for (let step = 0; step < 40; step++) {
    const entries = await readPlaylist(provider, '0.m3u8');
    for (const entry of entries) {
      const before = known.get(entry.sequence);
      if (before !== undefined) expect(entry).toEqual(before);
      known.set(entry.sequence, entry);
    }
    await provider.clock.advance(1_900);
  }
  expect(known.size).toBeGreaterThan(LIVE_WINDOW_SEGMENTS + 30);
});

test('no segment of a live playlist is longer than its target duration', async () => {
  const provider = await openTestProvider();
  for (const name of RENDITIONS) {
    const text = await (await provider.get(`/live/oriellive01/${name}`)).text();
    const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1]);
    for (const entry of await readPlaylist(provider, name))
      expect(Math.round(entry.seconds)).toBeLessThanOrEqual(target);
  }
});

test.each([
  '/live/orieldemo01/master.m3u8',
  '/live/oriellive01/9.m3u8',
  '/live/oriellive01/x.m3u8',
  '/live/oriellive01',
])('%s is not a live playlist and gets 404', async (path) => {
  const provider = await openTestProvider();
  expect((await provider.get(path)).status).toBe(404);
});
