import { expect, test } from 'vitest';
import type { Arrival } from '../../storm/model/arrival.ts';
import { ask } from '../../storm/model/ask.ts';
import { wishOf } from '../../storm/model/wish.ts';
import { combinationOf, describeCombination, parseOnly } from '../../storm/script/combination.ts';
import { writeScript } from '../../storm/script/write-script.ts';

const SEEDS = Array.from({ length: 2_000 }, (_, index) => index * 37);

test('the same seed writes the same script', () => {
  for (const seed of SEEDS.slice(0, 200)) expect(writeScript(seed)).toEqual(writeScript(seed));
});

test('28 seeds in a row are 28 combinations', () => {
  const names = Array.from({ length: 28 }, (_, index) => describeCombination(combinationOf(500 + index)));
  expect(new Set(names).size).toBe(28);
});

test('requests are in order of time and begin with the navigation', () => {
  for (const steps of SEEDS.flatMap((seed) => writeScript(seed).phases)) {
    const times = steps.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(Math.min(0, ...times)).toBe(0);
  }
});

test('requests from the navigation on never end in a state that only chance decides', () => {
  const moment = { stoppedByMs: (atMs: number) => atMs, liveWindowSeconds: 82 };
  for (const seed of SEEDS) {
    const { page, phases } = writeScript(seed);
    const [first = []] = phases;
    const arrivals = first.flatMap(({ atMs, intent }): Arrival[] => {
      if (intent.by === 'pointer') return [{ atMs, share: 0.5, ...intent }];
      if (intent.by === 'key') return [{ atMs, by: 'key', key: intent.key.replace('Shift+', '') }];
      return 'args' in intent ? [{ atMs, ...intent }] : [];
    });
    const wish = arrivals.reduce((before, arrival) => ask(before, arrival, moment), wishOf(page, 0));
    expect(wish.playback, `seed ${seed}`).not.toBe('unknown');
  }
});

test('a choice of combinations is read, and a word that is none of theirs refused', () => {
  const isWanted = parseOnly('kind=live,cpu=6');
  expect(isWanted({ kind: 'live', cpu: 6, line: 'fast' })).toBe(true);
  expect(isWanted({ kind: 'live', cpu: 1, line: 'slow' })).toBe(false);
  expect(parseOnly('line=slow')({ kind: 'file', cpu: 1, line: 'slow' })).toBe(true);
  expect(() => parseOnly('kind=radio')).toThrow('kind=radio');
});
