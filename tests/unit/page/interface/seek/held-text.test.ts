import { expect, test } from 'vitest';
import { HeldText, type SpokenPosition } from '../../../../../src/page/interface/seek/held-text.ts';

const POSITION = { seconds: 0, atMs: 0, rate: 1 };

function spoken(seconds: number, patch: Partial<SpokenPosition> = {}): SpokenPosition {
  return { text: `at ${seconds}`, seconds, position: POSITION, isAtLiveHead: false, ...patch };
}

test('while the slider has no focus its text changes with each position', () => {
  const held = new HeldText();
  expect([1, 2, 3].map((seconds) => held.textOf(spoken(seconds), false))).toEqual(['at 1', 'at 2', 'at 3']);
});

test('while the slider has the focus playback changes its text every 30 s', () => {
  const held = new HeldText();
  expect([1, 2, 30, 31, 32, 61].map((seconds) => held.textOf(spoken(seconds), true))).toEqual([
    'at 1',
    'at 1',
    'at 1',
    'at 31',
    'at 31',
    'at 61',
  ]);
});

test('while the slider has the focus its text changes at once after a seek, at the live edge, and when the focus returns', () => {
  const held = new HeldText();
  held.textOf(spoken(1), true);
  expect(held.textOf(spoken(5, { position: { ...POSITION, seconds: 5 } }), true)).toBe('at 5');
  const jumped = { position: { ...POSITION, seconds: 5 } };
  held.textOf(spoken(5, jumped), true);
  expect(held.textOf(spoken(6, { ...jumped, isAtLiveHead: true }), true)).toBe('at 6');
  held.textOf(spoken(7), false);
  expect(held.textOf(spoken(8), true)).toBe('at 8');
});
