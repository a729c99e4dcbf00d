import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { offeredQualities } from '../../../../src/provider/streams/offered-qualities.ts';

const DEMO = await readFile('src/provider/catalog/media/demo/master.m3u8', 'utf8');

test('qualities are listed from highest to lowest with sound only last, and their bytes per hour come from average rates', () => {
  expect(offeredQualities(DEMO)).toEqual({
    qualities: ['hd720', 'large', 'small', 'audio', 'auto'],
    bytesPerHour: { hd720: 274_727_250, large: 145_359_450, small: 68_553_000 },
  });
});

test('a quality that only some browsers can decode is not offered', () => {
  const tall = DEMO.replaceAll('avc1.64001f', 'hvc1.2.4.L123.B0');
  expect(offeredQualities(tall).qualities).toEqual(['large', 'small', 'audio', 'auto']);
});

test('the bytes per hour of sound only come from the level with sound only', () => {
  const level = '#EXT-X-STREAM-INF:BANDWIDTH=80000,AVERAGE-BANDWIDTH=64000,CODECS="mp4a.40.2"\naudio/index.m3u8\n';
  expect(offeredQualities(DEMO + level).bytesPerHour).toMatchObject({ small: 68_553_000, audio: 28_800_000 });
});

test.each([
  ['a media playlist', '#EXTM3U\n#EXTINF:2,\n0.m4s\n'],
  ['a stream of sound only', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"\naudio.m3u8\n'],
])('%s offers no qualities', (_, text) => {
  expect(offeredQualities(text)).toEqual({});
});
