import { expect, test } from 'vitest';
import { readStart } from '../../../../src/page/boot/start-head-start.ts';
import { videoResponse } from '../../../support/video-response.ts';

/** A video of 100 seconds that is one file. */
const CONFIG = {
  playerResponse: videoResponse('orielmp4001', {
    details: { lengthSeconds: 100 },
    streams: {
      progressive: [{ url: '/file.mp4', mimeType: 'video/mp4', width: 640, height: 360, bitrate: 1 }],
      isLive: false,
    },
  }),
};

test.each([
  ['', 0],
  ['start=30', 30],
  ['t=30', 30],
  ['time_continue=30', 30],
  ['start=1m20s', 80],
  ['start=soon&t=0:18', 18],
  ['start=100', 0],
  ['start=-5', 0],
])('a head start with the query "%s" begins at %s s, as the player does', (query, startSeconds) => {
  const element = {} as HTMLVideoElement;
  const policy = { createScriptURL: (address: string) => address };
  const headStart = readStart(CONFIG, null, new URLSearchParams(query), element, policy)?.begin();
  expect(headStart?.startSeconds).toBe(startSeconds);
  expect(element.src).toBe(startSeconds === 0 ? '/file.mp4' : `/file.mp4#t=${startSeconds}`);
});
