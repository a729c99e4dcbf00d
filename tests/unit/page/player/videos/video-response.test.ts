import { expect, test } from 'vitest';
import type { PlayabilityStatus } from '../../../../../protocol/provider/player-response.ts';
import { mediaSourceOf, refusalOf, videoSnapshot } from '../../../../../src/page/player/videos/video-response.ts';
import { videoResponse, VIDEO_ID } from '../../../../support/video-response.ts';

test.each<[PlayabilityStatus['status'], string]>([
  ['ERROR', 'video.notfound'],
  ['UNPLAYABLE', 'embedder.denied'],
  ['LOGIN_REQUIRED', 'auth'],
  ['LIVE_STREAM_OFFLINE', 'html5.unsupportedlive'],
  ['BLOCKED', 'mrm.blocked'],
])('the status %s becomes the error %s without a title and advice [H5]', (status, code) => {
  expect(refusalOf({ playabilityStatus: { status } })).toMatchObject({ code, title: '', advice: '' });
});

test('a refusal that requires a location can be retried, and a refusal of another location cannot', () => {
  const isRetryable = (errorCode: string) =>
    refusalOf({ playabilityStatus: { status: 'UNPLAYABLE', errorCode } })?.retryable;
  expect([isRetryable('location.needed'), isRetryable('location.outside')]).toEqual([true, false]);
});

test('a response about a video fills every field of the snapshot', () => {
  const related = [{ videoId: 'bbbbbbbbbbb', title: 'Next', lengthSeconds: 1, author: 'Oriel', channelId: 'channel' }];
  const response = videoResponse(VIDEO_ID, {
    details: {
      posters: [small('/s.webp'), small('/m.webp'), small('/l.webp')],
      isListed: false,
      isSpherical: true,
      authorUrl: '/author',
      authorPicture: '/author.svg',
      pageUrl: 'https://videos.example/watch/1',
    },
    related,
  });
  expect(videoSnapshot(response, 'asked-for', 3, 9)).toEqual({
    videoId: VIDEO_ID,
    title: `Video ${VIDEO_ID}`,
    author: 'Oriel',
    authorUrl: '/author',
    authorPicture: '/author.svg',
    pageUrl: 'https://videos.example/watch/1',
    channelId: 'channel',
    isLive: false,
    allowLiveDvr: false,
    isListed: false,
    isSpherical: true,
    isPlayable: true,
    posterUrl: '/l.webp',
    chapters: [],
    storyboard: null,
    related,
    startSeconds: 3,
    endSeconds: 9,
    response: response,
  });
});

test('missing or empty links of a response become null, and missing suggestions an empty list', () => {
  const absent = { authorUrl: null, authorPicture: null, pageUrl: null, related: [] };
  expect(videoSnapshot(videoResponse(), VIDEO_ID, 0, null)).toMatchObject(absent);
  const empty = videoResponse(VIDEO_ID, { details: { authorUrl: '', authorPicture: '', pageUrl: '' }, related: [] });
  expect(videoSnapshot(empty, VIDEO_ID, 0, null)).toMatchObject(absent);
});

test('a response without details keeps the requested id', () => {
  const response = { playabilityStatus: { status: 'ERROR' } } as const;
  expect(videoSnapshot(response, 'asked-for', 3, null)).toMatchObject({
    videoId: 'asked-for',
    isPlayable: false,
    startSeconds: 3,
    response: response,
  });
});

test('the media source contains the streams of the response, and no fields that the response lacks', () => {
  const streams = {
    progressive: [],
    isLive: true,
    hlsManifestUrl: '/a.m3u8',
    inlinePlaylists: { '/a.m3u8': '#EXTM3U' },
  };
  const response = videoResponse(VIDEO_ID, { streams });
  const video = videoSnapshot(response, VIDEO_ID, 3, null);
  expect(mediaSourceOf(response, video)).toEqual({
    ...streams,
    videoId: VIDEO_ID,
    isSpherical: false,
    startSeconds: 3,
  });
  const plain = videoResponse(VIDEO_ID, { streams: { progressive: [], isLive: false } });
  expect(mediaSourceOf(plain, video)).toStrictEqual({
    videoId: VIDEO_ID,
    progressive: [],
    isLive: false,
    isSpherical: false,
    startSeconds: 3,
  });
});

test.each([
  ['at the end of the video', 28, [28, null], [0, null]],
  ['within the video', 28, [27.9, null], [27.9, null]],
  ['in a video of unknown length', 0, [5, null], [5, null]],
  ['after the end of the video, with an end', 28, [999, 20], [0, 20]],
  ['and ends at the beginning of the video', 28, [0, 0], [0, null]],
  ['within the video, with an end before its start', 28, [5, 3], [5, null]],
  ['within the video, with an end at its start', 28, [5, 5], [5, null]],
] as const)('a clip begins %s: of %d s, %j plays %j [C2]', (_, lengthSeconds, clip, [startSeconds, endSeconds]) => {
  const response = videoResponse(VIDEO_ID, { details: { lengthSeconds } });
  const [start, end] = clip;
  expect(videoSnapshot(response, VIDEO_ID, start, end)).toMatchObject({ startSeconds, endSeconds });
});

test('the start of a clip of a live stream is not limited, since the stream has no length [C2]', () => {
  const response = videoResponse(VIDEO_ID, { details: { isLive: true } });
  expect(videoSnapshot(response, VIDEO_ID, 999, null)).toMatchObject({ startSeconds: 999, endSeconds: null });
});

test('a refused video keeps its details and is not playable', () => {
  const response = videoResponse(VIDEO_ID, { status: { status: 'UNPLAYABLE' } });
  expect(videoSnapshot(response, VIDEO_ID, 0, null)).toMatchObject({ isPlayable: false, title: `Video ${VIDEO_ID}` });
});

function small(url: string) {
  return { url, mimeType: 'image/webp', width: 320, height: 180 };
}
