import { expect, test } from 'vitest';
import { KnownEvents } from '../../../../../workers/infrastructure/logging/known-events.ts';

test('the last 20,000 event ids are remembered, and each further id replaces the oldest', () => {
  const known = new KnownEvents();
  for (let index = 0; index < 20_000; index += 1) known.add(`id ${index}`);
  expect(known.has('id 0')).toBe(true);
  known.add('id 20000');
  expect([known.has('id 0'), known.has('id 1'), known.has('id 20000')]).toEqual([false, true, true]);
});
