import { expect, test } from 'vitest';
import type { MediaEngineState } from '../../../../../protocol/media/media-engine.ts';
import { SoundOnlyStream } from '../../../../../workers/media/engine/sound-only-stream.ts';

const APART = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="en.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=426x240,CODECS="avc1.42c015,mp4a.40.2",AUDIO="a"',
  'v.m3u8',
  '#EXT-X-STREAM-INF:BANDWIDTH=80000,CODECS="mp4a.40.2"',
  'en.m3u8',
].join('\n');
const INSIDE = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=426x240,CODECS="avc1.42c015,mp4a.40.2"\nv.m3u8';
const STATE: MediaEngineState = {
  qualities: ['small', 'auto'],
  quality: 'small',
  automatic: true,
  isLive: false,
  seekable: null,
  audioTracks: [],
  audioTrack: '',
  dataUse: { bytesPerHour: { small: 360_000_000 }, loadedBytes: 5 },
};
const TRACKS = [{ id: '0', name: 'English', languageCode: 'en' }];
const stream = (isWanted: boolean, text: string) => {
  const sound = new SoundOnlyStream({ isWanted, audioTrack: '0', audioTracks: TRACKS });
  return { sound, seen: sound.read(text) };
};

test('with pictures hls.js gets the unchanged playlist, and `audio` is an additional quality', () => {
  const { sound, seen } = stream(false, APART);
  expect(seen).toBe(APART);
  expect(sound.complete(STATE)).toEqual({
    ...STATE,
    qualities: ['small', 'audio', 'auto'],
    dataUse: { bytesPerHour: { small: 360_000_000, audio: 36_000_000 }, loadedBytes: 5 },
  });
});

test('without pictures hls.js gets only the sound, and the emitted qualities and audio tracks stay those of the video', () => {
  const { sound, seen } = stream(true, APART);
  expect(seen).not.toContain('v.m3u8');
  expect(sound.complete({ ...STATE, qualities: ['small', 'auto'] })).toMatchObject({
    quality: 'audio',
    qualities: ['small', 'audio', 'auto'],
    audioTracks: TRACKS,
    audioTrack: '0',
    dataUse: { bytesPerHour: { small: 360_000_000, audio: 36_000_000 }, loadedBytes: 5 },
  });
});

test('the playlist is unchanged if the sound is muxed with the pictures and cannot be separated', () => {
  const { sound, seen } = stream(true, INSIDE);
  expect([seen, sound.complete(STATE), sound.isPossible]).toEqual([INSIDE, STATE, false]);
});

test('a playlist of segments does not decide whether a sound-only stream is possible', () => {
  const { sound, seen } = stream(true, '#EXTM3U\n#EXTINF:2,\n0.m4s');
  expect([seen.includes('0.m4s'), sound.isPossible]).toEqual([true, true]);
});
