import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Video } from '../../../src/provider/catalog/catalog.ts';
import { openTestProvider, type TestProvider } from './support/test-provider.ts';
import { batch, LOG_EVENT } from './support/events.ts';

function policyOf(response: Response): Map<string, string[]> {
  const header = response.headers.get('Content-Security-Policy') ?? '';
  return new Map(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

const ROUTES = [
  '/',
  '/embed/orieldemo01',
  '/embed/unknownid01',
  '/embed/orielblockd',
  '/provider',
  '/provider/api/summary',
  '/iframe_api',
  '/player_api',
  '/assets/shell.css',
  '/assets/missing.js',
  '/media/demo/poster.jpg',
  '/media/demo/master.m3u8',
  '/media/missing.mp4',
  '/live/oriellive01/master.m3u8',
  '/oembed?url=/embed/orieldemo01',
  '/generate_204',
  '/error_204?type=x&msg=y',
  '/pagead/id',
  '/getDatasyncIdsEndpoint',
  '/ads/ad_status.js',
  '/bot_detection.js',
  '/youtubei/v1/page_config',
  '/youtubei/v1/no_such_call',
  '/no/such/page',
];

test.each(ROUTES)('%s has the common security headers', async (path) => {
  const provider = await openTestProvider();
  const { headers } = await provider.get(path);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe(
    path.startsWith('/provider/api') ? 'same-origin' : 'cross-origin',
  );
  expect(headers.get('Permissions-Policy')).toContain('camera=()');
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("form-action 'none'");
  expect(policy).not.toMatch(/unsafe|\snonce|strict-dynamic/);
});

test('responses to POST requests, including refusals, have the security headers', async () => {
  const provider = await openTestProvider();
  for (const response of [
    await provider.post(LOG_EVENT, batch([1])),
    await provider.post(LOG_EVENT, '{', { 'Content-Type': 'application/json' }),
    await provider.post('/youtubei/v1/player', {}),
  ]) {
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  }
});

test('documents allow only their own script files and built-in inline scripts', async () => {
  const provider = await openTestProvider();
  for (const path of ['/', '/embed/orieldemo01', '/provider']) {
    const response = await provider.get(path);
    const policy = policyOf(response);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('trusted-types')).toEqual(['oriel']);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toContain("'self'");
  }
});

test('the policy has the hash of each inline script and style of the page, and no other hash', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/embed/orieldemo01');
  const html = await response.clone().text();
  const hashOf = (text: string | undefined): string =>
    `'sha256-${createHash('sha256')
      .update(text ?? '')
      .digest('base64')}'`;
  const policy = policyOf(response);
  const hashes = (directive: string): string[] =>
    (policy.get(directive) ?? []).filter((source) => source.startsWith("'sha"));
  expect(hashes('script-src')).toEqual([hashOf('window.booted = true;')]);
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => hashOf(text));
  expect(styles).toHaveLength(2);
  expect(hashes('style-src').toSorted()).toEqual(styles.toSorted());
});

