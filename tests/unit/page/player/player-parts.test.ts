import { expect, test } from 'vitest';
import { parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import { initialVideo } from '../../../../src/page/configuration/initial-video.ts';
import { positionAt } from '../../../../src/page/player/player.ts';
import { refusalOf } from '../../../../src/page/player/videos/video-response.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { createLanguage } from '../../../../src/page/language/language.ts';

test('the path and the parameters of the address name the first video, its clip, and whether it plays [P1, P5, P6]', () => {
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
  'a path with the malformed escapes %s is kept as an invalid video id [P5, P8]',
  (name) => {
    for (const path of [`/embed/${name}`, `/v/${name}/`])
      expect(initialVideo(path, parseEmbedParameters([]), {}, undefined).options).toEqual({ videoId: name });
  },
);

test('the video id in an escaped path is decoded [P5]', () => {
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

test('a position is extrapolated with the clock, up to the end', () => {
  const snapshot = { position: { seconds: 10, atMs: 1_000, rate: 2 }, durationSeconds: 15 };
  expect(positionAt(snapshot, 2_000)).toBe(12);
  expect(positionAt(snapshot, 9_000)).toBe(15);
  expect(positionAt({ ...snapshot, position: { ...snapshot.position, rate: 0 } }, 9_000)).toBe(10);
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
