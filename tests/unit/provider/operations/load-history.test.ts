import { expect, test } from 'vitest';
import { LOAD_STEP_MS, LoadHistory } from '../../../../src/provider/operations/load-history.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const NOTHING = { requests: 0, errors: 0, refused: 0, shedRows: 0, events: 0 };

test('requests are counted in the step in which they arrive, and a step without requests has zeros', async () => {
  const clock = createFakeClock();
  const beganMs = clock.now();
  const load = new LoadHistory(clock);
  for (let index = 0; index < 99; index += 1) load.request(8);
  load.request(900);
  load.add('events', 40);
  await clock.advance(2 * LOAD_STEP_MS);
  load.request(8);
  load.add('errors', 1);
  await clock.advance(10_000);
  const [first, second, running] = load.points();
  expect(first).toMatchObject({ ...NOTHING, atMs: beganMs, lengthMs: LOAD_STEP_MS, requests: 100, events: 40 });
  expect(second).toEqual({
    ...NOTHING,
    ...{ atMs: beganMs + LOAD_STEP_MS, lengthMs: LOAD_STEP_MS, p50Ms: null, p99Ms: null, newcomerMs: null },
  });
  expect(running).toMatchObject({ ...NOTHING, lengthMs: 10_000, requests: 1, errors: 1 });
  expect(load.points()).toHaveLength(3);
});

test('a step of the load history has the longest wait of its new connections', async () => {
  const clock = createFakeClock();
  const load = new LoadHistory(clock);
  for (const waitMs of [4, 2_300, 12]) load.newcomer(waitMs);
  await clock.advance(LOAD_STEP_MS);
  load.newcomer(3);
  await clock.advance(10_000);
  expect(load.points().map(({ newcomerMs }) => newcomerMs)).toEqual([2_300, 3]);
});

test('the percentiles of a step differ from the exact percentiles of its durations by less than a fifth', async () => {
  const clock = createFakeClock();
  const load = new LoadHistory(clock);
  for (let index = 1; index <= 200; index += 1) load.request(index * 10);
  await clock.advance(LOAD_STEP_MS);
  const [{ p50Ms, p99Ms } = { p50Ms: null, p99Ms: null }] = load.points();
  expect(Math.abs((p50Ms ?? 0) / 1_000 - 1)).toBeLessThan(0.2);
  expect(Math.abs((p99Ms ?? 0) / 1_980 - 1)).toBeLessThan(0.2);
});

test('the current step is shown only from its fifth second on, because a shorter step would look like a peak', async () => {
  const clock = createFakeClock();
  const load = new LoadHistory(clock);
  load.request(1);
  expect(load.points()).toEqual([]);
  await clock.advance(5_000);
  expect(load.points()).toHaveLength(1);
});

test('sums of the last minutes leave out earlier steps', async () => {
  const clock = createFakeClock();
  const load = new LoadHistory(clock);
  load.add('shedRows', 5);
  await clock.advance(10 * LOAD_STEP_MS);
  load.add('shedRows', 2);
  load.add('refused', 3);
  expect(load.lately(120_000)).toEqual({ ...NOTHING, shedRows: 2, refused: 3 });
  expect(load.lately(3_600_000)).toEqual({ ...NOTHING, shedRows: 7, refused: 3 });
});
