import { expect, test } from 'vitest';
import {
  fullInfo,
  qualityInfo,
  timeInfo,
  videoInfo,
} from '../../../../../src/page/bridge/deliveries/player-info-of.ts';
import { initialSnapshot } from '../../../../../src/page/player/initial-snapshot.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { VIDEO } from '../../../../support/fake-player.ts';

const moment = {
  wallMs: 4_500,
  monotonicMs: 1_000,
  pageAddress: 'https://player.example/embed/orieldemo01?list=PLold',
};
const snapshot = (patch: Partial<PlayerSnapshot> = {}): PlayerSnapshot => ({
  ...initialSnapshot({ volume: 40, muted: true, loop: false }),
  video: VIDEO,
  durationSeconds: 20,
  ...patch,
});
const at = (seconds: number) => ({ position: { seconds, atMs: 0, rate: 0 } });

test.each<[string, number, [number, number][], number]>([
  ['the position, if nothing is loaded', 5, [], 5],
  ['the end of the range around the position', 5, [[0, 8]], 8],
  [
    'the end of the range around the position, not of an earlier range',
    11,
    [
      [0, 4],
      [10, 16],
    ],
    16,
  ],
  [
    'the end of the next range, if that range begins within 0.25 s',
    4.1,
    [
      [0, 4],
      [4.3, 10],
    ],
    10,
  ],
  [
    'the position, between two ranges',
    7,
    [
      [0, 4],
      [10, 16],
    ],
    7,
  ],
  ['the end of a range that begins 0.25 s later', 5, [[5.25, 8]], 8],
  ['the position, if a range begins more than 0.25 s later', 5, [[5.26, 8]], 5],
  ['the position, if a range has ended 0.25 s before', 5, [[0, 4.75]], 5],
  ['the position, if a range has ended longer before', 5, [[0, 4.7]], 5],
  ['the duration, if no more than 0.25 s are missing', 5, [[0, 19.75]], 20],
  ['the end of the range, if more than 0.25 s are missing', 5, [[0, 19.74]], 19.74],
])('the loaded end is %s', (_, seconds, bufferedRanges, loaded) => {
  const info = timeInfo(snapshot({ ...at(seconds), bufferedRanges }), moment);
  expect(info).toMatchObject({ videoLoadedFraction: loaded / 20, videoBytesLoaded: loaded / 20 });
  expect(info.progressState).toMatchObject({ current: seconds, loaded, duration: 20 });
});

test('while the duration is unknown the loaded fraction is 0, and the loaded end is still reported in seconds', () => {
  const info = timeInfo(snapshot({ ...at(2), durationSeconds: 0, bufferedRanges: [[0, 4]] }), moment);
  expect(info).toMatchObject({ videoLoadedFraction: 0, progressState: { duration: 0, loaded: 4 } });
});

test('the loaded fraction is never more than 1', () => {
  expect(timeInfo(snapshot({ bufferedRanges: [[0, 21]] }), moment).videoLoadedFraction).toBe(1);
});

test('the reported time is the position extrapolated to now, with the wall clock in seconds', () => {
  const info = timeInfo(snapshot({ position: { seconds: 3, atMs: 0, rate: 2 }, playbackRate: 2 }), moment);
  expect(info).toMatchObject({
    currentTime: 5,
    mediaReferenceTime: 5,
    currentTimeLastUpdated_: 4.5,
    playbackRate: 2,
  });
});

test.each([
  ['a video', false, false, true],
  ['a live stream', true, false, false],
  ['a live stream with a seekable window', true, true, true],
])('for %s (isLive %s, allowLiveDvr %s) allowSeeking is %s', (_, isLive, allowLiveDvr, allowSeeking) => {
  const video = { ...VIDEO, isLive, allowLiveDvr };
  expect(timeInfo(snapshot({ video }), moment).progressState.allowSeeking).toBe(allowSeeking);
});

