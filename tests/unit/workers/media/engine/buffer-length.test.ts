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
      length.look();
    },
  };
}

test('the buffer begins with ten seconds and grows with watched seconds, up to the limit', () => {
  const { length, moveTo } = watch();
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(10);
  for (let seconds = 0; seconds <= 8; seconds += 0.5) moveTo(seconds);
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(18);
  for (let seconds = 8; seconds <= 40; seconds += 0.5) moveTo(seconds);
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(LIMIT_SECONDS);
  expect(length.seconds(10, FAST).ahead).toBe(10);
});

test('a seek is not watching', () => {
  const { length, moveTo } = watch();
  moveTo(1);
  moveTo(25);
  moveTo(5);
  moveTo(6);
  expect(length.seconds(LIMIT_SECONDS, FAST).ahead).toBe(12);
});

test('a network that is barely faster than the level gets the whole limit', () => {
  const { length } = watch();
  expect(length.seconds(LIMIT_SECONDS, { network: 2_900_000, level: 1_000_000 }).ahead).toBe(LIMIT_SECONDS);
  expect(length.seconds(LIMIT_SECONDS, { network: 2_900_000, level: undefined }).ahead).toBe(10);
});

test('a device of little memory keeps fewer seconds of a level of many bytes, and ten ahead at least', () => {
  const level = 16_000_000;
  const slow = { network: level, level };
  expect(watch(1).length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 10, behind: 10 });
  expect(watch(2).length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 15, behind: 15 });
  expect(watch(8).length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 30, behind: 30 });
  expect(watch().length.seconds(LIMIT_SECONDS, slow)).toEqual({ ahead: 30, behind: 30 });
  expect(watch(1).length.seconds(LIMIT_SECONDS, { network: 1, level: 1_000_000 })).toEqual({ ahead: 30, behind: 30 });
});
