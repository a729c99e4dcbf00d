import type { Context } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { senderOf, UNKNOWN_SENDER } from '../../../../src/provider/budgets/sender.ts';
import { Senders } from '../../../../src/provider/budgets/senders.ts';
import { DAY_MS } from '../../../../src/provider/settings/limits.ts';
import { createFakeClock, createSeededRandom } from '../../../support/fake-clock.ts';
import { openDatabase } from '../support/open-database.ts';

const KEY = new Uint8Array(32).fill(7);

test.each([
  ['192.0.2.1', '192.0.2.200'],
  ['2001:db8:1:2::1', '2001:db8:1:ffff:1:2:3:4'],
  ['2001:db8:0:1::1', '2001:db8::1'],
])('%s and %s are two addresses of one network', (one, other) => {
  const [first, second] = [senderOf(one, KEY), senderOf(other, KEY)];
  expect(first.network).toBe(second.network);
  expect(first.address).not.toBe(second.address);
});

test.each([
  ['192.0.2.1', '192.0.3.1'],
  ['2001:db8:1::1', '2001:db8:2::1'],
  ['192.0.2.1', '2001:db8:1::1'],
])('%s and %s are of different networks', (one, other) => {
  expect(senderOf(one, KEY).network).not.toBe(senderOf(other, KEY).network);
});

test('addresses that limits treat alike are one sender, and a missing address is the unknown sender', () => {
  expect(senderOf('2001:db8:1:2::1', KEY)).toEqual(senderOf('2001:db8:1:2:ffff::9', KEY));
  expect(senderOf('::ffff:192.0.2.1', KEY)).toEqual(senderOf('192.0.2.1', KEY));
  expect(senderOf(undefined, KEY)).toBe(UNKNOWN_SENDER);
});

test('the numbers of an address change each day and agree across processes, and the key of a past day is deleted', async () => {
  const clock = createFakeClock();
  const database = await openDatabase({ url: ':memory:' }, clock);
  onTestFinished(() => database.close());
  const random = createSeededRandom();
  const [one, other] = [
    await Senders.open({ database, clock, random }),
    await Senders.open({ database, clock, random }),
  ];
  const request = { get: () => ({ address: '192.0.2.1' }) } as unknown as Context;
  const before = one.of(request);
  expect(other.of(request)).toEqual(before);
  await clock.advance(DAY_MS);
  // The first request of the day does not wait for the new key.
  expect(one.of(request)).toEqual(before);
  await expect.poll(() => one.of(request)).not.toEqual(before);
  other.of(request);
  await expect.poll(() => other.of(request)).toEqual(one.of(request));
  const { rows } = await database.execute(`SELECT name FROM secrets WHERE name LIKE 'sender-key%'`);
  expect(rows).toEqual([{ name: 'sender-key 2026-01-07' }]);
});
