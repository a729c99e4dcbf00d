import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { budgetRows } from '../../bench/support/budgets.mjs';
import { BenchProgress } from '../../bench/support/progress.mjs';
import { samplesInTurn } from '../../bench/support/samples.mjs';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

test('a benchmark says what runs and what is left, and is never silent for 30 s', async () => {
  const lines: string[] = [];
  const said: number[] = [];
  const say = (line: string): void => {
    lines.push(line);
    said.push(Date.now());
  };
  const progress = new BenchProgress({ steps: 3, expectedStepMs: 50_000, say, nowMs: Date.now });
  const done = (async () => {
    await progress.step('one', wait(70_000));
    await progress.step('two', wait(10_000));
  })();
  await vi.advanceTimersByTimeAsync(80_000);
  await done;

  expect(lines).toEqual([
    '1 of 3: one · about 3 min left',
    '  still one, for 20 s',
    '  still one, for 40 s',
    '  still one, for 60 s',
    '2 of 3: two · about 3 min left',
  ]);
  expect(Math.max(...said.slice(1).map((at, index) => at - (said[index] ?? 0)))).toBeLessThanOrEqual(30_000);
  // A step that ended says nothing more, also one that failed.
  await expect(progress.step('three', () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.at(-1)).toBe('3 of 3: three · about 40 s left');
});

test('a budget whose ways were left out was not run, and has no verdict', () => {
  const budgets = { burst: { limit: 2 }, frames: { limit: 2 }, heap: { limit: 3, unit: 'MB' } };
  expect(budgetRows(budgets, { burst: 2.5, heap: 1 }, { burst: 3 })).toEqual([
    ['burst', '2.50 ×', '2.00 ×', '3.00 ×', 'OVER'],
    ['frames', 'not run', '2.00 ×', '–', ''],
    ['heap', '1.00 MB', '3.00 MB', '–', 'within'],
  ]);
});

test('ways take turns, each round in the other direction, and every one has a sample of each round', async () => {
  const ran: string[] = [];
  const measure = async ({ name }: { readonly name: string }): Promise<number> => ran.push(name);
  const options = { title: 'Bytes', ways: [{ name: 'ours' }, { name: 'other' }], rounds: 2, expectedStepMs: 1 };
  const lines: string[] = [];
  const samples = await samplesInTurn({ ...options, measure, say: (line) => lines.push(line) });
  expect(ran).toEqual(['ours', 'other', 'other', 'ours']);
  expect(samples).toEqual(
    new Map([
      ['ours', [1, 4]],
      ['other', [2, 3]],
    ]),
  );
  expect(lines[0]).toMatch(/^1 of 4: Bytes: ours · about /);
});
