import { expect, test } from 'vitest';
import { LoginThrottle } from '../../../src/provider/security/login-throttle.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function failOften(throttle: LoginThrottle, address: string, times = 3): void {
  for (let count = 0; count < times; count++) throttle.failed(address);
}

test('the delay doubles with each failure, up to five minutes, and is forgotten an hour after the last', async () => {
  const clock = createFakeClock();
  const throttle = new LoginThrottle(clock);
  const waits: number[] = [];
  for (let count = 0; count < 14; count++) {
    throttle.failed('192.0.2.7');
    waits.push(throttle.waitMs('192.0.2.7') / 1_000);
  }
  expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  await clock.advance(3_600_000);
  expect(throttle.waitMs('192.0.2.7')).toBe(0);
  throttle.failed('192.0.2.7');
  expect(throttle.waitMs('192.0.2.7')).toBe(0);
});

test('remembers a bounded number of addresses, the most recent failures', () => {
  const throttle = new LoginThrottle(createFakeClock());
  failOften(throttle, '192.0.2.1');
  failOften(throttle, '192.0.2.2');
  for (let count = 0; count < 999; count++) throttle.failed(`10.0.${Math.floor(count / 250)}.${count % 250}`);
  expect(throttle.waitMs('192.0.2.1')).toBe(0);
  expect(throttle.waitMs('192.0.2.2')).toBeGreaterThan(0);
});

test('addresses of one IPv6 network share their failures', () => {
  const throttle = new LoginThrottle(createFakeClock());
  failOften(throttle, '2001:db8:1:2::1');
  for (const address of ['2001:db8:1:2:ffff:1:2:3', '2001:db8:1:2::', '2001:db8:1:2::9'])
    expect(throttle.waitMs(address)).toBeGreaterThan(0);
  for (const address of ['2001:db8:1:3::1', '2001:db8::1', '::1', '192.0.2.1'])
    expect(throttle.waitMs(address)).toBe(0);
});
