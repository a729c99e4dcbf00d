import { expect, test } from 'vitest';
import { Recovery, type EngineFault } from '../../../../../workers/media/engine/recovery.ts';

const fault = (change: Partial<EngineFault> = {}): EngineFault => ({
  kind: 'network',
  status: 0,
  segment: 'a',
  isFinal: false,
  ...change,
});

test('a network fault without a response is retried three times with growing delays', () => {
  const recovery = new Recovery();
  expect([1, 2, 3, 4].map(() => recovery.next(fault(), 0))).toEqual([
    { what: 'reload', delayMs: 1_000 },
    { what: 'reload', delayMs: 2_000 },
    { what: 'reload', delayMs: 4_000 },
    { what: 'give-up' },
  ]);
  recovery.progressed();
  expect(recovery.next(fault(), 0)).toEqual({ what: 'reload', delayMs: 1_000 });
});

test.each([500, 503, 408, 429])('a fault with the status %i is retried', (status) => {
  expect(new Recovery().next(fault({ status }), 0)).toEqual({ what: 'reload', delayMs: 1_000 });
});

test.each([499, 404, 403, 200])('a segment that fails with the status %i is skipped', (status) => {
  expect(new Recovery().next(fault({ status }), 0)).toEqual({ what: 'skip' });
});

test('at most two segments in a row are skipped', () => {
  const recovery = new Recovery();
  const steps = ['a', 'b', 'c'].map((segment) => recovery.next(fault({ status: 404, segment }), 0).what);
  expect(steps).toEqual(['skip', 'skip', 'give-up']);
});

test('a missing playlist is given up at once', () => {
  expect(new Recovery().next(fault({ status: 404, segment: null }), 0)).toEqual({ what: 'give-up' });
});

test('a final media fault is given up at once', () => {
  expect(new Recovery().next(fault({ kind: 'media', isFinal: true }), 0)).toEqual({ what: 'give-up' });
});

test('a media fault opens a new source, a repeated fault soon after skips the segment, and a third one gives up', () => {
  const recovery = new Recovery();
  expect(recovery.next(fault({ kind: 'media' }), 0)).toEqual({ what: 'reset' });
  expect(recovery.next(fault({ kind: 'media' }), 5_000)).toEqual({ what: 'skip' });
  expect(recovery.next(fault({ kind: 'media', segment: 'b' }), 6_000)).toEqual({ what: 'give-up' });
  expect(recovery.next(fault({ kind: 'media' }), 20_000)).toEqual({ what: 'reset' });
});

test('an arriving segment resets the count of skipped segments', () => {
  const recovery = new Recovery();
  const skip = () => recovery.next(fault({ status: 404 }), 0).what;
  expect([skip(), skip()]).toEqual(['skip', 'skip']);
  recovery.progressed();
  expect([skip(), skip(), skip()]).toEqual(['skip', 'skip', 'give-up']);
});
