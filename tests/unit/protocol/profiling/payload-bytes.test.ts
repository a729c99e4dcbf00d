import { expect, test } from 'vitest';
import { payloadBytes } from '../../../../protocol/runtime/profiling/payload-bytes.ts';

test('texts and buffers count at any depth of a message, other values do not', () => {
  expect(payloadBytes(['abc', { lines: 'de', count: 7, none: null, data: new Uint8Array(100) }, true])).toBe(105);
  expect(payloadBytes(undefined)).toBe(0);
});

test('only a part of a large message is counted, and counting a circular message ends', () => {
  const circular: { text: string; self?: unknown } = { text: 'ab' };
  circular.self = circular;

  expect(payloadBytes(Array.from({ length: 1_000 }, () => 'x'))).toBeLessThan(100);
  expect(payloadBytes(circular)).toBeGreaterThanOrEqual(2);
});
