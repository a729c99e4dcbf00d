import { expect, test } from 'vitest';
import { batch, LOG_EVENT } from '../support/events.ts';
import { openTestProvider } from '../support/test-provider.ts';

test('a failing provider gives each client a different retry time, of a minute or more', async () => {
  const provider = await openTestProvider();
  await provider.close();
  const waits = [];
  for (let index = 0; index < 40; index++) {
    const response = await provider.post(LOG_EVENT, batch([index]));
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
    waits.push(Number(response.headers.get('Retry-After')));
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...waits)).toBeLessThanOrEqual(300);
  expect(new Set(waits).size).toBeGreaterThan(20);
});
