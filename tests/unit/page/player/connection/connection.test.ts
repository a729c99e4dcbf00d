import { expect, test } from 'vitest';
import { BACK_ONLINE_MS } from '../../../../../src/page/player/connection/connection.ts';
import { timeOnline } from '../../../../../src/page/player/connection/time-online.ts';
import { openConnection } from './support.ts';

test('the state is “back” for three seconds after the network returns, unless it is lost again', async () => {
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

test('a repeated online event changes nothing, and a page may begin offline', () => {
  const { connection, go } = openConnection();
  go('online');
  expect(connection.get()).toBe('online');
  expect(openConnection(false).connection.get()).toBe('offline');
});

test('a deadline that counts time online begins again when the network returns', async () => {
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

test('without a loss a deadline that counts time online is a usual deadline; after a short loss it counts from the return', async () => {
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

test('a deadline that is cancelled while offline never ends', async () => {
  const { clock, connection, go } = openConnection(false);
  let ends = 0;
  const cancel = timeOnline(clock, connection).after(8_000, () => (ends += 1));
  await clock.advance(20_000);
  cancel();
  go('online');
  await clock.advance(20_000);
  expect([ends, clock.pendingCount()]).toEqual([0, 0]);
});
