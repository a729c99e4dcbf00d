import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../../protocol/runtime/outcome.ts';
import {
  comparedAddress,
  comparedStart,
  crossingOf,
} from '../../../../../src/page/interface/profiler/compared-page.ts';
import { crossingText, verdictText } from '../../../../../src/page/interface/profiler/compare-tab.tsx';
import {
  COMPARED_PAIRS,
  SESSIONS,
  WorkerComparison,
  type ServicePlace,
} from '../../../../../src/page/interface/profiler/worker-comparison.ts';
import { createBusyThread } from '../../../../support/busy-thread.ts';
import { recordThread } from '../../../../support/thread-recordings.ts';

const CONTAINER = {} as HTMLElement;

/** A session occupies main for 3 of every 100 ms with its workers, and for `onMainMs` with the service on main. */
function createComparison(onMainMs: number, isPlaying = true) {
  const { loop, work, stop, take } = createBusyThread();
  const opened: ServicePlace[] = [];
  const held: boolean[] = [];
  const comparison: WorkerComparison = new WorkerComparison({
    loop,
    openPage(place) {
      opened.push(place);
      work('session', 100, place === 'main' ? onMainMs : 3);
      return {
        check: () => (isPlaying ? succeed(undefined) : fail('html5.missingapi', 'it does not play')),
        readCrossing: async () => ({ mainMs: 1.5, workersMs: 0.5 }),
        remove: () => void stop('session'),
      };
    },
    hold() {
      held.push(true);
      return () => held.push(false);
    },
    reportError: (error) => expect.unreachable(String(error)),
  });
  return { comparison, opened, held, take };
}

const EMPTY = createComparison(0).comparison.get();

test('sessions alternate, the first pair is discarded, and the saving by workers has an interval', async () => {
  const { comparison, opened, held } = createComparison(8);
  await comparison.run(CONTAINER);
  expect(opened).toHaveLength(SESSIONS);
  expect(opened.slice(0, 6)).toEqual(['workers', 'main', 'main', 'workers', 'workers', 'main']);
  const { pairs, saved, isRunning, done } = comparison.get();
  expect([pairs.length, isRunning, done]).toEqual([COMPARED_PAIRS, false, SESSIONS]);
  expect(saved?.low).toBeGreaterThan(40);
  expect(saved?.high).toBeLessThan(55);
  expect(held).toEqual([true, false]);
  expect(verdictText(comparison.get())).toMatch(
    /^The workers save main [\d.]+ ms a second, [\d.]+ to [\d.]+ \(95 %, median of 9 pairs; with the service on main it takes [\d.]+\)/,
  );

  await comparison.run(CONTAINER);
  expect(comparison.get().pairs).toHaveLength(2 * COMPARED_PAIRS);
});

test('a page that does not play ends the comparison without a result, and releases the held video', async () => {
  const { comparison, opened, held } = createComparison(8, false);
  await comparison.run(CONTAINER);
  expect(opened).toHaveLength(1);
  expect(comparison.get().saved).toBeNull();
  expect(verdictText(comparison.get())).toBe('No result: it does not play.');
  expect(held).toEqual([true, false]);
});

test('a stopped comparison is shown as stopped, and can begin again', async () => {
  const { comparison } = createComparison(8);
  const running = comparison.run(CONTAINER);
  comparison.stop();
  await running;
  expect(verdictText(comparison.get())).toBe('No result: stopped.');
  await comparison.run(CONTAINER);
  expect(comparison.get().saved).not.toBeNull();
});

test('time taken by other processes is deducted and stated, and does not change the verdict', async () => {
  const { comparison, take } = createComparison(8);
  take(9, 1);
  await comparison.run(CONTAINER);
  const { saved, takenShare } = comparison.get();
  expect(takenShare).toBeCloseTo(0.1, 1);
  expect(saved?.low).toBeGreaterThan(40);
  expect(saved?.high).toBeLessThan(55);
  expect(verdictText(comparison.get())).toMatch(/other processes took (9\.\d|10|11) % of main’s time/);
});

test('the verdict names a machine that is too busy, also if the video therefore does not play', async () => {
  for (const isPlaying of [true, false]) {
    const { comparison, take } = createComparison(8, isPlaying);
    take(4, 6);
    await comparison.run(CONTAINER);
    expect([comparison.get().pairs.length, comparison.get().disturbed]).toEqual([0, COMPARED_PAIRS]);
    expect(verdictText(comparison.get())).toMatch(
      /^Cannot tell: this machine is too busy.* took (59|60|61) % .*9 of 9 pairs/,
    );
  }
});

test('the verdict on a difference that may be zero states the time for certainty, and a negative difference is a cost', () => {
  const pairs = Array.from({ length: 9 }, () => ({ workersMs: 20, mainMs: 22 }));
  const verdict = (low: number, median: number, high: number) =>
    verdictText({ ...EMPTY, done: SESSIONS, pairs, saved: { low, median, high } });
  expect(verdict(-3, 2, 7)).toMatch(
    /^Cannot tell whether the workers save main anything: -3 to 7 ms a second .*about 5 more minutes would tell/,
  );
  expect(verdict(-30, 2, 7)).toMatch(/10 more minutes would not tell either/);
  expect(verdict(-14, -9, -4)).toMatch(/^The workers cost main 9 ms a second, 4 to 14 /);
  expect(verdict(4, 9, 14)).toMatch(/^The workers save main 9 ms a second, 4 to 14 /);
});

test('the work of messages is measured in the sessions, on main and in the workers, without services on main', async () => {
  const { comparison } = createComparison(8);
  expect(crossingText(comparison.get().crossing)).toBe('');
  await comparison.run(CONTAINER);
  expect(crossingText(comparison.get().crossing)).toMatch(
    /in these sessions, .*at least 1.5 ms a second on main, 0.5 ms in the workers/,
  );

  const [main, media, inline] = [recordThread('main'), recordThread('media'), recordThread('infrastructure')];
  main.ring.add('post', 100, 0, 0, 0, 110);
  main.ring.add('update', 200, 0, 0, 0, 900);
  media.ring.add('receive', 100, 0, 0, 0, 140);
  inline.ring.add('receive', 100, 0, 0, 0, 200);
  const threads = [main.ring.read(), media.ring.read(), { ...inline.ring.read(), isInline: true }];
  expect(crossingOf(threads)).toEqual({ mainMs: 0.5, workersMs: 2 });
  expect(crossingOf(threads.slice(0, 1))).toBeNull();
});

test('sessions start at the position of the page, or earlier if the video would end during a session', () => {
  expect(comparedStart(12.7, 60)).toBe(12);
  expect(comparedStart(58, 60)).toBe(55);
  expect(comparedStart(60, 60)).toBe(55);
  expect(comparedStart(2, 4)).toBe(0);
  expect(comparedStart(7_200.5, Number.POSITIVE_INFINITY)).toBe(7_200);
});

test('the address of a session has the video, position and language of the page, and no host or profiler parameters', () => {
  const page =
    'https://player.example/p/embed/first?profile=1&hl=de&start=3&enablejsapi=1&origin=https%3A%2F%2Fa.example';
  expect(comparedAddress(page, 'second', 12, 'main')).toBe(
    'https://player.example/p/embed/second?profile=0&hl=de&start=12&autoplay=1&mute=1&worker=off',
  );
  expect(comparedAddress('https://player.example/embed/first', 'first', 0, 'workers')).not.toContain('profile');
  expect(comparedAddress(`${page}&worker=off`, 'second', 12, 'workers')).not.toContain('worker=');
});
