import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../../protocol/runtime/outcome.ts';
import { comparedAddress } from '../../../../../src/page/interface/profiler/compared-page.ts';
import { crossingText, verdictText } from '../../../../../src/page/interface/profiler/compare-tab.tsx';
import {
  COMPARED_PAIRS,
  SESSIONS,
  WorkerComparison,
  type ServicePlace,
} from '../../../../../src/page/interface/profiler/worker-comparison.ts';
import { createBusyThread } from '../../../../support/busy-thread.ts';

const CONTAINER = {} as HTMLElement;

/** A session takes main 3 ms every 100 with its workers, and `onMainMs` with the service on main. */
function createComparison(onMainMs: number, isPlaying = true) {
  const { loop, work, stop } = createBusyThread();
  const opened: ServicePlace[] = [];
  const held: boolean[] = [];
  const comparison: WorkerComparison = new WorkerComparison({
    loop,
    openPage(place) {
      opened.push(place);
      work('session', 100, place === 'main' ? onMainMs : 3);
      return {
        check: () => (isPlaying ? succeed(undefined) : fail('html5.missingapi', 'it does not play')),
        remove: () => void stop('session'),
      };
    },
    hold() {
      held.push(true);
      return () => held.push(false);
    },
    reportError: (error) => expect.unreachable(String(error)),
  });
  return { comparison, opened, held };
}

test('sessions take turns, the first pair does not count, and what the workers save has an interval', async () => {
  const { comparison, opened, held } = createComparison(8);
  await comparison.run(CONTAINER);
  expect(opened).toHaveLength(SESSIONS);
  expect(opened.slice(0, 6)).toEqual(['workers', 'main', 'main', 'workers', 'workers', 'main']);
  const { pairs, saved, isRunning, done } = comparison.get();
  expect([pairs.length, isRunning, done]).toEqual([COMPARED_PAIRS, false, SESSIONS]);
  expect(saved?.mean).toBeGreaterThan(40);
  expect(saved?.mean).toBeLessThan(55);
  expect(held).toEqual([true, false]);
  expect(verdictText(comparison.get())).toMatch(/^The workers save main [\d.]+ ± [\d.]+ ms a second \(95 %, 5 pairs/);

  await comparison.run(CONTAINER);
  expect(comparison.get().pairs).toHaveLength(2 * COMPARED_PAIRS);
});

test('a page that does not play ends the comparison without a result, and releases what was held', async () => {
  const { comparison, opened, held } = createComparison(8, false);
  await comparison.run(CONTAINER);
  expect(opened).toHaveLength(1);
  expect(comparison.get().saved).toBeNull();
  expect(verdictText(comparison.get())).toBe('No result: it does not play.');
  expect(held).toEqual([true, false]);
});

test('a comparison that is stopped says so, and can begin again', async () => {
  const { comparison } = createComparison(8);
  const running = comparison.run(CONTAINER);
  comparison.stop();
  await running;
  expect(verdictText(comparison.get())).toBe('No result: stopped.');
  await comparison.run(CONTAINER);
  expect(comparison.get().saved).not.toBeNull();
});

test('a difference that may be none is a result, and one below zero is a cost', () => {
  const pairs = [{ workersMs: 20, mainMs: 22 }];
  const verdict = (mean: number, margin: number) =>
    verdictText({ isRunning: false, done: SESSIONS, pairs, saved: { mean, margin }, reason: '' });
  expect(verdict(2, 5)).toMatch(/^Cannot tell whether the workers save main anything: 2 ± 5 ms a second/);
  expect(verdict(-9, 5)).toMatch(/^The workers cost main 9 ± 5 ms a second/);
  expect(verdict(9, 5)).toMatch(/^The workers save main 9 ± 5/);
});

test('work of messages is that of main and of its workers, and unknown without one', () => {
  const lane = (name: 'main' | 'media', crossingMsPerSecond: number) => ({
    lane: name,
    isInline: false,
    crossingMsPerSecond,
  });
  const textOf = (...lanes: readonly object[]) => crossingText({ state: { lanes } as never });
  expect(textOf(lane('main', 0.5))).toContain('unknown');
  expect(textOf(lane('main', 0.5), lane('media', 0.2))).toMatch(
    /at least 0.5 ms a second on main, 0.2 ms in the workers/,
  );
});

test('the address has the same video, position and look, and nothing that measures or embeds', () => {
  const page =
    'https://player.example/p/embed/first?profile=1&hl=de&start=3&enablejsapi=1&origin=https%3A%2F%2Fa.example';
  expect(comparedAddress(page, 'second', 12, 'main')).toBe(
    'https://player.example/p/embed/second?profile=0&hl=de&start=12&autoplay=1&mute=1&worker=off',
  );
  expect(comparedAddress('https://player.example/embed/first', 'first', 0, 'workers')).not.toContain('profile');
  expect(comparedAddress(`${page}&worker=off`, 'second', 12, 'workers')).not.toContain('worker=');
});
