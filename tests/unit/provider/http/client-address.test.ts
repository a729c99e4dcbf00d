import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { PAGE_CONFIG_ELEMENT_ID, PageConfig } from '../../../../protocol/page/page-config.ts';
import { clientAddress, readClientAddress, type ClientAddress } from '../../../../src/provider/http/client-address.ts';
import { rawRequest } from '../support/raw-request.ts';
import { openTestProvider } from '../support/test-provider.ts';
import { startTestProvider } from '../support/start-test-provider.ts';

const PROXY = '10.0.0.1';

async function addressOf(
  trustedHops: number,
  headers: Record<string, string>,
  url = 'http://upstream.example:4173/',
): Promise<ClientAddress> {
  const app = new Hono();
  app.use('*', readClientAddress(trustedHops));
  app.get('*', (context) => context.json(clientAddress(context)));
  const bindings = { incoming: { socket: { remoteAddress: PROXY } } };
  return (await app.fetch(new Request(url, { headers }), bindings)).json() as Promise<ClientAddress>;
}

test('forwarded headers count only behind a trusted proxy; else the connection and the Host header decide', async () => {
  const forwarded = {
    'X-Forwarded-For': '192.0.2.7',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'videos.example',
  };
  expect(await addressOf(0, forwarded)).toEqual({
    address: PROXY,
    protocol: 'http',
    host: 'upstream.example:4173',
    hostname: 'upstream.example',
    origin: 'http://upstream.example:4173',
    isLocal: false,
    country: undefined,
  });
  expect(await addressOf(1, forwarded)).toEqual({
    address: '192.0.2.7',
    protocol: 'https',
    host: 'videos.example',
    hostname: 'videos.example',
    origin: 'https://videos.example',
    isLocal: false,
    country: undefined,
  });
});

test('a country header counts only behind a trusted proxy, and only with a country code', async () => {
  const countryOf = async (hops: number, headers: Record<string, string>) => (await addressOf(hops, headers)).country;
  expect(await countryOf(1, { 'CF-IPCountry': 'DE' })).toBe('DE');
  expect(await countryOf(1, { 'CF-IPCountry': 'XX', 'X-Country-Code': 'fr' })).toBe('FR');
  for (const [hops, name] of [
    [0, 'DE'],
    [1, 'T1'],
    [1, 'Germany'],
  ] as const)
    // prettier-ignore
    expect(await countryOf(hops, { 'CF-IPCountry': name }), name).toBeUndefined();
});

test.each(['*', '*.example', 'a*b', 'videos.example,evil.example'])(
  'the invalid host name %s is refused',
  async (host) => {
    const provider = await openTestProvider();
    expect((await provider.fetch(new Request(`http://${host}/embed/orieldemo01`))).status).toBe(400);
  },
);

test.each([
  [1, '1.1.1.1, 192.0.2.7', '192.0.2.7'],
  [2, '1.1.1.1, 192.0.2.7, 10.0.0.2', '192.0.2.7'],
  [2, '192.0.2.7', '192.0.2.7'],
  [1, ' 192.0.2.7:5000 ', '192.0.2.7'],
  [1, '[2001:db8::1]:5000', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, '::ffff:192.0.2.7', '192.0.2.7'],
  [1, 'unknown', PROXY],
  [1, '192.0.2.7, <script>', PROXY],
  [1, '', PROXY],
])('behind %i trusted proxies, X-Forwarded-For "%s" gives the address %s', async (hops, header, address) => {
  expect((await addressOf(hops, { 'X-Forwarded-For': header })).address).toBe(address);
});

test.each([
  ['ftp', 'videos.example', 'http://videos.example'],
  ['https', 'a.example, videos.example', 'https://videos.example'],
  ['http, https', 'videos.example', 'https://videos.example'],
  ['https', 'videos.example:8443', 'https://videos.example:8443'],
  ['https', 'a/b@videos.example', 'http://upstream.example:4173'],
  ['https', '"><script>', 'http://upstream.example:4173'],
])('the forwarded protocol %s and host %s give the origin %s', async (protocol, host, origin) => {
  expect((await addressOf(1, { 'X-Forwarded-Proto': protocol, 'X-Forwarded-Host': host })).origin).toBe(origin);
});

const BEHIND_TLS = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'videos.example' };

test('behind a trusted proxy cards, oEmbed and share links have the public name and protocol', async () => {
  const provider = await openTestProvider({ trustedHops: 1 });
  const html = await (await provider.get('/embed/orieldemo01', BEHIND_TLS)).text();
  expect(html).toContain('<meta property="og:url" content="https://videos.example/embed/orieldemo01">');
  const oEmbed = await provider.get('/oembed?url=/embed/orieldemo01', BEHIND_TLS);
  expect(await oEmbed.json()).toMatchObject({ provider_url: 'https://videos.example/' });
  const own = await provider.get('/oembed?url=https://videos.example/embed/orieldemo01', BEHIND_TLS);
  const upstream = await provider.get('/oembed?url=http://player.example/embed/orieldemo01', BEHIND_TLS);
  expect([own.status, upstream.status]).toEqual([200, 404]);
});

test('a private host is recognised behind a trusted proxy [P10]', async () => {
  const { catalog } = await openTestProvider();
  const site = { ...catalog.site, privateEmbedHosts: ['private.example'] };
  const provider = await openTestProvider({ catalog: { ...catalog, site }, trustedHops: 1 });
  const headers = { 'X-Forwarded-Host': 'private.example' };
  const html = await (await provider.get('/embed/orieldemo01', headers)).text();
  const json = new RegExp(`id="${PAGE_CONFIG_ELEMENT_ID}">(.*?)</script>`, 's').exec(html)?.[1];
  const config = PageConfig.parse(JSON.parse(json ?? 'null'));
  expect(config.privacy.privateEmbed).toBe(true);
  expect(config.playerResponse?.viewerState).toBeUndefined();
});

test('requests for allowed and loopback host names are served, and requests for other host names get 421', async () => {
  const allowedHosts = ['videos.example', '*.school.example'];
  const { port } = await startTestProvider({ allowedHosts });
  const ask = async (host: string, path = '/generate_204') => rawRequest({ port, path }, { Host: host });
  for (const host of ['videos.example', 'VIDEOS.example:8080', 'a.b.school.example', 'localhost', `127.0.0.1:${port}`])
    expect((await ask(host)).status, host).toBe(204);
  for (const host of ['evil.example', 'school.example', 'xschool.example', 'videos.example.evil.example'])
    for (const path of ['/generate_204', '/embed/orieldemo01', '/provider', '/media/demo/poster.jpg'])
      expect((await ask(host, path)).status, host + path).toBe(421);
  expect((await ask('evil.example')).text).toContain('ORIEL_ALLOWED_HOSTS');
  for (const path of ['/healthz', '/readyz']) expect((await ask('192.0.2.7:8080', path)).status, path).not.toBe(421);
});

test('a request from another machine for a loopback host name gets 421', async () => {
  const provider = await openTestProvider({ allowedHosts: ['videos.example'], publicOrigin: 'https://public.example' });
  const ask = async (url: string, remoteAddress: string): Promise<number> =>
    (await provider.fetch(new Request(url), { incoming: { socket: { remoteAddress } } })).status;
  expect(await ask('http://localhost/generate_204', '127.0.0.1')).toBe(204);
  expect(await ask('http://localhost/generate_204', '192.0.2.7')).toBe(421);
  expect(await ask('http://public.example/generate_204', '192.0.2.7')).toBe(204);
});
