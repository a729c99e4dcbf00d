import { expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import { DataSyncIdsResponse, VisitorIdResponse } from '../../../protocol/provider/identity.ts';
import type { ObservedErrorReport } from '../../../protocol/provider/observation.ts';
import { openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';
import { DESCRIBED_VALUE_MAX_CHARACTERS, ERROR_MESSAGE_MAX_CHARACTERS } from '../../../protocol/constants.ts';
import { XSRF_TOKEN_LIFETIME_MS } from '../../../src/provider/security/xsrf.ts';

test('a signed-in user gets a data-sync id, and an anonymous viewer gets none [N12]', async () => {
  const anonymous = await openTestProvider();
  expect(DataSyncIdsResponse.parse(await readJson(await anonymous.get('/getDatasyncIdsEndpoint')))).toEqual({
    datasyncIds: [],
  });
  const signedIn = await openTestProvider({ dataSyncIdOf: () => 'user-7' });
  expect(DataSyncIdsResponse.parse(await readJson(await signedIn.get('/getDatasyncIdsEndpoint')))).toEqual({
    datasyncIds: ['user-7'],
  });
});

/** A provider of a site whose viewers have consented to a visitor id. */
async function openWithConsent(privateEmbedHosts: string[] = []): Promise<TestProvider> {
  const { catalog } = await openTestProvider();
  const site = { ...catalog.site, consent: 'measured' as const, privateEmbedHosts };
  return openTestProvider({ catalog: { ...catalog, site } });
}

test('without consent there is no visitor id and no cookie: a page view stores nothing [B4, N13]', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/pagead/id');
  expect(response.headers.has('Set-Cookie')).toBe(false);
  expect(VisitorIdResponse.parse(await readJson(response)).id).toBeUndefined();
  expect((await provider.get('/embed/orieldemo01')).headers.has('Set-Cookie')).toBe(false);
  const config = PageConfig.parse(await readJson(await provider.get('/youtubei/v1/page_config')));
  expect(config.privacy.consent).toBeUndefined();
});

test('the visitor id is issued once and kept in a partitioned cookie [N13]', async () => {
  const provider = await openWithConsent();
  const first = await provider.get('/pagead/id');
  const { id } = VisitorIdResponse.parse(await readJson(first));
  expect(id).toMatch(/^[\w-]{22}$/);
  const cookie = first.headers.get('Set-Cookie') ?? '';
  expect(cookie).toMatch(/^__Host-oriel-visitor=.*; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned$/);
  const again = await provider.get('/pagead/id', { Cookie: `a=b; ${cookie.split(';')[0]}` });
  expect(VisitorIdResponse.parse(await readJson(again)).id).toBe(id);
  const forged = await provider.get('/pagead/id', { Cookie: '__Host-oriel-visitor=me' });
  expect(VisitorIdResponse.parse(await readJson(forged)).id).not.toBe('me');
});

test('a viewer who opts out or is on a private host gets no visitor id and no cookie [N13]', async () => {
  const provider = await openWithConsent(['private.example']);
  const objecting = await provider.get('/pagead/id', { 'Sec-GPC': '1' });
  const hidden = await provider.fetch(new Request('http://private.example/pagead/id'));
  const dotted = await provider.fetch(new Request('http://private.example./pagead/id'));
  const framed = await provider.get('/pagead/id', { Origin: 'https://private.example.' });
  for (const response of [objecting, hidden, dotted, framed]) {
    expect(response.headers.has('Set-Cookie')).toBe(false);
    expect(VisitorIdResponse.parse(await readJson(response)).id).toBeUndefined();
  }
});

async function reports(provider: TestProvider): Promise<ObservedErrorReport[]> {
  return (await (await provider.get('/provider/api/errors')).json()) as ObservedErrorReport[];
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('error_204 stores a report from the query and the form of the request, with its message cut to the maximum [N14]', async () => {
  const provider = await openTestProvider();
  const form = new URLSearchParams({
    url: 'https://a.example',
    file: 'main.js',
    stack: 'at main',
    thread: 'main',
    sampleWeight: '10',
  });
  const query = new URLSearchParams({ type: 'TypeError', msg: 'm'.repeat(400), line: '12', level: 'ERROR' });
  const response = await provider.post(`/error_204?${query.toString()}`, form.toString(), FORM);
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(await reports(provider)).toMatchObject([
    {
      type: 'TypeError',
      message: 'm'.repeat(ERROR_MESSAGE_MAX_CHARACTERS),
      line: '12',
      level: 'ERROR',
      url: 'https://a.example',
      file: 'main.js',
      stack: 'at main',
      thread: 'main',
      sampleWeight: 10,
    },
  ]);
});

test('parameters of a report are kept as lines below its stack, bounded in number and length [C6, E5]', async () => {
  const provider = await openTestProvider();
  const stackOf = async (fields: readonly (readonly [string, string])[]): Promise<string | null | undefined> => {
    const form = new URLSearchParams(fields.map((pair) => [...pair]));
    await provider.post('/error_204?type=x&msg=y', form.toString(), FORM);
    return (await reports(provider))[0]?.stack;
  };
  expect(
    await stackOf([
      ['stack', 'Error: y\n at main'],
      ['param.event', 'play'],
      ['param.cause', 'two\nlines'],
      ['other', 'no parameter'],
    ]),
  ).toBe('Error: y\n at main\nparam.event: play\nparam.cause: two lines');
  expect(await stackOf([['param.event', 'play']])).toBe('param.event: play');
  expect(await stackOf([['other', 'no parameter']])).toBeNull();
  const many = Array.from({ length: 50 }, (_, index) => [`param.${index}`, 'v'] as const);
  expect((await stackOf(many))?.split('\n')).toHaveLength(20);
  expect(await stackOf([['param.long', 'v'.repeat(5_000)]])).toHaveLength(1_000);
  const stack = 's'.repeat(4_000);
  expect(
    await stackOf([
      ['stack', stack],
      ['param.event', 'play'],
    ]),
  ).toBe(`${stack}\nparam.event: play`);
});

test('a report without type or message is refused, a long value is cut [N14]', async () => {
  const provider = await openTestProvider();
  expect((await provider.post('/error_204?type=x', '', FORM)).status).toBe(400);
  expect((await provider.post('/error_204?type=x&msg=y', '{}', { 'Content-Type': 'application/json' })).status).toBe(
    415,
  );
  const file = 'f'.repeat(5_000);
  await provider.post('/error_204?type=x&msg=y', new URLSearchParams({ file }).toString(), FORM);
  expect((await reports(provider))[0]?.file).toHaveLength(DESCRIBED_VALUE_MAX_CHARACTERS);
});

test('a form post from the provider’s own page needs the XSRF field [N2]', async () => {
  const provider = await openTestProvider();
  const config = PageConfig.parse(await readJson(await provider.get('/youtubei/v1/page_config')));
  const { fieldName = '', token = '' } = config.xsrf ?? {};
  const post = async (fields: Record<string, string>, headers: Record<string, string>): Promise<number> =>
    (await provider.post('/error_204?type=x&msg=y', new URLSearchParams(fields).toString(), { ...FORM, ...headers }))
      .status;
  const ours = { 'Sec-Fetch-Site': 'same-origin' };
  expect(await post({}, ours)).toBe(403);
  expect(await post({ [fieldName]: 'guess' }, ours)).toBe(403);
  expect(await post({ [fieldName]: token }, ours)).toBe(204);
  expect(await post({}, { 'Sec-Fetch-Site': 'cross-site' })).toBe(204);
  expect(await post({}, { Origin: 'http://player.example', Host: 'player.example' })).toBe(403);
  provider.clock.jumpWallClock(XSRF_TOKEN_LIFETIME_MS);
  expect(await post({ [fieldName]: token }, ours)).toBe(403);
});

test('the network check has an empty response that is not cached', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/generate_204');
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
});

test('the ad-status script may be loaded by any page', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/ads/ad_status.js');
  expect(response.headers.get('Content-Type')).toContain('text/javascript');
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
});
