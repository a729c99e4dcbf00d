import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { spreadRetries } from '../../../../src/provider/http/retry-after.ts';
import { createSeededRandom } from '../../../support/fake-clock.ts';
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

test('a refusal with a retry time keeps it, a success has none', async () => {
  const app = new Hono();
  app.use('*', spreadRetries(createSeededRandom()));
  app.get('/busy', () => new Response(null, { status: 503, headers: { 'Retry-After': '7' } }));
  app.get('/good', () => new Response(null, { status: 200 }));
  expect((await app.request('/busy')).headers.get('Retry-After')).toBe('7');
  expect((await app.request('/good')).headers.get('Retry-After')).toBeNull();
});
