import { expect, test } from 'vitest';
import { createPathPrefix } from '../../../../src/provider/http/path-prefix.ts';
import { readSettings } from '../../../../src/provider/settings/settings.ts';
import { openTestProvider } from '../support/test-provider.ts';
import { unversioned } from '../support/unversioned.ts';

const PREFIX = '/some/player';
const FRAME_NAVIGATION = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' };

test.each([
  ['/some/player/embed/x', '/embed/x'],
  ['/some/player/', '/'],
  ['/some/player', '/'],
  ['/embed/x', '/embed/x'],
  ['/some/players/x', '/some/players/x'],
])('with the prefix /some/player, %s is the path %s of the provider', (path, own) => {
  const prefix = createPathPrefix(PREFIX);
  expect([prefix.remove(path), prefix.pathOf(new Request(`http://a${path}?q=/`))]).toEqual([own, own]);
});

test('only addresses of the provider itself get the path prefix', () => {
  const { add } = createPathPrefix(PREFIX);
  expect(['/media/a', 'https://elsewhere.example/a', '//elsewhere.example/a', ''].map(add)).toEqual([
    '/some/player/media/a',
    'https://elsewhere.example/a',
    '//elsewhere.example/a',
    '',
  ]);
  expect(createPathPrefix('').add('/media/a')).toBe('/media/a');
});

test.each(['/embed/orieldemo01', `${PREFIX}/embed/orieldemo01`])(
  'every address in the page at %s is below the path prefix',
  async (path) => {
    const provider = await openTestProvider({ pathPrefix: PREFIX });
    const html = await (await provider.get(path)).text();
    const addresses = [...html.matchAll(/(?:href|src|srcset|content)="(\/[^"]*)"/g)].map(([, address]) => address);
    // Paths of calls are joined to the provider's address, which has the prefix.
    const inConfiguration = [...html.matchAll(/"(\/(?!youtubei\/)[\w~-][^"\s]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(5);
    expect(inConfiguration.length).toBeGreaterThan(10);
    for (const address of [...addresses, ...inConfiguration]) expect(address).toMatch(/^\/some\/player(?:\/|$)/);
  },
);

test('the page and picture of an author, the page of the video and posters of suggestions get the prefix', async () => {
  const provider = await openTestProvider({ pathPrefix: PREFIX });
  expect(unversioned((await provider.call('player', { videoId: 'orieldemo01' })).json)).toMatchObject({
    videoDetails: {
      authorUrl: `${PREFIX}/`,
      authorPicture: `${PREFIX}/media/demo/author.svg`,
      pageUrl: `${PREFIX}/`,
    },
    related: [{ posterUrl: `${PREFIX}/media/sphere/poster.jpg` }, {}, {}],
  });
});

test('a live playlist names segments below the prefix, and signed segments carry their token', async () => {
  for (const signMedia of [false, true]) {
    const { catalog } = await openTestProvider();
    const site = { ...catalog.site, signMedia };
    const provider = await openTestProvider({ pathPrefix: PREFIX, catalog: { ...catalog, site } });
    const { streamingData } = (await provider.call('player', { videoId: 'oriellive01' })).json as {
      streamingData: { hlsManifestUrl: string };
    };
    expect(streamingData.hlsManifestUrl).toMatch(signMedia ? /^\/some\/player\/live\/~/ : /^\/some\/player\/live\/or/);
    const rendition = await provider.get(streamingData.hlsManifestUrl.replace('master.m3u8', '0.m3u8'));
    const segments = (await rendition.text()).split('\n').filter((line) => line.startsWith('/'));
    expect(segments.length).toBeGreaterThan(3);
    for (const segment of segments)
      expect(segment).toMatch(signMedia ? /^\/some\/player\/media\/~/ : /^\/some\/player\/media\/@/);
    expect((await provider.get(segments[0] ?? '')).status).toBe(200);
  }
});

test('the sign-in redirects an operator to the form and back, below the path prefix', async () => {
  const provider = await openTestProvider({ pathPrefix: PREFIX, operatorPassword: 'correct horse' });
  const refused = await provider.get(`${PREFIX}/provider`, FRAME_NAVIGATION);
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, `${PREFIX}/provider/login`]);
  const form = await (await provider.get(`${PREFIX}/provider/login`)).text();
  expect(form).toContain(`action="${PREFIX}/provider/login"`);
  const signedIn = await provider.post(`${PREFIX}/provider/login`, new URLSearchParams({ password: 'correct horse' }), {
    'Sec-Fetch-Site': 'same-origin',
  });
  expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([303, `${PREFIX}/provider`]);
});

test('oEmbed accepts addresses below the path prefix, and its response has addresses below it', async () => {
  const provider = await openTestProvider({ pathPrefix: PREFIX });
  const ask = (address: string): Promise<Response> =>
    provider.get(`${PREFIX}/oembed?url=${encodeURIComponent(address)}`);
  const response = (await (await ask(`${PREFIX}/embed/orieldemo01`)).json()) as Record<string, string>;
  const origin = new URL(response['provider_url'] ?? '').origin;
  expect(response).toMatchObject({
    provider_url: `${origin}${PREFIX}/`,
    author_url: `${origin}${PREFIX}/`,
    thumbnail_url: expect.stringMatching(/^http:\/\/[^/]+\/some\/player\/media\//) as string,
    html: expect.stringContaining(`${origin}${PREFIX}/embed/orieldemo01`) as string,
  });
  expect((await ask(`/elsewhere${PREFIX}/embed/orieldemo01`)).status).toBe(404);
});

test.each(['player', '/player/', '/', '/a//b', '/a?b', '/../x', '/a b'])(
  'with the invalid path prefix %s the start fails with an error that names the setting',
  (prefix) => {
    const settings = readSettings({ ORIEL_PATH_PREFIX: prefix }, '/checkout');
    expect(settings).toMatchObject({ ok: false, message: expect.stringContaining('ORIEL_PATH_PREFIX') as string });
  },
);
