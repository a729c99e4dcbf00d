import { expect, test } from 'vitest';
import { LiveWindow } from '../../../../../workers/media/engine/live-window.ts';

const DETAILS = { live: true, PTSKnown: true, fragmentStart: 40 };

test('the window reaches from the first segment to the live edge', () => {
  const window = new LiveWindow();
  expect(window.follow(DETAILS, 70)).toBe(true);
  expect([window.isLive, window.seekable]).toEqual([true, [40, 70]]);
  expect(window.follow(DETAILS, 70)).toBe(false);
  expect(window.follow({ ...DETAILS, fragmentStart: 42 }, 70)).toBe(true);
});

test('a live edge before the first segment makes an empty window', () => {
  const window = new LiveWindow();
  window.follow(DETAILS, 30);
  expect(window.seekable).toEqual([40, 40]);
});

test('without a live edge, or before the position of the playlist is known, there is no window', () => {
  const window = new LiveWindow();
  expect(window.follow(DETAILS, null)).toBe(false);
  expect(window.follow({ ...DETAILS, PTSKnown: false }, 70)).toBe(false);
  expect([window.isLive, window.seekable]).toEqual([true, null]);
});

test('a film has no window; a stream that has ended loses its window, once', () => {
  const window = new LiveWindow();
  expect(window.follow({ ...DETAILS, live: false }, 70)).toBe(false);
  window.follow(DETAILS, 70);
  expect(window.follow({ ...DETAILS, live: false }, 70)).toBe(true);
  expect([window.isLive, window.seekable]).toEqual([false, null]);
  expect(window.follow({ ...DETAILS, live: false }, 70)).toBe(false);
});
