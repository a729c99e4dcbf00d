import { expect, test } from 'vitest';
import { BufferLength } from '../../../../../workers/media/engine/buffer-length.ts';
import type { HlsMedia } from '../../../../../workers/media/engine/hls-library.ts';

const LIMIT_SECONDS = 30;
const FAST = { network: 10_000_000, level: 1_000_000 };

function watch(memoryGigabytes?: number) {
  const media = { currentTime: 0 };
  const length = new BufferLength({ media: media as HlsMedia, memoryGigabytes });
  return {
    length,
    moveTo(seconds: number): void {
      media.currentTime = seconds;
      length.check();
    },
  };
}

test('the buffer length begins with ten seconds and grows by the watched seconds, up to the limit', () => {
  const { length, moveTo } = watch();
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(10);
  for (let seconds = 0; seconds <= 8; seconds += 0.5) moveTo(seconds);
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(18);
  for (let seconds = 8; seconds <= 40; seconds += 0.5) moveTo(seconds);
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(LIMIT_SECONDS);
  expect(length.seconds(10, FAST).ahead).toBe(10);
});

test('seconds that are skipped by a seek do not count as watched for the buffer length', () => {
  const { length, moveTo } = watch();
  moveTo(1);
  moveTo(25);
  moveTo(5);
  moveTo(6);
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(12);
});

test('on a network less than three times as fast as the level the buffer length is the whole limit', () => {
  const { length } = watch();
  expect(length.seconds(LIMIT_SECONDS, { network: 2_900_000, level: 1_000_000 }).ahead).toBe(LIMIT_SECONDS);
  expect(length.seconds(LIMIT_SECONDS, { network: 2_900_000, level: undefined }).ahead).toBe(10);
});

test('a device with little memory buffers fewer seconds of a level with a high bit rate, but at least ten ahead', () => {
  const level = 16_000_000;
  const slow = { network: level, level };
  expect(watch(1).length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 10, behind: 10 });
  expect(watch(2).length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 15, behind: 15 });
  expect(watch(8).length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 30, behind: 30 });
  expect(watch().length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 30, behind: 30 });
  expect(watch(1).length.seconds(LIMIT_SECONDS, { network: 1, level: 1_000_000 })).toEqual({ ahead: 30, behind: 30 });
});
