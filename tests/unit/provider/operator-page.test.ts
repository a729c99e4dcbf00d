import { createHash } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { rawRequest } from './support/raw-request.ts';
import { openTestProvider, type TestProvider, type TestProviderOptions } from './support/test-provider.ts';
import { startTestProvider } from './support/start-test-provider.ts';

const PATHS = [
  '/provider',
  '/provider/viewers',
  '/provider/api/viewers/report',
  '/provider/api/viewers/export',
  '/provider/api/summary',
  '/provider/api/events',
  '/provider/api/changes',
];

/** The response status for a connection from this address. */
async function statusFrom(
  peer: string | undefined,
  headers: Record<string, string> = {},
  options: TestProviderOptions = {},
  url = 'http://localhost/provider/api/summary',
): Promise<number> {
  const provider = await openTestProvider(options);
  const bindings = { incoming: { socket: { remoteAddress: peer } } };
  return (await provider.fetch(new Request(url, { headers }), bindings)).status;
}

test.each(['localhost:4173', 'player.localhost', '127.0.0.1', '127.8.7.6:80', '[::1]:4173', 'LOCALHOST'])(
  'without a password, %s on this machine gets the operator page',
  async (host) => {
    const { port } = await startTestProvider();
    expect((await rawRequest({ port, path: '/provider/api/summary' }, { Host: host })).status).toBe(200);
  },
);

test.each(['evil.example', 'localhost.evil.example', 'notlocalhost', '192.0.2.1', '[::2]', '0.0.0.0'])(
  'without a password, a request from this machine for the host name %s is refused',
  async (host) => {
    const { port } = await startTestProvider();
    for (const path of PATHS) {
      const response = await rawRequest({ port, path }, { Host: host });
      expect(response.status, path).toBe(403);
      expect(response.text).toContain('ORIEL_OPERATOR_PASSWORD');
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await rawRequest({ port, path: '/generate_204' }, { Host: host })).status).toBe(204);
  },
);

const [outerAddress] = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);

test.runIf(outerAddress !== undefined)('a connection from the network is refused even for localhost', async () => {
  const { port } = await startTestProvider();
  const ask = { host: outerAddress ?? '', port, path: '/provider/api/events' };
  expect((await rawRequest(ask, { Host: 'localhost' })).status).toBe(403);
});

test.each([
  ['127.0.0.1', 200],
  ['127.9.9.9', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['192.0.2.7', 403],
  ['::ffff:192.0.2.7', 403],
  ['2001:db8::1', 403],
  ['fe80::1%eth0', 403],
  [undefined, 403],
])('without a password, a peer at %s gets status %i from the operator API', async (peer, status) => {
  expect(await statusFrom(peer)).toBe(status);
});

test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'X-Real-IP', 'Via'])(
  'a request through a proxy on this machine (header %s) does not count as local',
  async (header) => {
    expect(await statusFrom('127.0.0.1', { [header]: '127.0.0.1' })).toBe(403);
  },
);

