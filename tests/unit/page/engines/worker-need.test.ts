import { expect, test } from 'vitest';
import { PLENTY_SECONDS, STARVING_SECONDS, workerNeed } from '../../../../src/page/engines/worker-need.ts';

function setUp(change: object = {}, ranges: readonly (readonly [number, number])[] = [[0, 20]], isHidden = false) {
  const buffered = {
    length: ranges.length,
    start: (index: number) => ranges[index]?.[0] ?? Number.NaN,
    end: (index: number) => ranges[index]?.[1] ?? Number.NaN,
  };
  const element = {
    buffered,
    currentTime: 5,
    duration: 60,
    ended: false,
    paused: false,
    playbackRate: 1,
    seeking: false,
  };
  return workerNeed({ ...element, ...change }, () => isHidden);
}

test.each([
  [{}, true],
  [{ paused: true }, false],
  [{ paused: true, seeking: true }, true],
  [{ ended: true }, false],
  [{ paused: true, seeking: true, ended: true }, false],
])('a playing element with the change %o needs the worker: %s', (change, isNeeded) => {
  expect(setUp(change).isNeeded()).toBe(isNeeded);
});

test('the worker may rest until the buffer ahead is down to the minimum, counted at the viewer’s playback rate', () => {
  expect(setUp().plentyMs?.()).toBe((15 - PLENTY_SECONDS) * 1_000);
  expect(setUp({ playbackRate: 2 }).plentyMs?.()).toBe(((15 - PLENTY_SECONDS) / 2) * 1_000);
});

test('the worker may rest for the whole buffer if the buffer reaches the end within half a second', () => {
  expect(setUp({ duration: 20.5 }).plentyMs?.()).toBe(15_000);
  expect(setUp({ duration: 20.6 }).plentyMs?.()).toBe((15 - PLENTY_SECONDS) * 1_000);
});

test('a worker that hangs is replaced only when hardly any buffer is left on a visible page', () => {
  const nearlyOut = [[0, 5 + STARVING_SECONDS - 0.1]] as const;
  expect(setUp({}, nearlyOut).mayReplace?.()).toBe(true);
  expect(setUp({}, nearlyOut, true).mayReplace?.()).toBe(false);
  expect(setUp({}, [[0, 5 + STARVING_SECONDS]]).mayReplace?.()).toBe(false);
});
