import { expect, test } from 'vitest';
import { openTestProvider, type TestProviderOptions } from './support/test-provider.ts';
import { unversioned } from './support/unversioned.ts';

const VIDEO = encodeURIComponent('https://player.example/embed/orieldemo01');

test('oEmbed responds with title, author, poster and markup of the video at an address', async () => {
  const provider = await openTestProvider();
  const response = await provider.get(`/oembed?url=${VIDEO}`);
  expect(response.headers.get('Content-Type')).toContain('application/json');
  expect(unversioned(await response.json())).toMatchObject({
    version: '1.0',
    type: 'video',
    title: 'Four small worlds',
    author_name: 'Oriel',
    author_url: 'https://player.example/',
    width: 1280,
    height: 720,
    thumbnail_url: 'https://player.example/media/demo/poster.jpg',
    html: expect.stringContaining('src="https://player.example/embed/orieldemo01"') as string,
  });
});

test('oEmbed markup delegates geolocation for a video that requires it, and for no other [B7]', async () => {
  const provider = await openTestProvider();
  const allowOf = async (id: string): Promise<string | undefined> => {
    const response = await provider.get(`/oembed?url=${encodeURIComponent(`https://player.example/embed/${id}`)}`);
    return /allow="([^"]*)"/.exec(((await response.json()) as { html: string }).html)?.[1];
  };
  expect(await allowOf('orielnearby')).toMatch(/; geolocation$/);
  expect(await allowOf('orieldemo01')).not.toContain('geolocation');
});

test('oEmbed omits the address of an author without a page, and keeps an absolute address', async () => {
  const { catalog } = await openTestProvider();
  const read = async (url: object): Promise<Record<string, unknown>> => {
    const videos = new Map(
      [...catalog.videos].map(([id, video]) => [id, { ...video, author: { name: 'A', ...url } }] as const),
    );
    const provider = await openTestProvider({ catalog: { ...catalog, videos } });
    return (await (await provider.get(`/oembed?url=${VIDEO}`)).json()) as Record<string, unknown>;
  };
  expect(await read({})).not.toHaveProperty('author_url');
  expect(await read({ url: 'https://videos.example/me' })).toMatchObject({
    author_name: 'A',
    author_url: 'https://videos.example/me',
  });
});

test('oEmbed responds 401, without markup, for a video that may not be embedded', async () => {
  const provider = await openTestProvider();
  const address = encodeURIComponent('https://player.example/embed/orielblockd');
  expect((await provider.get(`/oembed?url=${address}`)).status).toBe(401);
});

test('oEmbed markup fits `maxwidth` and `maxheight` and keeps the aspect ratio', async () => {
  const provider = await openTestProvider();
  const read = async (limits: string): Promise<unknown> => (await provider.get(`/oembed?url=${VIDEO}${limits}`)).json();
  expect(await read('&maxwidth=400')).toMatchObject({ width: 400, height: 225 });
  expect(await read('&maxheight=90')).toMatchObject({ width: 160, height: 90 });
  expect(await read('&maxwidth=9000&maxheight=9000')).toMatchObject({ width: 1280, height: 720 });
  expect(await read('&maxwidth=400')).not.toHaveProperty('thumbnail_url');
  expect(await read('&maxwidth=-1&maxheight=x')).toMatchObject({ width: 1280, height: 720 });
});

test('oEmbed in XML has the content of JSON, escaped', async () => {
  const provider = await openTestProvider();
  const response = await provider.get(`/oembed?format=xml&url=${VIDEO}`);
  expect(response.headers.get('Content-Type')).toContain('text/xml');
  const xml = await response.text();
  expect(xml).toContain('<title>Four small worlds</title>');
  expect(xml).toContain('<html>&lt;iframe ');
  expect(xml).toMatch(/^<\?xml version="1\.0"/);
});

test.each([
  '/v/orieldemo01',
  '/e/orieldemo01',
  '/embed/videoseries?list=PLorieldemolist001',
  '/embed/?list=PLorieldemolist001',
])('oEmbed accepts the address %s', async (path) => {
  const provider = await openTestProvider();
  expect((await provider.get(`/oembed?url=${encodeURIComponent(path)}`)).status).toBe(200);
});

test.each([
  '',
  'nonsense',
  'javascript:alert(1)',
  'https://player.example/',
  'https://player.example/embed/nosuchvideo',
  'https://player.example/watch/orieldemo01',
  'https://v.example/embed/orieldemo01',
  'https://player.example.thief.example/embed/orieldemo01',
  '//v.example/embed/orieldemo01',
])('oEmbed responds 404 to the address "%s", which belongs to no video of this provider', async (url) => {
  const provider = await openTestProvider();
  expect((await provider.get(`/oembed?url=${encodeURIComponent(url)}`)).status).toBe(404);
});