test('a refused browser gets a page that names the password setting', async () => {
  const provider = await openTestProvider({ publicOrigin: 'https://videos.example' });
  const refused = await provider.get('/provider', { Accept: 'text/html' });
  expect([refused.status, refused.headers.get('Content-Type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect(await refused.text()).toContain('ORIEL_OPERATOR_PASSWORD');
});

test('a page of another site can neither read nor change anything, even in a browser on this machine', async () => {
  const provider = await openTestProvider({ scenarios: true });
  for (const site of ['cross-site', 'same-site'])
    expect((await provider.get('/provider/api/events', { 'Sec-Fetch-Site': site })).status).toBe(403);
  expect((await provider.post('/provider/api/scenarios', '[]', { Origin: 'http://evil.example' })).status).toBe(403);
  expect((await provider.post('/provider/api/scenarios', '[]', { Origin: 'http://localhost' })).status).toBe(200);
  expect((await provider.get('/provider/api/events', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
});

test('the scenario API requires the operator password', async () => {
  const provider = await openTestProvider({ scenarios: true, operatorPassword: 'open sesame' });
  expect((await provider.post('/provider/api/scenarios', '[]')).status).toBe(401);
  expect((await provider.post('/provider/api/scenarios', '[]', { Authorization: basic('open sesame') })).status).toBe(
    200,
  );
});

function basic(password: string): string {
  return `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
}

const PASSWORD = 'open sesame';
const OURS = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };

function signIn(
  provider: TestProvider,
  password = PASSWORD,
  headers: Record<string, string> = OURS,
): Promise<Response> {
  return provider.post('/provider/login', new URLSearchParams({ password }).toString(), headers);
}

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

test('a browser is redirected to a sign-in form that works without scripts, and after sign-in to the operator page', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD });
  const sent = await provider.get('/provider', { Accept: 'text/html' });
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/provider/login']);
  const form = await provider.get('/provider/login');
  const html = await form.text();
  expect(html).toMatch(/<form method="post" action="\/provider\/login">/);
  expect(html).toMatch(/<label for="password">/);
  expect(html).not.toContain('<script');
  const policy = form.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  const opened = await signIn(provider);
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, '/provider']);
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^oriel-operator=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^oriel-known-browser=.+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  const page = await provider.get('/provider', { Accept: 'text/html', Cookie: cookieOf(opened) });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('action="/provider/logout"');
  expect((await provider.get('/provider/api/summary', { Cookie: cookieOf(opened) })).status).toBe(200);
});

test('over HTTPS the session is a Secure cookie with the prefix __Host-', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD, trustedHops: 1 });
  const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'videos.example' };
  const opened = await signIn(provider, PASSWORD, { ...OURS, ...forwarded });
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-oriel-operator=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
    expect.stringMatching(/^__Host-oriel-known-browser=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
  ]);
  expect((await provider.get('/provider/api/summary', { ...forwarded, Cookie: cookieOf(opened) })).status).toBe(200);
});

test('an operator session ends on expiry, on sign-out and with a changed password', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD });
  const summary = async (cookie: string): Promise<number> =>
    (await provider.get('/provider/api/summary', { Cookie: cookie })).status;
  const [first, second] = [cookieOf(await signIn(provider)), cookieOf(await signIn(provider))];
  const left = await provider.post('/provider/logout', '', { ...OURS, Cookie: first });
  expect([left.status, left.headers.get('Location')]).toEqual([303, '/provider/login']);
  expect(left.headers.get('Set-Cookie')).toMatch(/^oriel-operator=; Max-Age=0;/);
  expect([await summary(first), await summary(second)]).toEqual([401, 200]);
  provider.clock.jumpWallClock(43_200_000);
  expect(await summary(second)).toBe(401);
  const [, signature] = second.split('.');
  expect(
    await summary(`oriel-operator=${Buffer.from('{"id":"x","expiresMs":9e15}').toString('base64url')}.${signature}`),
  ).toBe(401);
  const other = await openTestProvider({ operatorPassword: 'another' });
  expect((await other.get('/provider/api/summary', { Cookie: cookieOf(await signIn(provider)) })).status).toBe(401);
});

test('other sites cannot sign an operator in or out', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD });
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const strangers = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://evil.example' },
    {},
  ];
  const cookie = cookieOf(await signIn(provider));
  for (const stranger of strangers) {
    const refused = await signIn(provider, PASSWORD, { ...form, ...stranger });
    expect([refused.status, refused.headers.has('Set-Cookie')]).toEqual([403, false]);
    expect((await provider.post('/provider/logout', '', { ...form, ...stranger, Cookie: cookie })).status).toBe(403);
  }
  expect((await signIn(provider, PASSWORD, { ...form, Origin: 'http://localhost' })).status).toBe(303);
  expect((await provider.get('/provider/api/summary', { Cookie: cookie })).status).toBe(200);
});

test('a 401 carries the password challenge for command-line clients, not for a page’s fetch', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD });
  const fetched = await provider.get('/provider/api/summary', {
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Site': 'same-origin',
  });
  expect([fetched.status, fetched.headers.has('WWW-Authenticate')]).toEqual([401, false]);
  expect((await provider.get('/provider/api/summary')).headers.get('WWW-Authenticate')).toContain('Basic');
});

test('wrong passwords in the form and in basic authentication share one throttle, which delays the right password too', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD });
  const summary = (password: string): Promise<Response> =>
    provider.get('/provider/api/summary', { Authorization: basic(password) });
  expect((await signIn(provider, 'a')).status).toBe(403);
  expect((await summary('b')).status).toBe(401);
  expect((await signIn(provider, 'c')).status).toBe(403);
  const waiting = await signIn(provider);
  expect([waiting.status, waiting.headers.get('Retry-After')]).toEqual([429, '1']);
  expect((await summary(PASSWORD)).status).toBe(429);
  await provider.clock.advance(1_000);
  expect((await summary('d')).status).toBe(401);
  expect((await summary(PASSWORD)).headers.get('Retry-After')).toBe('2');
  await provider.clock.advance(2_000);
  expect((await summary(PASSWORD)).status).toBe(200);
  expect((await summary('e')).status).toBe(401);
});

test('signing in again starts a new session and ends the browser’s earlier session', async () => {
  const provider = await openTestProvider({ operatorPassword: PASSWORD });
  const summary = async (cookie: string): Promise<number> =>
    (await provider.get('/provider/api/summary', { Cookie: cookie })).status;
  const before = cookieOf(await signIn(provider));
  expect(await summary(before)).toBe(200);
  const after = cookieOf(await signIn(provider, PASSWORD, { ...OURS, Cookie: before }));
  expect(after).not.toBe(before);
  expect([await summary(before), await summary(after)]).toEqual([401, 200]);
});

test('failed sign-ins from many networks are counted in metrics, logged once a minute without addresses, and raise an alert', async () => {
  const lines: object[] = [];
  const write = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const log = { debug: () => undefined, info: write, warn: write, error: write };
  const provider = await openTestProvider({ operatorPassword: PASSWORD, trustedHops: 1, log });
  const guess = (index: number) =>
    provider.get('/provider/api/summary', {
      Authorization: basic('wrong'),
      'X-Forwarded-For': `10.1.${index}.1`,
      'X-Forwarded-Host': 'player.example',
    });
  await guess(0);
  expect(await provider.metrics.text()).toMatch(/^oriel_alerts\{alert="sign_ins_failing"\} 0$/m);
  for (let index = 1; index < 30; index++) await guess(index);
  const metrics = await provider.metrics.text();
  expect(metrics).toMatch(/^oriel_sign_ins_total\{outcome="wrong"\} 20$/m);
  expect(metrics).toMatch(/^oriel_sign_ins_total\{outcome="wait"\} 10$/m);
  expect(metrics).toMatch(/^oriel_refusals_total\{limit="sign_ins"\} 10$/m);
  expect(metrics).toMatch(/^oriel_alerts\{alert="sign_ins_failing"\} 1$/m);
  const { warnings } = (await (await provider.get('/readyz')).json()) as { warnings: string[] };
  expect(warnings).toContainEqual(
    expect.stringMatching(/^30 sign-ins of operators failed within an hour from 30 networks\./),
  );
  await provider.clock.advance(60_000);
  const failed = lines.filter((line) => 'signIn' in line);
  expect(failed).toEqual([
    { signIn: 'wrong', message: 'a sign-in of an operator failed' },
    { signIn: 'wrong', repeats: 19, withinMs: 60_000, networks: 20, message: 'a sign-in of an operator failed' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('10.1.');
});

test('the 404 page of an address below /provider links to the first operator page, including the path prefix', async () => {
  const provider = await openTestProvider({ pathPrefix: '/player' });
  const response = await provider.get('/player/provider/video');
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-cache']);
  const html = await response.text();
  expect(html).toContain('<a href="/player/provider">');
  const [, styles = ''] = /<style>(.*?)<\/style>/.exec(html) ?? [];
  const hash = createHash('sha256').update(styles).digest('base64');
  expect(response.headers.get('Content-Security-Policy')).toContain(`style-src 'sha256-${hash}'`);
  expect(await (await provider.get('/player/nothing')).text()).toContain('<a href="/player/">');
});
