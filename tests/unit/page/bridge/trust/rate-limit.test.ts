import { expect, test } from 'vitest';
import { RateLimit } from '../../../../../src/page/bridge/trust/rate-limit.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

test('the rate limit allows a burst of one second, then a steady rate, and does not accumulate more than that burst [H2]', async () => {
  const clock = createFakeClock();
  await clock.advance(3_000);
  const rate = new RateLimit(clock, 4);
  const takeAll = (): number => {
    let taken = 0;
    while (taken < 100 && rate.take()) taken += 1;
    return taken;
  };
  expect(takeAll()).toBe(4);
  await clock.advance(249);
  expect(takeAll()).toBe(0);
  await clock.advance(1);
  expect(takeAll()).toBe(1);
  await clock.advance(60_000);
  expect(takeAll()).toBe(4);
});
