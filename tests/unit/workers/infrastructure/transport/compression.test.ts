import { gunzipSync, strFromU8 } from 'fflate';
import { expect, test } from 'vitest';
import { createCompressor } from '../../../../../workers/infrastructure/transport/compression.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createSpans } from '../../../../support/fake-spans.ts';

const still = createFakeClock();

test.each([
  [499, false],
  [500, true],
  [500_000, true],
  [500_001, false],
])('a body of %i bytes is compressed: %s [N19]', async (sizeBytes, isCompressed) => {
  const compress = createCompressor(still, undefined, createSpans(still));
  const text = 'x'.repeat(sizeBytes);
  const compressed = await compress(text);
  expect(compressed.isCompressed).toBe(isCompressed);
  expect(compressed.sizeBytes).toBe(isCompressed ? compressed.body.length : sizeBytes);
});

test('the limits of compression are counted in bytes, not characters [N19]', async () => {
  const compress = createCompressor(still, undefined, createSpans(still));
  expect((await compress('ü'.repeat(250))).isCompressed).toBe(true);
  expect((await compress('ü'.repeat(249))).isCompressed).toBe(false);
});

test.each([
  ['fflate', undefined],
  ['the platform', CompressionStream],
])('the gzip body by %s unpacks to the same text [N19]', async (_name, stream) => {
  const text = JSON.stringify({ events: Array.from({ length: 50 }, (_, index) => ({ index, name: 'grüße' })) });
  const { body } = await createCompressor(still, stream, createSpans(still))(text);
  expect(body).toBeInstanceOf(Uint8Array);
  expect(strFromU8(gunzipSync(body as Uint8Array))).toBe(text);
});

/** A clock that advances at every read. */
function createSlowClock(stepMs: number) {
  let nowMs = 0;
  return { ...createFakeClock(), monotonicNow: () => (nowMs += stepMs) };
}

test('after four runs slower than 250 ms compression is disabled and reported once [N20]', async () => {
  let givenUp = 0;
  const compress = createCompressor(createSlowClock(251), undefined, createSpans(still), {
    onGivenUp: () => (givenUp += 1),
  });
  const text = 'x'.repeat(1_000);
  const runs = [];
  for (let run = 0; run < 6; run += 1) runs.push((await compress(text)).isCompressed);
  expect(runs).toEqual([true, true, true, true, false, false]);
  expect(givenUp).toBe(1);
});

test('compression that takes exactly 250 ms is not disabled [N20]', async () => {
  const compress = createCompressor(createSlowClock(250), undefined, createSpans(still));
  for (let run = 0; run < 10; run += 1) expect((await compress('x'.repeat(1_000))).isCompressed).toBe(true);
});
