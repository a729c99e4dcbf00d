import { expect, test } from 'vitest';
import { judgeStates } from '../../storm/judge/state-sequence.ts';

const told = (...states: number[]) => judgeStates(states.map((state) => ({ atMs: 0, state, by: 'event' })));

test.each([[[-1, 3, 1]], [[5, -1, 3, 1, 2, 1, 3, 1, 0]], [[-1, 3, 2, 3, 1, -1, 5]], [[0, 3, 1, 5]]])(
  '%j is what hosts expect',
  (states) => {
    expect(told(...states)).toEqual([]);
  },
);

test.each([
  [[-1, 3, 3, 1], 'onStateChange 3 twice in a row'],
  [[5, 1], 'onStateChange: 5 and then 1'],
  [[1, 2, 0], 'onStateChange: 2 and then 0'],
])('%j is not: %s', (states, fault) => {
  expect(told(...states)).toEqual([fault]);
});

test('a state that every delivery repeats is no news', () => {
  expect(judgeStates([5, 5, -1, 3, 3, 1].map((state) => ({ atMs: 0, state, by: 'info' })))).toEqual([]);
});