test('oEmbed accepts addresses at the public origin and at allowed hosts', async () => {
  const provider = await openTestProvider({
    publicOrigin: 'https://videos.example',
    allowedHosts: ['player.example', '*.films.example'],
  });
  const status = async (origin: string): Promise<number> =>
    (await provider.get(`/oembed?url=${encodeURIComponent(`${origin}/embed/orieldemo01`)}`)).status;
  expect(await status('https://videos.example')).toBe(200);
  expect(await status('https://www.films.example')).toBe(200);
  expect(await status('https://films.example')).toBe(404);
  expect(await status('https://v.example')).toBe(404);
});

test('oEmbed responds 501 to another format than JSON and XML', async () => {
  const provider = await openTestProvider();
  expect((await provider.get(`/oembed?format=yaml&url=${VIDEO}`)).status).toBe(501);
});

test('oEmbed markup escapes an address with markup in it', async () => {
  const provider = await openTestProvider();
  const url = encodeURIComponent(`https://player.example/embed/orieldemo01?a="><script>alert(1)</script>`);
  const { html } = (await (await provider.get(`/oembed?url=${url}`)).json()) as { html: string };
  expect(html).not.toContain('<script>');
});

/** Addresses in tags that programs read to preview a link, unresolved. */
function addressesIn(html: string): Readonly<Record<string, string>> {
  const unescape = (text: string): string => text.replaceAll('&amp;', '&');
  const tags = html.match(/<(?:meta|link)\b[^>]*>/g) ?? [];
  const entries = tags.flatMap((tag) => {
    const value = (name: string): string => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    const name = value('property') || value('name') || `${value('rel')} ${value('type')}`.trim();
    const isAddress = /^(og:(url|image|video:(url|secure_url))|twitter:(image|player)|canonical|alternate .*)$/.test(
      name,
    );
    return isAddress ? [[name, value('content') || value('href')] as const] : [];
  });
  return Object.fromEntries(entries);
}

test.each<[string, TestProviderOptions, string]>([
  ['the request', {}, 'http://player.example'],
  ['the public origin', { publicOrigin: 'https://videos.example' }, 'https://videos.example'],
  ['the request below a path', { pathPrefix: '/player' }, 'http://player.example/player'],
])('addresses in the head of an embed page are absolute, based on %s', async (_, options, server) => {
  const provider = await openTestProvider(options);
  const page = `${server}/embed/orieldemo01`;
  const html = await (await provider.get(new URL(page).pathname)).text();
  expect(html).toContain('<meta name="twitter:card" content="player">');
  const addresses = unversioned(addressesIn(html));
  const picture = `${server}/media/demo/poster.jpg`;
  const discovery = (format: string): string => `${server}/oembed?url=${encodeURIComponent(page)}&format=${format}`;
  const isSecure = server.startsWith('https:');
  expect(addresses).toEqual({
    'og:url': page,
    'og:image': picture,
    'og:video:url': page,
    ...(isSecure ? { 'og:video:secure_url': page } : {}),
    'twitter:image': picture,
    'twitter:player': page,
    canonical: page,
    'alternate application/json+oembed': discovery('json'),
    'alternate text/xml+oembed': discovery('xml'),
  });
  const { pathname, search } = new URL(discovery('json'));
  const response = unversioned((await (await provider.get(pathname + search)).json()) as Record<string, string>);
  expect([response['thumbnail_url'], response['provider_url']]).toEqual([picture, `${server}/`]);
  expect(response['html']).toContain(`src="${page}"`);
});

test('an oEmbed response that names the host of the request is cached privately', async () => {
  const cacheOf = async (options: TestProviderOptions, url: string): Promise<string | null> => {
    const provider = await openTestProvider(options);
    return (await provider.get(`/oembed?url=${encodeURIComponent(url)}`)).headers.get('Cache-Control');
  };
  const publicOrigin = 'https://videos.example';
  for (const url of ['http://player.example/embed/orieldemo01', '/embed/orieldemo01'])
    expect(await cacheOf({}, url)).toBe('private, max-age=300');
  expect(await cacheOf({ publicOrigin }, 'http://player.example/embed/orieldemo01')).toBe('private, max-age=300');
  expect(await cacheOf({ publicOrigin }, '/embed/orieldemo01')).toBe('public, max-age=300');
  expect(await cacheOf({ publicOrigin }, `${publicOrigin}/embed/orieldemo01`)).toBe('public, max-age=300');
  const allowedHosts = ['player.example'];
  expect(await cacheOf({ allowedHosts }, 'http://player.example/embed/orieldemo01')).toBe('public, max-age=300');
});

test('an oEmbed response omits credentials in the requested address', async () => {
  const provider = await openTestProvider();
  const url = encodeURIComponent('https://user:secret@player.example/embed/orieldemo01');
  for (const format of ['json', 'xml']) {
    const text = await (await provider.get(`/oembed?url=${url}&format=${format}`)).text();
    expect(text).toContain('https://player.example/embed/orieldemo01');
    expect(text).not.toMatch(/user|secret/);
  }
});
