import { expect, test } from 'vitest';
import { initialSnapshot } from '../../../../src/page/player/initial-snapshot.ts';
import { NO_INTENT } from '../../../../src/page/player/intents/intent.ts';

test('the initial snapshot is empty, with the given sound and loop', () => {
  expect(initialSnapshot({ volume: 40, muted: true, loop: true })).toEqual({
    ready: false,
    state: -1,
    video: {
      videoId: '',
      title: '',
      author: '',
      authorUrl: null,
      authorPicture: null,
      pageUrl: null,
      channelId: '',
      isLive: false,
      allowLiveDvr: false,
      isListed: true,
      isSpherical: false,
      isPlayable: false,
      posterUrl: null,
      chapters: [],
      storyboard: null,
      related: [],
      startSeconds: 0,
      endSeconds: null,
      response: null,
    },
    position: { seconds: 0, atMs: 0, rate: 0 },
    durationSeconds: 0,
    bufferedRanges: [],
    seekable: [0, 0],
    isAtLiveHead: false,
    live: null,
    volume: 40,
    muted: true,
    playbackRate: 1,
    quality: 'unknown',
    qualities: [],
    qualityChoice: 'auto',
    captions: { tracks: [], active: -1, moduleLoaded: false, fontSize: 0, cues: [] },
    audio: { tracks: [], active: '' },
    playlist: null,
    spherical: {},
    orientationSensor: null,
    error: null,
    waiting: false,
    seeking: false,
    autoplayBlocked: false,
    fullscreen: false,
    pictureInPicture: false,
    loop: true,
    mediaPath: null,
  });
});

test('the initial intent requests nothing', () => {
  expect(NO_INTENT).toEqual({
    videoId: '',
    stream: false,
    playing: false,
    mayMute: true,
    position: null,
    rate: 1,
    volume: 1,
    muted: false,
    quality: 'auto',
    audioTrack: null,
    captions: '',
    fullscreen: false,
    pictureInPicture: false,
  });
});
