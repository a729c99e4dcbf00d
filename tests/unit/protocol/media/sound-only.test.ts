import { expect, test } from 'vitest';
import { soundOnly } from '../../../../protocol/runtime/media/sound-only.ts';

const LEVEL = '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=426x240,CODECS="avc1.42c015,mp4a.40.2"';
const SOUNDS = [
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="en.m3u8"',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",URI="de.m3u8"',
];
const TEXT = '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="subs.m3u8"';
const ALONE = '#EXT-X-STREAM-INF:BANDWIDTH=80000,AVERAGE-BANDWIDTH=64000,CODECS="mp4a.40.2"';
const playlist = (...lines: readonly string[]): string => ['#EXTM3U', '#EXT-X-VERSION:7', ...lines, ''].join('\n');

test('sound that is listed separately becomes the only level, with the captions of the video', () => {
  const text = playlist(...SOUNDS, TEXT, `${LEVEL},AUDIO="a",SUBTITLES="s"`, 'v.m3u8');
  expect(soundOnly(text)).toEqual({
    playlist: playlist(TEXT, '#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2",SUBTITLES="s"', 'en.m3u8'),
    averageBits: undefined,
  });
});

test('the playlist of sound only has the chosen track, or the default track for an unknown choice', () => {
  const text = playlist(...SOUNDS, `${LEVEL},AUDIO="a"`, 'v.m3u8');
  expect(soundOnly(text, '1')?.playlist).toContain('\nde.m3u8\n');
  expect(soundOnly(text, '7')?.playlist).toContain('\nen.m3u8\n');
});

test('if sound is muxed with the pictures, a level with only sound is used, with its declared average rate', () => {
  expect(soundOnly(playlist(LEVEL, 'v.m3u8', ALONE, 'sound.m3u8'))).toEqual({
    playlist: playlist('#EXT-X-STREAM-INF:BANDWIDTH=80000,CODECS="mp4a.40.2"', 'sound.m3u8'),
    averageBits: 64_000,
  });
});

test.each([
  ['with sound inside its pictures', playlist(LEVEL, 'v.m3u8')],
  ['with pictures only', playlist(LEVEL.replace(',mp4a.40.2', ''), 'v.m3u8')],
  ['with sound only', playlist(ALONE, 'sound.m3u8')],
  ['with a media playlist only', playlist('#EXTINF:2,', '0.m4s')],
])('a stream %s has no playlist of sound only', (_, text) => {
  expect(soundOnly(text)).toBeUndefined();
});
