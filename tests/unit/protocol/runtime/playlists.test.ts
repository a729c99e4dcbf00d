import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMediaPlaylist } from '../../../../protocol/runtime/media/read-media-playlist.ts';
import {
  defaultSound,
  readLevels,
  readSounds,
  readVariants,
} from '../../../../protocol/runtime/media/multivariant-playlist.ts';
import { readAttributes, readRange } from '../../../../protocol/runtime/media/playlist-lines.ts';

const names = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,8}$/);
const quoted = fc.stringMatching(/^[^"\r\n]{0,12}$/);

test('quoted attributes of a tag are read unchanged, including commas and equals signs', () => {
  fc.assert(
    fc.property(fc.dictionary(names, quoted), (attributes) => {
      const text = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      expect(readAttributes(`#EXT-X-MEDIA:${text.join(',')}`)).toEqual(attributes);
    }),
  );
});

test('a byte range without an offset follows the range before it, or begins at 0 without one', () => {
  const first = readRange('#EXT-X-BYTERANGE:100@50');
  expect(first).toBe('50-149');
  expect(readRange('#EXT-X-BYTERANGE:10', first)).toBe('150-159');
  expect(readRange('#EXT-X-BYTERANGE:10')).toBe('0-9');
  expect(readRange('#EXT-X-BYTERANGE:none', first)).toBeUndefined();
});

test('a media playlist is read into segments with duration, byte range and init segment', () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"',
    '#EXTINF:2.5,',
    '#EXT-X-BYTERANGE:300@700',
    'all.mp4',
    '#EXTINF:2,',
    '#EXT-X-BYTERANGE:200',
    'all.mp4',
    'next.mp4',
    '',
  ].join('\r\n');
  const map = { uri: 'all.mp4', range: '0-699' };
  expect(readMediaPlaylist(text)).toEqual({
    firstNumber: 0,
    targetSeconds: 0,
    isFinished: false,
    segments: [
      { uri: 'all.mp4', durationSeconds: 2.5, range: '700-999', map },
      { uri: 'all.mp4', durationSeconds: 2, range: '1000-1199', map },
      { uri: 'next.mp4', durationSeconds: 0, map },
    ],
  });
});

const MASTER = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="First",URI="first.m3u8"',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Other, default",DEFAULT=YES,URI="other.m3u8"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="a",NAME="Text",DEFAULT=YES,URI="text.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.42c01e,mp4a.40.2",AUDIO="a"',
  '',
  '# a remark',
  ' high.m3u8 ',
  '#EXT-X-STREAM-INF:BANDWIDTH=500000',
  '#EXT-X-STREAM-INF:RESOLUTION=426x240,AUDIO="b"',
  'low with space.m3u8',
  'unnamed.m3u8',
].join('\r\n');

test('a multivariant playlist is read into variants with the address after their tag, and a tag without an address is skipped', () => {
  expect(readVariants(MASTER)).toMatchObject([
    { uri: 'high.m3u8', bandwidth: 900_000, attributes: { CODECS: 'avc1.42c01e,mp4a.40.2', AUDIO: 'a' } },
    { uri: 'low with space.m3u8', bandwidth: 0, attributes: { RESOLUTION: '426x240' } },
  ]);
});

test('the sound of a variant is the default rendition of its group, or else the first', () => {
  const [high, low] = readVariants(MASTER);
  if (high === undefined || low === undefined) throw new Error('no variants');
  expect(readSounds(MASTER, high.attributes['AUDIO']).map(({ URI }) => URI)).toEqual(['first.m3u8', 'other.m3u8']);
  expect(defaultSound(MASTER, high)).toBe('other.m3u8');
  expect(defaultSound(MASTER.replace('DEFAULT=YES', 'DEFAULT=NO'), high)).toBe('first.m3u8');
  expect(defaultSound(MASTER, low)).toBeUndefined();
});

const levels = (...variants: readonly string[]): string[] =>
  readLevels(
    ['#EXTM3U', ...variants.map((attributes, index) => `#EXT-X-STREAM-INF:${attributes}\n${index}`), ''].join('\n'),
  ).map(({ uri }) => uri);

test('a variant of only sound is no level if other variants have pictures', () => {
  const sound = 'BANDWIDTH=64000,CODECS="mp4a.40.2"';
  expect(levels('BANDWIDTH=250000,CODECS="avc1.42c015,mp4a.40.2"', sound)).toEqual(['0']);
  expect(levels('BANDWIDTH=250000,RESOLUTION=320x180', sound)).toEqual(['0']);
  expect(levels(sound)).toEqual(['0']);
  expect(levels('BANDWIDTH=2', 'BANDWIDTH=1')).toEqual(['1', '0']);
});

test('levels are sorted like those of hls.js: by the height of the picture, then by bandwidth', () => {
  expect(
    levels('BANDWIDTH=3,RESOLUTION=320x180', 'BANDWIDTH=2,RESOLUTION=640x360', 'BANDWIDTH=1,RESOLUTION=640x360'),
  ).toEqual(['0', '2', '1']);
});

test('levels of one height are sorted by codec like those of hls.js: H.264 first, whatever its bandwidth', () => {
  const level = (bandwidth: number, codec: string) =>
    `BANDWIDTH=${bandwidth},RESOLUTION=640x360,CODECS="${codec},mp4a.40.2"`;
  const codecs = ['av01.0.01M.08', 'hvc1.1.6.L63.90', 'vp09.00.21.08', 'avc1.64001e'];
  expect(levels(...codecs.map((codec, index) => level(index + 1, codec)))).toEqual(['3', '2', '0', '1']);
});

test('the duration of a segment may follow a space or tab', () => {
  expect(readMediaPlaylist('#EXTM3U\n#EXTINF: 4.0\na.ts\n#EXTINF:\t2,\nb.ts\n').segments).toEqual([
    { uri: 'a.ts', durationSeconds: 4 },
    { uri: 'b.ts', durationSeconds: 2 },
  ]);
});
