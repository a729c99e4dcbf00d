import { expect, test } from 'vitest';
import { BACK_ONLINE_MS } from '../../../../../src/page/player/connection/connection.ts';
import { timeOnline } from '../../../../../src/page/player/connection/time-online.ts';
import { openConnection } from './support.ts';

test('the return of the network is mentioned for three seconds, and a new loss ends that', async () => {
  const { clock, connection, go } = openConnection();
  expect(connection.get()).toBe('online');
  go('offline');
  expect(connection.get()).toBe('offline');
  go('online');
  await clock.advance(BACK_ONLINE_MS - 1);
  expect(connection.get()).toBe('back');
  await clock.advance(1);
  expect(connection.get()).toBe('online');
  go('offline');
  go('online');
  go('offline');
  await clock.advance(BACK_ONLINE_MS);
  expect(connection.get()).toBe('offline');
});

test('an event that a browser repeats is no return, and a page may begin without a network', () => {
  const { connection, go } = openConnection();
  go('online');
  expect(connection.get()).toBe('online');
  expect(openConnection(false).connection.get()).toBe('offline');
});

test('a deadline of network requests begins again with each return of the network', async () => {
  const { clock, connection, go } = openConnection();
  let ends = 0;
  timeOnline(clock, connection).after(8_000, () => (ends += 1));
  await clock.advance(4_000);
  go('offline');
  await clock.advance(60_000);
  go('online');
  await clock.advance(7_999);
  expect(ends).toBe(0);
  await clock.advance(1);
  expect([ends, clock.pendingCount()]).toEqual([1, 0]);
});

test('a deadline over a short loss counts from its return, and one without a loss is as long as any', async () => {
  const { clock, connection, go } = openConnection();
  const ends: number[] = [];
  const { after } = timeOnline(clock, connection);
  after(8_000, () => ends.push(clock.monotonicNow()));
  await clock.advance(8_000);
  after(8_000, () => ends.push(clock.monotonicNow()));
  await clock.advance(5_000);
  go('offline');
  await clock.advance(1_000);
  go('online');
  await clock.advance(20_000);
  expect(ends).toEqual([8_000, 22_000]);
});

test('a deadline that is cancelled while the network is away never ends', async () => {
  const { clock, connection, go } = openConnection(false);
  let ends = 0;
  const cancel = timeOnline(clock, connection).after(8_000, () => (ends += 1));
  await clock.advance(20_000);
  cancel();
  go('online');
  await clock.advance(20_000);
  expect([ends, clock.pendingCount()]).toEqual([0, 0]);
});
