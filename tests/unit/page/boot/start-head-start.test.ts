import { expect, test } from 'vitest';
import type { PageConfig } from '../../../../protocol/page/page-config.ts';
import { readStart } from '../../../../src/page/boot/start-head-start.ts';

/** A video of 100 seconds that is one file. */
const CONFIG = {
  playerResponse: {
    playabilityStatus: { status: 'OK' },
    videoDetails: { videoId: 'orielmp4001', lengthSeconds: 100 },
    streamingData: { progressive: [{ url: '/file.mp4', height: 360 }] },
  },
} as unknown as PageConfig;

test.each([
  ['', 0],
  ['start=30', 30],
  ['t=30', 30],
  ['time_continue=30', 30],
  ['start=1m20s', 80],
  ['start=soon&t=0:18', 18],
  ['start=100', 0],
  ['start=-5', 0],
])('a head start with "%s" begins at %s s, as the player would', (query, startSeconds) => {
  const element = {} as HTMLVideoElement;
  const policy = { createScriptURL: (address: string) => address };
  const headStart = readStart(CONFIG, null, new URLSearchParams(query), element, policy)?.begin();
  expect(headStart?.startSeconds).toBe(startSeconds);
  expect(element.src).toBe(startSeconds === 0 ? '/file.mp4' : `/file.mp4#t=${startSeconds}`);
});
