import type { CapLevelController } from 'hls.js';
import { expect, test } from 'vitest';
import { bestLevelWithin, levelCapController } from '../../../../../workers/media/engine/level-limit.ts';
import { LEVELS } from '../../../../support/fake-hls.ts';

const UNLIMITED = { best: () => undefined, boxDivisor: () => 1, isOnline: () => true, onRaiser: () => undefined };

test.each([
  ['auto', undefined],
  ['unknown', undefined],
  ['highres', undefined],
  ['hd720', undefined],
  ['large', 1],
  ['medium', 0],
  ['small', 0],
  ['tiny', 0],
] as const)('within %s the best of the levels 240p, 480p, 720p and 720p has the index %s', (maxQuality, expected) => {
  expect(bestLevelWithin(maxQuality, LEVELS)).toBe(expected);
});

test('without levels the best level within a limit is undefined', () => {
  expect(bestLevelWithin('tiny', [])).toBeUndefined();
});

test('the lower of the limits by the player’s size and by the quality applies', () => {
  class BySize {
    getMaxLevel(capLevelIndex: number): number {
      return Math.min(2, capLevelIndex);
    }
  }
  const limited = (best: number | undefined): CapLevelController =>
    new (levelCapController(BySize as never, { ...UNLIMITED, best: () => best }))(undefined as never);
  expect(limited(undefined).getMaxLevel(3)).toBe(2);
  expect(limited(1).getMaxLevel(3)).toBe(1);
  expect(limited(3).getMaxLevel(3)).toBe(2);
});

test('loaded segments are kept when a limit is raised, and dropped when the player grows, unless offline', () => {
  class BySize {
    #controller?: { nextLevelSwitch(): void };
    setStreamController(controller: { nextLevelSwitch(): void }): void {
      this.#controller = controller;
    }
    detectPlayerSize(): void {
      this.#controller?.nextLevelSwitch();
    }
  }
  let raise = (): void => undefined;
  let dropped = 0;
  let isOnline = true;
  const options = { ...UNLIMITED, isOnline: () => isOnline, onRaiser: (given: () => void) => (raise = given) };
  const controller = new (levelCapController(BySize as never, options))(undefined as never);
  controller.setStreamController({ nextLevelSwitch: () => (dropped += 1) } as never);
  raise();
  expect(dropped).toBe(0);
  controller.detectPlayerSize();
  expect(dropped).toBe(1);
  // Offline no segments could replace the dropped ones.
  isOnline = false;
  controller.detectPlayerSize();
  expect(dropped).toBe(1);
});

test('the content scale factor is divided by the divisor of the limits', () => {
  class BySize {
    get contentScaleFactor(): number {
      return 1;
    }
  }
  let divisor = 1;
  const options = { ...UNLIMITED, boxDivisor: () => divisor };
  const controller = new (levelCapController(BySize as never, options))(undefined as never);
  expect(controller.contentScaleFactor).toBe(1);
  divisor = 2;
  expect(controller.contentScaleFactor).toBe(0.5);
});
