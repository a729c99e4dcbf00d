import { expect, test } from 'vitest';
import { Recovery, type EngineFault } from '../../../../../workers/media/engine/recovery.ts';

const fault = (change: Partial<EngineFault> = {}): EngineFault => ({
  kind: 'network',
  status: 0,
  segment: 'a',
  isFinal: false,
  ...change,
});

test('a network without a response gets three tries with growing delays', () => {
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

test.each([500, 503, 408, 429])('status %i is retried', (status) => {
  expect(new Recovery().next(fault({ status }), 0)).toEqual({ what: 'reload', delayMs: 1_000 });
});

test.each([499, 404, 403, 200])('a segment that responds with %i and is useless is skipped', (status) => {
  expect(new Recovery().next(fault({ status }), 0)).toEqual({ what: 'skip' });
});

test('at most two segments in a row are skipped', () => {
  const recovery = new Recovery();
  const steps = ['a', 'b', 'c'].map((segment) => recovery.next(fault({ status: 404, segment }), 0).what);
  expect(steps).toEqual(['skip', 'skip', 'give-up']);
});

test('a missing playlist is final', () => {
  expect(new Recovery().next(fault({ status: 404, segment: null }), 0)).toEqual({ what: 'give-up' });
});

test('media that no browser can play are not retried', () => {
  expect(new Recovery().next(fault({ kind: 'media', isFinal: true }), 0)).toEqual({ what: 'give-up' });
});

test('a decoder gets a new source; a segment that breaks it again is skipped', () => {
  const recovery = new Recovery();
  expect(recovery.next(fault({ kind: 'media' }), 0)).toEqual({ what: 'reset' });
  expect(recovery.next(fault({ kind: 'media' }), 5_000)).toEqual({ what: 'skip' });
  expect(recovery.next(fault({ kind: 'media', segment: 'b' }), 6_000)).toEqual({ what: 'give-up' });
  expect(recovery.next(fault({ kind: 'media' }), 20_000)).toEqual({ what: 'reset' });
});

test('an arriving segment resets the count of skipped ones', () => {
  const recovery = new Recovery();
  const skip = () => recovery.next(fault({ status: 404 }), 0).what;
  expect([skip(), skip()]).toEqual(['skip', 'skip']);
  recovery.progressed();
  expect([skip(), skip(), skip()]).toEqual(['skip', 'skip', 'give-up']);
});
