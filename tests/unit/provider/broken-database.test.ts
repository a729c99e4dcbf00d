import { expect, test } from 'vitest';
import { NodeStatus } from '../../../protocol/provider/observation.ts';
import { executeOne, type Database } from '../../../src/provider/database/database.ts';
import { StorageUnavailable } from '../../../src/provider/database/storage-errors.ts';
import { openServerStorage } from '../../../src/server/open-server-storage.ts';
import { openTestProvider, type TestProvider, type TestProviderOptions } from './support/test-provider.ts';

const PASSWORD = 'open sesame';
const PERSON = { Accept: 'text/html,application/xhtml+xml' };
const FORM = { ...PERSON, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
const PAGES = ['/provider', '/provider/viewers', '/provider/reports', '/provider/people'];
const DOWNLOADS = [
  '/provider/api/viewers/export?table=time&format=csv',
  `/provider/api/people/export?kind=session&id=${'0'.repeat(32)}`,
];

type State = 'well' | 'broken' | 'silent';

/** A provider whose database changes its state while it runs. */
async function openBreakable(options: TestProviderOptions = {}) {
  let state: State = 'well';
  const provider = await openTestProvider({
    operatorPassword: PASSWORD,
    ...options,
    async openStorage(...given) {
      const storage = await openServerStorage(...given);
      const batch: Database['batch'] = (statements, mode) => {
        if (state === 'silent') return new Promise(() => undefined);
        if (state === 'broken') return Promise.reject(new StorageUnavailable('damaged', { code: 'SQLITE_CORRUPT' }));
        return storage.database.batch(statements, mode);
      };
      return { ...storage, database: { ...storage.database, batch, execute: (one) => executeOne(batch, one) } };
    },
  });
  return { provider, set: (next: State) => void (state = next) };
}

async function signIn(provider: TestProvider, cookie = ''): Promise<string> {
  const form = new URLSearchParams({ password: PASSWORD }).toString();
  const response = await provider.post('/provider/login', form, { ...FORM, Cookie: cookie });
  expect(response.status).toBe(303);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Requests a path as a browser does, and expects an HTML page, never JSON. */
async function open(provider: TestProvider, path: string, cookie: string): Promise<readonly [number, string]> {
  const response = await provider.get(path, { ...PERSON, Cookie: cookie });
  expect(response.headers.get('Content-Type'), path).toBe('text/html; charset=utf-8');
  return [response.status, await response.text()];
}

test('an operator signs in, opens every page and signs out while the database is broken', async () => {
  const { provider, set } = await openBreakable();
  const before = await signIn(provider);
  set('broken');
  const cookie = await signIn(provider, before);
  for (const path of PAGES) expect((await open(provider, path, cookie))[0], path).toBe(200);
  const left = await provider.post('/provider/logout', '', { ...FORM, Cookie: cookie });
  expect(left.headers.get('Set-Cookie')).toMatch(/^oriel-operator=; Max-Age=0;/);
  expect(await left.text()).toContain('You are signed out in this browser.');
  // Sessions that this process has ended stay ended, although the database cannot confirm it.
  for (const ended of [before, cookie])
    expect((await provider.get('/provider', { ...PERSON, Cookie: ended })).status).toBe(303);
});

test('an operator page opens within two seconds while the database does not respond', async () => {
  const { provider, set } = await openBreakable();
  const cookie = await signIn(provider);
  set('silent');
  const opened = provider.get('/provider', { ...PERSON, Cookie: cookie });
  await provider.clock.advance(2_000);
  expect((await opened).status).toBe(200);
});

test('the status API responds while the database is broken, without a node and without past alerts', async () => {
  const { provider, set } = await openBreakable();
  const cookie = await signIn(provider);
  set('broken');
  await provider.post('/youtubei/v1/feedback', {});
  const status = await provider.get('/provider/api/status', { Cookie: cookie });
  expect(NodeStatus.parse(await status.json())).toMatchObject({ node: null, endedAlerts: [] });
});

test('failing requests of operator pages do not raise the alert requests_failing', async () => {
  const { provider, set } = await openBreakable();
  const cookie = await signIn(provider);
  set('broken');
  for (let turn = 0; turn < 10; turn += 1) await provider.get('/provider/api/summary', { Cookie: cookie });
  await provider.clock.advance(10_000);
  const { alerts } = NodeStatus.parse(await (await provider.get('/provider/api/status', { Cookie: cookie })).json());
  expect(alerts.map(({ name }) => name)).not.toContain('requests_failing');
});

test('while the database is broken, a download responds 503 with a page that says how to restore it', async () => {
  const { provider, set } = await openBreakable();
  const cookie = await signIn(provider);
  set('broken');
  for (const path of DOWNLOADS) {
    const [status, html] = await open(provider, path, cookie);
    expect([path, status]).toEqual([path, 503]);
    expect(html).toContain('restore the last backup');
  }
});

test('a browser receives a refusal as a page with the reason, a program receives it as JSON', async () => {
  const { provider } = await openBreakable({ limits: { pagesPerSecond: 2, burstSeconds: 1 } });
  const bindings = { incoming: { socket: { remoteAddress: '192.0.2.1' } } };
  const ask = (path: string, headers: Record<string, string>) =>
    provider.fetch(new Request(`http://player.example${path}`, { headers }), bindings);
  const responses = [
    await ask('/youtubei/v1/nothing', PERSON),
    await ask('/media/nothing.mp4', PERSON),
    await ask(`/?${'&'.repeat(2_000)}`, PERSON),
    await ask('/', PERSON),
    await ask('/', PERSON),
    await ask('/', PERSON),
  ];
  for (const response of responses) {
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    // The frame of a host page shows the refusal in place of the player.
    expect(response.headers.get('Content-Security-Policy')).not.toContain("frame-ancestors 'none'");
  }
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 414, 200, 200, 429]);
  expect(await responses.at(-1)?.text()).toContain('pages_per_address');
  const forProgram = await ask('/', { Accept: '*/*' });
  expect([forProgram.status, forProgram.headers.get('Content-Type')]).toEqual([429, 'application/json; charset=utf-8']);
});