test('the progress state holds the window, the clip and the live head', () => {
  const video = { ...VIDEO, startSeconds: 3, endSeconds: 9 };
  expect(timeInfo(snapshot({ video, seekable: [2, 18], isAtLiveHead: true }), moment).progressState).toEqual({
    current: 0,
    duration: 20,
    loaded: 0,
    seekableStart: 2,
    seekableEnd: 18,
    allowSeeking: true,
    clipStart: 3,
    clipEnd: 9,
    isAtLiveHead: true,
    ingestionTime: null,
    offset: 0,
    airingStart: 2,
    airingEnd: 18,
    displayedStart: -1,
    viewerLivestreamJoinMediaTime: 0,
  });
});

test('videoUrl is the embed address of the video on this site, with the id of its list [P5]', () => {
  const playlist = { videoIds: ['orieldemo01'], index: 0, listId: 'PL a', shuffled: false, details: null };
  const urlOf = (patch: Partial<PlayerSnapshot>) => videoInfo(snapshot(patch), moment).videoUrl;
  const embed = 'https://player.example/embed/';
  expect(urlOf({})).toBe(`${embed}orieldemo01?v=orieldemo01`);
  expect(urlOf({ playlist })).toBe(`${embed}orieldemo01?v=orieldemo01&list=PL+a`);
  expect(urlOf({ playlist: { ...playlist, listId: null } })).toBe(`${embed}orieldemo01?v=orieldemo01`);
  expect(urlOf({ video: { ...VIDEO, videoId: 'a/b' } })).toBe(`${embed}a%2Fb?v=a%2Fb`);
  expect(urlOf({ video: { ...VIDEO, videoId: '' } })).toBe('');
});

test.each<(url: string) => string | null | undefined>([
  (url) => url.match(/[?&]v=([^&]+)/)?.[1],
  (url) => url.match(/(?:v=|embed\/)([\w-]{11})/)?.[1],
  (url) => url.split('v=')[1]?.split('&')[0],
  (url) => url.split('/embed/')[1]?.split('?')[0],
  (url) => new URL(url).searchParams.get('v'),
  (url) =>
    /^.*(?:(?:youtu\.be\/|v\/|vi\/|u\/\w\/|embed\/)|(?:(?:watch)?\?v(?:i)?=|&v(?:i)?=))([^#&?]*).*/.exec(url)?.[1],
])('pages that parse videoUrl find the id of the video: %s', (idOf) => {
  const playlist = { videoIds: ['orieldemo01'], index: 0, listId: 'PLx', shuffled: false, details: null };
  expect(idOf(videoInfo(snapshot({ playlist }), moment).videoUrl)).toBe('orieldemo01');
});

test('the information for hosts contains every field about a video, its qualities and its list [C4]', () => {
  const info = fullInfo(
    snapshot({
      quality: 'hd720',
      qualities: ['hd720', 'auto'],
      playlist: { videoIds: ['a', 'b'], index: 1, listId: 'PLx', shuffled: false, details: null },
      error: { code: 'embedder.denied', title: '', advice: '', retryable: false },
      spherical: { yaw: 3 },
    }),
    moment,
  );
  expect(info).toMatchObject({
    playbackQuality: 'hd720',
    availableQualityLevels: ['hd720', 'auto'],
    playlist: ['a', 'b'],
    playlistIndex: 1,
    playlistId: 'PLx',
    videoData: {
      video_id: VIDEO.videoId,
      isLive: false,
      isListed: true,
      isPlayable: true,
      errorCode: 'embedder.denied',
    },
    volume: 40,
    muted: true,
    videoBytesTotal: 1,
    videoStartBytes: 0,
    sphericalProperties: { yaw: 3 },
  });
  expect(fullInfo(snapshot(), moment).videoData.errorCode).toBeNull();
});

test('hosts get the name of a quality without its frame rate, and each name once', () => {
  const info = qualityInfo(
    snapshot({ quality: 'hd720_60', qualities: ['hd720_60', 'hd720', 'large', 'audio', 'auto'] }),
  );
  expect(info).toEqual({
    playbackQuality: 'hd720',
    availableQualityLevels: ['hd720', 'large', 'auto'],
    hasSoundAlone: true,
  });
});
