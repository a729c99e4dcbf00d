import { expect, test } from 'vitest';
import { parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { initialVideo } from '../../../../src/page/configuration/initial-video.ts';
import { elementErrorCode } from '../../../../src/page/engines/element-error.ts';
import { chooseMediaPath } from '../../../../src/page/engines/open-engine.ts';
import { Heartbeat } from '../../../../src/page/player/heartbeat.ts';
import { positionAt } from '../../../../src/page/player/player.ts';
import { loadedUntil } from '../../../../src/page/player/loaded-ranges.ts';
import { refusalOf, videoSnapshot } from '../../../../src/page/player/videos/video-response.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { createLanguage } from '../../../../src/page/language/language.ts';
import { engineErrorCode, isSilentError } from '../../../../workers/media/engine/engine-errors.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const source = { videoId: 'orieldemo01', progressive: [], isLive: false, startSeconds: 0 };
const hls = { ...source, hlsManifestUrl: '/media/demo/master.m3u8' };
const file = { ...source, progressive: [{ url: '/a.mp4', mimeType: 'video/mp4', height: 240 }] };

test('the worker is preferred, then MSE on main, then native HLS, then a plain file, else the right error', () => {
  const all = { mediaSource: true, mediaSourceInWorker: true, nativeHls: true };
  const noWorker = { ...all, mediaSourceInWorker: false };
  const noMediaSource = { ...noWorker, mediaSource: false };
  const nothing = { ...noMediaSource, nativeHls: false };
  expect(chooseMediaPath(hls, all)).toBe('worker');
  expect(chooseMediaPath(hls, noWorker)).toBe('main');
  expect(chooseMediaPath(hls, noMediaSource)).toBe('native');
  expect(chooseMediaPath({ ...hls, ...file }, nothing)).toBe('progressive');
  expect(chooseMediaPath(hls, nothing)).toBe('html5.missingapi');
  expect(chooseMediaPath({ ...file, isLive: true }, all)).toBe('html5.unsupportedlive');
  expect(chooseMediaPath(source, all)).toBe('fmt.noneavailable');
});

test('the address names the video and how it starts [P1, P5, P6]', () => {
  const at = (path: string, query = '', plays?: boolean) =>
    initialVideo(path, parseEmbedParameters(new URLSearchParams(query)), {}, plays);
  for (const kind of ['embed', 'v', 'e'])
    expect(at(`/${kind}/orieldemo01`)).toEqual({ options: { videoId: 'orieldemo01' }, how: 'cue' });
  expect(at('/embed/orieldemo01', 'autoplay=1&start=3&end=9')).toEqual({
    options: { videoId: 'orieldemo01', startSeconds: 3, endSeconds: 9 },
    how: 'load',
  });
  expect(at('/embed/orieldemo01', 'autoplay=0').how).toBe('cue');
  expect(at('/embed/orieldemo01', '', true).how).toBe('load');
  expect(at('/embed/orieldemo01', 'autoplay=1', false).how).toBe('cue');
  expect(at('/embed/bad', '').options.videoId).toBe('bad');
  expect(at('/embed/videoseries', 'list=PLabc').options).toEqual({ list: 'PLabc' });
});

test.each(['%E0%A4%A', '%', '%ED%A0%80', 'orieldemo01%', '%zz'])(
  'a path with malformed escapes names no video: %s [P5, P8]',
  (name) => {
    for (const path of [`/embed/${name}`, `/v/${name}/`])
      expect(initialVideo(path, parseEmbedParameters([]), {}, undefined).options).toEqual({ videoId: name });
  },
);

test('an escaped path is decoded in its error [P5]', () => {
  expect(initialVideo('/embed/caf%C3%A9', parseEmbedParameters([]), {}, undefined).options.videoId).toBe('café');
});

test('a refusal becomes an error with the provider’s own message [H5, P8]', () => {
  expect(refusalOf({ playabilityStatus: { status: 'OK' } })).toBeNull();
  expect(refusalOf({ playabilityStatus: { status: 'ERROR' } })).toMatchObject({
    code: 'video.notfound',
    retryable: false,
  });
  expect(
    refusalOf({
      playabilityStatus: { status: 'UNPLAYABLE', reason: 'No', subreason: 'Ask them', errorCode: 'mrm.blocked' },
    }),
  ).toEqual({
    code: 'mrm.blocked',
    title: 'No',
    advice: 'Ask them',
    retryable: false,
  });
  expect(refusalOf({ playabilityStatus: { status: 'LOGIN_REQUIRED', errorCode: 'no.such.code' } })?.code).toBe('auth');
});

test.each([
  ['both within the video', [3, 9], false, [3, 9]],
  ['a start behind the end, from an old link', [999, null], false, [0, null]],
  ['an end before the start', [5, 3], false, [5, null]],
  ['an end that is the start', [5, 5], false, [5, null]],
  ['a start behind the end, and an end within', [999, 9], false, [0, 9]],
  ['a live stream has no end to be behind', [999, null], true, [999, null]],
] as const)('invalid clip times are ignored: %s [C2]', (_, [start, end], isLive, [startSeconds, endSeconds]) => {
  const videoDetails = {
    videoId: 'orieldemo01',
    title: '',
    author: '',
    channelId: '',
    lengthSeconds: 28,
    isLive,
    allowLiveDvr: isLive,
    isListed: true,
    isSpherical: false,
    width: 1280,
    height: 720,
    posters: [],
  };
  const response = { playabilityStatus: { status: 'OK' as const }, videoDetails };
  expect(videoSnapshot(response, 'orieldemo01', start, end)).toMatchObject({ startSeconds, endSeconds });
});

test('engine errors map to names of the catalogue [H5]', () => {
  const code = (details: string, status?: number) =>
    engineErrorCode({ details: details as never, ...(status === undefined ? {} : { response: { code: status } }) });
  expect(code('manifestLoadError', 404)).toBe('net.unavailable');
  expect(code('fragLoadError', 404)).toBe('net.badstatus');
  expect(code('levelLoadError', 403)).toBe('auth');
  expect(code('fragLoadError', 0)).toBe('net.connect');
  expect(code('manifestLoadTimeOut')).toBe('net.timeout');
  expect(code('manifestIncompatibleCodecsError')).toBe('fmt.noneavailable');
  expect(code('manifestParsingError')).toBe('fmt.unplayable');
  expect(code('bufferAppendError')).toBe('fmt.decode');
  expect(isSilentError({ details: 'subtitleTrackLoadError' as never })).toBe(true);
  expect(elementErrorCode({ code: 4, message: '' }, false)).toBe('net.unknown');
  expect(elementErrorCode({ code: 4, message: 'DEMUXER_ERROR_COULD_NOT_PARSE' }, false)).toBe('fmt.unplayable');
  expect(elementErrorCode({ code: 3, message: '' }, true)).toBe('fmt.decode');
  expect(elementErrorCode({ code: 2, message: '' }, true)).toBe('net.connect');
});

test('a position runs with the clock and stops at the end', () => {
  const snapshot = { position: { seconds: 10, atMs: 1_000, rate: 2 }, durationSeconds: 15 };
  expect(positionAt(snapshot, 2_000)).toBe(12);
  expect(positionAt(snapshot, 9_000)).toBe(15);
  expect(positionAt({ ...snapshot, position: { ...snapshot.position, rate: 0 } }, 9_000)).toBe(10);
});

test('loaded is the end of the range that the position is in [C4]', () => {
  expect(
    loadedUntil(
      [
        [0, 4],
        [10, 20],
      ],
      11,
    ),
  ).toBe(20);
});

test('times are formatted for display and for screen readers', () => {
  expect([clockTime(0), clockTime(63), clockTime(3723), clockTime(NaN)]).toEqual(['0:00', '1:03', '1:02:03', '0:00']);
  const { spokenTime } = createLanguage({ code: 'en', locale: 'en' });
  expect([spokenTime(0), spokenTime(61), spokenTime(7322)]).toEqual([
    '0 seconds',
    '1 minute 1 second',
    '2 hours 2 minutes 2 seconds',
  ]);
});

test('a heartbeat beats while it runs and ends playback when the provider stops it or does not respond [N23, H5]', async () => {
  const clock = createFakeClock();
  const ends: string[] = [];
  let response: Parameters<typeof succeed<{ status: 'ok' | 'stop'; intervalMs: number }>>[0] | null = {
    status: 'ok',
    intervalMs: 2_000,
  };
  const sent: number[] = [];
  const send = async (sequenceNumber: number) => {
    sent.push(sequenceNumber);
    return response === null ? fail('net.timeout', 'Request timed out') : succeed(response);
  };
  const heartbeat = new Heartbeat(1_000, { clock, send, onEnd: (code) => ends.push(code) });
  heartbeat.start();
  await clock.advance(1_000);
  await clock.advance(1_999);
  expect(sent).toEqual([1]);
  await clock.advance(1);
  expect(sent).toEqual([1, 2]);
  heartbeat.stop();
  await clock.advance(60_000);
  expect(sent).toEqual([1, 2]);

  response = null;
  heartbeat.start();
  await clock.advance(6_000);
  expect(ends).toEqual(['heartbeat.net']);

  const stopped = new Heartbeat(1_000, {
    clock,
    send: async () => succeed({ status: 'stop' as const, intervalMs: 1_000 }),
    onEnd: (code) => ends.push(code),
  });
  stopped.start();
  await clock.advance(1_000);
  expect(ends).toEqual(['heartbeat.net', 'heartbeat.stop']);
});
