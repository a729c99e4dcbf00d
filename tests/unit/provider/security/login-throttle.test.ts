import { expect, test } from 'vitest';
import { FailureTable } from '../../../../src/provider/security/failure-table.ts';
import { LoginThrottle, type LoginClient } from '../../../../src/provider/security/login-throttle.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const from = (address: string, more: Partial<LoginClient> = {}): LoginClient => ({
  address,
  deviceId: undefined,
  ...more,
});

function failOften(throttle: LoginThrottle, client: LoginClient, times = 3): void {
  for (let count = 0; count < times; count++) throttle.failed(client);
}

test('the delay doubles with each failure, up to five minutes, and is forgotten an hour after the last', async () => {
  const clock = createFakeClock();
  const failures = new FailureTable({ clock, freeFailures: 3 });
  const waits: number[] = [];
  for (let count = 0; count < 14; count++) {
    failures.failed('one');
    waits.push(failures.waitMs('one') / 1_000);
  }
  expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  await clock.advance(3_600_000);
  expect(failures.waitMs('one')).toBe(0);
  failures.failed('one');
  expect(failures.waitMs('one')).toBe(0);
});

test('the failure table keeps a bounded number of keys, those with the most recent failures', () => {
  const failures = new FailureTable({ clock: createFakeClock(), freeFailures: 1 });
  failures.failed('oldest');
  failures.failed('old');
  for (let count = 0; count < 999; count++) failures.failed(`${count}`);
  expect(failures.waitMs('oldest')).toBe(0);
  expect(failures.waitMs('old')).toBeGreaterThan(0);
});

test('addresses of one IPv6 network share their failures', () => {
  const throttle = new LoginThrottle(createFakeClock());
  failOften(throttle, from('2001:db8:1:2::1'));
  for (const address of ['2001:db8:1:2:ffff:1:2:3', '2001:db8:1:2::', '2001:db8:1:2::9'])
    expect(throttle.waitMs(from(address))).toBeGreaterThan(0);
  for (const address of ['2001:db8:1:3::1', '2001:db8::1', '::1', '192.0.2.1'])
    expect(throttle.waitMs(from(address))).toBe(0);
});

/** How many guesses are not delayed when one guess is made a second, each from the next address. */
async function guess(addressOf: (index: number) => string, seconds: number): Promise<number> {
  const clock = createFakeClock();
  const throttle = new LoginThrottle(clock);
  let made = 0;
  for (let index = 0; index < seconds; index++) {
    const client = from(addressOf(index));
    if (throttle.waitMs(client) === 0) {
      made += 1;
      throttle.failed(client);
    }
    await clock.advance(1_000);
  }
  return made;
}

test('guesses from all networks of a /48 are delayed like guesses from one site', async () => {
  expect(await guess((index) => `2001:db8:1:${index.toString(16)}::1`, 600)).toBeLessThan(25);
});

test('guesses from any number of networks share a total of a few guesses a minute', async () => {
  expect(await guess((index) => `10.${index >> 8}.${index & 255}.1`, 600)).toBeLessThanOrEqual(20 + 600 / 20);
});

test('guesses from all loopback addresses are delayed like guesses from one client', async () => {
  expect(await guess((index) => (index % 9 === 0 ? '::1' : `127.${index >> 8}.${index & 255}.1`), 900)).toBeLessThan(
    15,
  );
});

test('guesses from many networks delay neither a known browser, nor a known address, nor this machine', () => {
  const throttle = new LoginThrottle(createFakeClock());
  throttle.succeeded(from('203.0.113.9'));
  for (let index = 0; index < 40; index++) throttle.failed(from(`10.1.${index}.1`));
  expect(throttle.waitMs(from('198.51.100.7'))).toBeGreaterThan(0);
  expect(throttle.waitMs(from('203.0.113.9'))).toBe(0);
  expect(throttle.waitMs(from('127.0.0.1'))).toBe(0);
  expect(throttle.waitMs(from('10.1.1.1', { deviceId: 'known' }))).toBe(0);
  failOften(throttle, from('10.1.1.1', { deviceId: 'known' }));
  expect(throttle.waitMs(from('10.1.1.1', { deviceId: 'known' }))).toBeGreaterThan(0);
  expect(throttle.waitMs(from('10.1.1.1', { deviceId: 'another' }))).toBe(0);
});
