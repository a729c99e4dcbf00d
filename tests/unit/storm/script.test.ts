import { expect, test } from 'vitest';
import type { Arrival } from '../../storm/model/arrival.ts';
import { ask } from '../../storm/model/ask.ts';
import { wishOf } from '../../storm/model/wish.ts';
import { writeScript } from '../../storm/script/write-script.ts';

const SEEDS = Array.from({ length: 2_000 }, (_, index) => index * 37);

test('the same seed writes the same script', () => {
  for (const seed of SEEDS.slice(0, 200)) expect(writeScript(seed)).toEqual(writeScript(seed));
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
