import { expect, test } from 'vitest';
import { openTestProvider } from './support/test-provider.ts';

test('without its setting, the states page responds 404', async () => {
  const provider = await openTestProvider();
  expect((await provider.get('/states')).status).toBe(404);
});

test('the states page may frame only its own origin and may not be framed', async () => {
  const provider = await openTestProvider({ states: true });
  const response = await provider.get('/states');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<title>states</title>');
  const policy = response.headers.get('Content-Security-Policy')?.split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-src 'self'", "frame-ancestors 'none'"]));
  expect(response.headers.get('Permissions-Policy')).toContain('autoplay=(self)');
});
