import { expect, onTestFinished, test, vi } from 'vitest';
import { OPEN_ROWS, RING_ROWS, SpanRing } from '../../../../protocol/runtime/profiling/span-ring.ts';
import { SPAN_FIELDS, spansOf } from '../../../../protocol/recording/thread-spans.ts';

function createRing() {
  const clock = { timeOrigin: 1_000_000, nowMs: 0, now: () => clock.nowMs };
  return { clock, ring: new SpanRing('main', clock) };
}

test('a span is read as it was recorded, with its start on the shared clock of all threads', () => {
  const { clock, ring } = createRing();
  clock.nowMs = 12.5;
  ring.add('journal', 10, 400, 3, 77);

  expect(spansOf(ring.read())).toEqual([
    {
      lane: 'main',
      name: 'journal',
      startMs: 1_000_010,
      durationMs: 2.5,
      isOpen: false,
      flow: 77,
      bytes: 400,
      value: 3,
    },
  ]);
});

test('a read from the last sequence returns only spans that have ended since', () => {
  const { ring } = createRing();
  ring.add('journal', 0);
  const { nextSequence } = ring.read();
  ring.add('update', 1);

  expect(spansOf(ring.read(nextSequence)).map(({ name }) => name)).toEqual(['update']);
});

test('the end of a span that was never begun records nothing', () => {
  const { clock, ring } = createRing();
  ring.add('head start', 10, 0, 0, 0, 20);
  clock.nowMs = 4_850;
  ring.end(0, 500, 1);

  expect(spansOf(ring.read()).map(({ name, durationMs }) => [name, durationMs])).toEqual([['head start', 10]]);
});

test('spans past the size of the ring overwrite the oldest spans, and the read counts the lost spans', () => {
  const { ring } = createRing();
  for (let index = 0; index < RING_ROWS + 3; index += 1) ring.add('journal', index);

  const read = ring.read();
  expect(read.lostCount).toBe(3);
  expect(spansOf(read).map(({ startMs }) => startMs - 1_000_000)).toEqual(
    Array.from({ length: RING_ROWS }, (_, index) => index + 3),
  );
});

test('a reader that keeps up loses nothing over many rounds of the ring', () => {
  const { ring } = createRing();
  const starts: number[] = [];
  let since = 0;
  for (let index = 0; index < RING_ROWS * 3; index += 1) {
    ring.add('journal', index);
    if (index % 1_000 !== 999) continue;
    const read = ring.read(since);
    expect(read.lostCount).toBe(0);
    starts.push(...spansOf(read).map(({ startMs }) => startMs - 1_000_000));
    since = read.nextSequence;
  }
  expect(starts).toEqual(Array.from({ length: starts.length }, (_, index) => index));
});

test('an open span is in every read until it ends', () => {
  const { clock, ring } = createRing();
  clock.nowMs = 5;
  const number = ring.begin('request log', 5, 100);
  clock.nowMs = 9;
  const first = ring.read();
  expect(spansOf(first)).toMatchObject([{ isOpen: true, durationMs: 4, bytes: 100, value: 0 }]);

  ring.end(number, 20, 204);
  const second = ring.read(first.nextSequence);
  expect(spansOf(second)).toMatchObject([{ isOpen: false, durationMs: 4, bytes: 120, value: 204 }]);
  expect(spansOf(ring.read(second.nextSequence))).toEqual([]);
});

test('an open span can be ended by its flow, and only once', () => {
  const { clock, ring } = createRing();
  ring.begin('infrastructure.flush', 0, 0, 7);
  ring.begin('infrastructure.flush', 1, 0, 8);
  clock.nowMs = 3;
  ring.endFlow(7, 50);
  ring.endFlow(7, 50);
  ring.endFlow(9);

  expect(spansOf(ring.read())).toMatchObject([
    { flow: 7, isOpen: false, durationMs: 3, bytes: 50 },
    { flow: 8, isOpen: true },
  ]);
});

test('open spans past the limit are kept as unfinished, and can no longer be ended', () => {
  const { ring } = createRing();
  const forgotten = ring.begin('infrastructure.flush', 0, 0, 1);
  const later = Array.from({ length: OPEN_ROWS }, (_, index) => ring.begin('infrastructure.call', index, 0, index + 2));
  ring.end(forgotten);

  expect(spansOf(ring.read()).filter(({ isOpen }) => isOpen)).toHaveLength(OPEN_ROWS + 1);
  for (const number of later) ring.end(number);
  expect(spansOf(ring.read()).filter(({ isOpen }) => isOpen)).toMatchObject([{ name: 'infrastructure.flush' }]);
});

/** Collects every `Float64Array` that is created until the end of the test. */
function watchArrays(): Float64Array[] {
  const made: Float64Array[] = [];
  vi.stubGlobal(
    'Float64Array',
    class extends Float64Array {
      constructor(...given: ConstructorParameters<typeof Array<number>>) {
        super(...(given as [number]));
        made.push(this);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return made;
}

test('recording spans creates no further array', () => {
  const made = watchArrays();
  const { ring } = createRing();
  const atTheStart = [...made];
  expect(atTheStart).toHaveLength(1);
  for (let index = 0; index < RING_ROWS * 2; index += 1) {
    ring.add('journal', index);
    ring.end(ring.begin('update'));
  }
  expect(made).toEqual(atTheStart);
  expect(ring.read().rows).toHaveLength(RING_ROWS * SPAN_FIELDS);
});

test('the rings of a page and its two workers take less than a megabyte', () => {
  const made = watchArrays();
  for (const lane of ['main', 'infrastructure', 'media'] as const) void new SpanRing(lane, performance);

  expect(made).toHaveLength(3);
  expect(made.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(1_000_000);
});

test('a read has the gauges of its moment', () => {
  const { ring } = createRing();
  ring.gauges.queuedEvents = 4;
  const read = ring.read();
  ring.gauges.queuedEvents = 5;

  expect(read.gauges).toEqual({ queuedEvents: 4 });
});