test('the policy of a worker’s script allows files and connections of the provider only', async () => {
  const provider = await openTestProvider();
  const policy = policyOf(await provider.get('/assets/shell.css'));
  expect(policy.get('connect-src')).toEqual(["'self'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('worker-src')).toEqual(["'self'"]);
});

function withVideo(provider: TestProvider, change: Partial<Video>): Parameters<typeof openTestProvider>[0] {
  const demo = provider.catalog.videos.get('orieldemo01');
  if (demo === undefined) throw new Error('the catalog has no demo');
  return { catalog: { ...provider.catalog, videos: new Map([[demo.id, { ...demo, ...change }]]) } };
}

test('the policies of the page and of its workers allow the origins of media in the catalog', async () => {
  const captions = [
    {
      url: 'https://cdn.example/en.vtt',
      languageCode: 'en',
      name: 'English',
      kind: 'subtitles',
      isDefault: true,
    } as const,
  ];
  const provider = await openTestProvider(withVideo(await openTestProvider(), { captions }));
  const page = policyOf(await provider.get('/embed/orieldemo01'));
  for (const directive of ['img-src', 'media-src', 'connect-src'])
    expect(page.get(directive)).toContain('https://cdn.example');
  expect(policyOf(await provider.get('/assets/shell.css')).get('connect-src')).toContain('https://cdn.example');
});

test('the policy allows the origin of an author’s picture for images only', async () => {
  const author = { name: 'A', url: 'https://me.example/', picture: 'https://pictures.example/me.png' };
  const change = { author, pageUrl: 'https://videos.example/watch/1' };
  const provider = await openTestProvider(withVideo(await openTestProvider(), change));
  const page = await provider.get('/embed/orieldemo01');
  const policy = policyOf(page);
  expect(policy.get('img-src')).toContain('https://pictures.example');
  policy.delete('img-src');
  const others = [...policy.values()].flat().join(' ');
  expect(others).not.toContain('pictures.example');
  for (const host of ['me.example', 'videos.example'])
    expect(page.headers.get('Content-Security-Policy')).not.toContain(host);
  expect(policyOf(await provider.get('/assets/shell.css')).get('connect-src')).toEqual(["'self'"]);
});

test('the policy of a public video has no frame-ancestors, so that sandboxed pages can frame it as well', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/embed/orieldemo01');
  expect([...policyOf(response).keys()]).not.toContain('frame-ancestors');
  expect(response.headers.get('X-Frame-Options')).toBeNull();
});

test('a restricted video may be framed by its allowed hosts only', async () => {
  const allowedHosts = ['news.example', '*.school.example'];
  const provider = await openTestProvider(withVideo(await openTestProvider(), { allowedHosts }));
  const ask = (headers: Record<string, string>): Promise<Response> => provider.get('/embed/orieldemo01', headers);
  for (const headers of [{}, { Referer: 'https://news.example/story' }, { Referer: 'https://a.school.example/' }]) {
    const response = await ask(headers);
    expect(policyOf(response).get('frame-ancestors')).toEqual(["'self'", ...allowedHosts]);
    expect(await response.text()).toContain('"status":"OK"');
  }
  const visit = await ask({ Referer: 'https://search.example/', 'Sec-Fetch-Dest': 'document' });
  expect(await visit.text()).toContain('"status":"OK"');
});

test('a host that is not allowed gets a page with the reason and without streams', async () => {
  const provider = await openTestProvider(
    withVideo(await openTestProvider(), { allowedHosts: ['news.example', '*.school.example'] }),
  );
  for (const referer of [
    'https://thief.example/',
    'https://news.example.thief.example/',
    'https://xnews.example/',
    'https://xschool.example/',
    'https://school.example.thief.example/',
  ]) {
    const response = await provider.get('/embed/orieldemo01', { Referer: referer, 'Sec-Fetch-Dest': 'iframe' });
    const html = await response.text();
    expect(html).toContain('"errorCode":"embedder.denied"');
    expect(html).not.toContain('.m3u8');
    expect(html).not.toContain('.mp4');
    expect([...policyOf(response).keys()]).not.toContain('frame-ancestors');
  }
});

test('the demo page may frame the player from the other name of the same machine', async () => {
  const provider = await openTestProvider();
  const policy = policyOf(await provider.get('/'));
  expect(policy.get('frame-src')).toEqual(
    expect.arrayContaining(["'self'", 'http://localhost:*', 'http://127.0.0.1:*']),
  );
});

test('the player page may frame only pages of its own origin, as the profiler does for comparison', async () => {
  const provider = await openTestProvider();
  const policy = policyOf(await provider.get('/embed/orieldemo01'));
  expect(policy.get('frame-src')).toEqual(policy.get('worker-src'));
  expect(policy.get('frame-src')).toContain("'self'");
});

test('the operator page cannot be framed', async () => {
  const provider = await openTestProvider();
  expect(policyOf(await provider.get('/provider')).get('frame-ancestors')).toEqual(["'none'"]);
});

test('with the option bench, the policy allows connections to any origin', async () => {
  const provider = await openTestProvider({ bench: true });
  expect(policyOf(await provider.get('/assets/shell.css')).get('connect-src')).toEqual(["'self'", 'http:', 'https:']);
});

test('the policy of the embed page names its own origin beside self, which matches nothing in a sandboxed frame of WebKit', async () => {
  const provider = await openTestProvider();
  const policy = policyOf(await provider.get('/embed/orieldemo01'));
  for (const name of ['script-src', 'style-src', 'img-src', 'media-src', 'font-src', 'connect-src'])
    expect([name, policy.get(name)]).toEqual([name, expect.arrayContaining(["'self'", 'http://player.example'])]);
});

test('in development, the policy allows inline scripts and does not require trusted types', async () => {
  const provider = await openTestProvider({ development: true });
  const policy = policyOf(await provider.get('/embed/orieldemo01'));
  expect(policy.get('script-src')).toEqual(["'self'", 'http://player.example', "'unsafe-inline'"]);
  expect(policy.has('require-trusted-types-for')).toBe(false);
  expect(policy.get('default-src')).toEqual(["'none'"]);
});

test('with an operator password, the operator page and its API respond 401 without that password', async () => {
  const provider = await openTestProvider({ operatorPassword: 'open sesame' });
  const basic = (password: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}`,
  });
  for (const path of ['/provider', '/provider/api/summary', '/provider/api/events']) {
    const refused = await provider.get(path);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('WWW-Authenticate')).toContain('Basic');
    expect((await provider.get(path, basic('wrong'))).status).toBe(401);
    expect((await provider.get(path, basic('open sesame'))).status).toBe(200);
  }
  expect((await provider.get('/embed/orieldemo01')).status).toBe(200);
});

test('only a page with profile=1 gets a document isolation policy', async () => {
  const provider = await openTestProvider();
  const isolation = async (path: string): Promise<string | null> =>
    (await provider.get(path)).headers.get('Document-Isolation-Policy');
  expect(await isolation('/embed/orieldemo01?profile=1')).toBe('isolate-and-credentialless');
  expect(await isolation('/embed/orieldemo01')).toBeNull();
});
