import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FirstParts } from '../../../protocol/media/media-engine.ts';
import { FIRST_PARTS_ELEMENT_ID, PAGE_CONFIG_ELEMENT_ID, PageConfig } from '../../../protocol/page/page-config.ts';
import { PlayerConfig } from '../../../protocol/page/player-config.ts';
import { VideoFile } from '../../../src/provider/catalog/catalog-schema.ts';
import { openMediaFolder } from '../../../src/provider/catalog/loading/media-folder.ts';
import { resolveVideo } from '../../../src/provider/catalog/loading/resolve-video.ts';
import { openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';
import { BATCHES_PER_REQUEST_MAX } from '../../../src/provider/catalog/site-settings.ts';
import { unversioned } from './support/unversioned.ts';

async function page(provider: TestProvider, path: string, headers?: Record<string, string>): Promise<string> {
  return (await provider.get(path, headers)).text();
}

function configOf(html: string): PageConfig {
  const json = new RegExp(`<script type="application/json" id="${PAGE_CONFIG_ELEMENT_ID}">(.*?)</script>`, 's').exec(
    html,
  )?.[1];
  return PageConfig.parse(JSON.parse(json ?? 'no configuration'));
}

function titleOf(html: string): string | undefined {
  return /<title>(.*?)<\/title>/.exec(html)?.[1];
}

test.each(['/embed/orieldemo01', '/v/orieldemo01', '/e/orieldemo01'])('%s shows the player page [P1]', async (path) => {
  const provider = await openTestProvider();
  const response = await provider.get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(configOf(await response.text()).player?.args.video_id).toBe('orieldemo01');
});

test.each(['/nothing', '/embed/a/b', '/embedded/orieldemo01', '/x/orieldemo01'])(
  '%s is a plain 404 page without a player [P1]',
  async (path) => {
    const provider = await openTestProvider();
    const response = await provider.get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toMatch(/<script|<video|id="player"/);
  },
);

test('the page title is the title of the video, or Oriel without a video [P2]', async () => {
  const provider = await openTestProvider();
  expect(titleOf(await page(provider, '/embed/orieldemo01'))).toBe('Four small worlds - Oriel');
  expect(titleOf(await page(provider, '/embed/'))).toBe('Oriel');
});

test('theme=dark and theme=light choose the theme, any other value leaves the choice to the system [P3]', async () => {
  const provider = await openTestProvider();
  expect(await page(provider, '/embed/orieldemo01?theme=dark')).toContain('<html data-theme="dark"');
  expect(await page(provider, '/embed/orieldemo01?theme=light')).toContain('<html data-theme="light"');
  for (const theme of ['', 'DARK', '"><script>', 'auto'])
    expect(await page(provider, `/embed/orieldemo01?theme=${encodeURIComponent(theme)}`)).not.toContain('data-theme');
});

test('forced_experiments goes to the player configuration unchanged, its values cut at 500 characters [P4]', async () => {
  const provider = await openTestProvider();
  const flags = `a=1,b=<b>&"',long=${'x'.repeat(600)}`;
  const html = await page(provider, `/embed/orieldemo01?forced_experiments=${encodeURIComponent(flags)}`);
  expect(configOf(html).player?.args.fflags).toBe(`a=1,b=<b>&"',long=${'x'.repeat(500)}`);
});

test('the player configuration has the video, the element and the script of the page [C1]', async () => {
  const provider = await openTestProvider();
  const { player } = configOf(await page(provider, '/embed/orieldemo01?autoplay=0'));
  expect(PlayerConfig.parse(player)).toMatchObject({
    args: { autoplay: false, video_id: 'orieldemo01', loaderUrl: '/iframe_api' },
    attrs: { id: 'player' },
    assets: { js: '/assets/page.js', css: '' },
  });
});

test('poster, title, author, length and a script-free video are in the page before any script', async () => {
  const provider = await openTestProvider();
  const html = unversioned(await page(provider, '/embed/orieldemo01'));
  const beforeScripts = html.slice(0, html.indexOf('<script type="application/json"'));
  expect(beforeScripts).toContain('<source srcset="/media/demo/poster.avif" type="image/avif">');
  expect(beforeScripts).toContain('class="poster" alt="" src="/media/demo/poster.jpg"');
  const link = 'href="/" target="_blank" rel="noopener">';
  expect(beforeScripts).toContain(`class="title"><a class="title-link" ${link}Four small worlds</a></h1>`);
  const picture = '<img class="author-picture" alt="" src="/media/demo/author.svg" crossorigin="anonymous">';
  expect(beforeScripts).toContain(`class="author"><a class="author-link" ${link}${picture}<bdi>Oriel</bdi></a></p>`);
  expect(beforeScripts).toContain('class="length" data-live="Live">0:28</span>');
  expect(beforeScripts).toContain('data-painted="orieldemo01"');
  expect(beforeScripts).toMatch(/<noscript><video [^>]*controls[^>]*src="\/media\/demo\/progressive-240.mp4">/);
  expect(html).toContain('<link rel="preload" as="image" type="image/avif" href="/media/demo/poster.avif"');
});

test('the author’s picture is not loaded by the first paint of a video that starts at once', async () => {
  expect(unversioned(await page(await openTestProvider(), '/embed/orieldemo01?autoplay=1'))).toContain(
    '<img class="author-picture" alt="" data-src="/media/demo/author.svg" crossorigin="anonymous">',
  );
});

test.each([
  ['/embed/oriellive01', 'class="title">Four small worlds, live without end</h1>'],
  ['/embed/oriellive01', 'class="author"><bdi>Oriel</bdi></p>'],
  ['/embed/unknownid01', 'class="length" data-live="Live"></span>'],
  ['/embed/unknownid01', 'class="author"></p>'],
])('the first paint of %s leaves out unknown fields: %s', async (path, expected) => {
  expect(await page(await openTestProvider(), path)).toContain(expected);
});

test.each([
  ['orieldemo01?autoplay=1', true],
  ['orieldemo01', false],
  ['orieldemo01?autoplay=0', false],
  ['orieldemo01?autoplay=1&list=PLorieldemolist001', false],
  ['orielmp4001?autoplay=1', true],
  ['oriellive01?autoplay=1', true],
  ['orielsphere?autoplay=1', false],
  ['orielblockd?autoplay=1', false],
])('whether %s defers its poster in favour of the stream: %s', async (path, isLeft) => {
  const provider = await openTestProvider();
  const html = await page(provider, `/embed/${path}`);
  expect(html.includes('data-state="unstarted" data-starting')).toBe(isLeft);
  expect(html.includes('<link rel="preload" as="image"')).toBe(!isLeft);
  expect(/<img class="poster"[^>]* loading="lazy"/.test(html)).toBe(isLeft);
});

test('the page inlines the init segments of a start and the addresses of its first media segments', async () => {
  const provider = await openTestProvider();
  const html = await page(provider, '/embed/orieldemo01');
  const json = new RegExp(`id="${FIRST_PARTS_ELEMENT_ID}">(.*?)</script>`, 's').exec(html)?.[1] ?? 'no first parts';
  const { inits, segments } = JSON.parse(json) as FirstParts;
  expect(unversioned(segments)).toEqual(['/media/demo/v240/000.m4s', '/media/demo/audio/000.m4s']);
  expect(unversioned(Object.keys(inits))).toEqual(['/media/demo/v240/init.mp4', '/media/demo/audio/init.mp4']);
  for (const [address, data] of Object.entries(inits)) {
    const served = await (await provider.get(address)).arrayBuffer();
    expect(data).toBe(Buffer.from(served).toString('base64'));
  }
  for (const path of ['/embed/orielblockd', '/embed/orielmp4001'])
    expect(await page(provider, path)).not.toContain(FIRST_PARTS_ELEMENT_ID);
});

test('the playlists of the video are inlined under their request addresses', async () => {
  const provider = await openTestProvider();
  const { playerResponse } = configOf(await page(provider, '/embed/orieldemo01'));
  const playlists = unversioned(playerResponse?.streamingData?.inlinePlaylists ?? {});
  expect(Object.keys(playlists)).toEqual(
    ['master', 'v240/index', 'audio/index', 'v480/index', 'v720/index'].map((name) => `/media/demo/${name}.m3u8`),
  );
  // The page leaves out the stream's subtitles: the catalog has caption files in the same languages.
  const withoutSubtitles = (text: string) =>
    text.replaceAll(/^#EXT-X-MEDIA:TYPE=SUBTITLES.*\n|SUBTITLES="subs",/gm, '');
  for (const [address, text] of Object.entries(playlists))
    expect(withoutSubtitles(await (await provider.get(address)).text())).toBe(text);
  expect(playerResponse?.streamingData?.needsWholeEngine).toBe(false);
});

test('a title cannot break out of its element, its attribute or the configuration', async () => {
  const title = `</title></script><script>alert(1)</script><!--"'&\u2028`;
  const file = VideoFile.parse({
    id: 'hostiletitl',
    title,
    author: title,
    channelId: 'c',
    lengthSeconds: 1,
    width: 1,
    height: 1,
    sources: {
      progressive: [{ url: 'https://media.example/a.mp4', mimeType: 'video/mp4', width: 1, height: 1, bitrate: 1 }],
    },
  });
  const resolved = await resolveVideo(file, openMediaFolder('no-such-folder', { followLinks: false }));
  if (!resolved.ok) throw new Error(resolved.fault.text);
  const { video } = resolved;
  const { catalog } = await openTestProvider();
  const provider = await openTestProvider({ catalog: { ...catalog, videos: new Map([[video.id, video]]) } });
  const html = await page(provider, '/embed/hostiletitl');
  expect(html).not.toContain('<script>alert(1)');
  expect(configOf(html).playerResponse?.videoDetails?.title).toBe(title);
});

test('an unknown video id gets the page with the error video.notfound, and status 404', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/embed/unknownid01');
  expect(response.status).toBe(404);
  const { playerResponse } = configOf(await response.text());
  expect(playerResponse?.playabilityStatus).toMatchObject({ status: 'ERROR', errorCode: 'video.notfound' });
  expect(playerResponse?.streamingData).toBeUndefined();
});

test.each(['short', 'muchtoolongid', 'bad%20chars!', '%3Cscript%3E', '%E0%A4%A'])(
  'the malformed id %s gets the page with the error api.invalidparam, and status 400',
  async (id) => {
    const provider = await openTestProvider();
    const response = await provider.get(`/embed/${id}`);
    expect(response.status).toBe(400);
    const { playerResponse } = configOf(await response.text());
    expect(playerResponse?.playabilityStatus).toMatchObject({ status: 'ERROR', errorCode: 'api.invalidparam' });
  },
);

test('a blocked video has the error of its description, without a message of its own, and no streams', async () => {
  const provider = await openTestProvider();
  const { playerResponse } = configOf(await page(provider, '/embed/orielblockd'));
  expect(playerResponse?.playabilityStatus).toEqual({ status: 'BLOCKED', errorCode: 'embedder.denied' });
  expect(playerResponse?.streamingData).toBeUndefined();
});

test('a page with a malformed query still gets the configuration of its video', async () => {
  const provider = await openTestProvider();
  const query = `?autoplay=%00&start=-1&end=1e999&list=%FF&hl=${'x'.repeat(3_000)}&&=&__proto__=1&constructor=2&theme[]=dark`;
  const response = await provider.get(`/embed/orieldemo01${query}`);
  expect(response.status).toBeLessThan(500);
  expect(configOf(await response.text()).player?.args.video_id).toBe('orieldemo01');
});

test('a list in the address plays from its first entry, or from the given one', async () => {
  const provider = await openTestProvider();
  for (const path of [
    '/embed?list=PLorieldemolist001',
    '/embed/?list=PLorieldemolist001',
    '/embed/videoseries?list=PLorieldemolist001',
  ]) {
    const { playerResponse } = configOf(await page(provider, path));
    expect(playerResponse?.videoDetails?.videoId).toBe('orieldemo01');
    expect(playerResponse?.playlist?.entries.map((entry) => entry.videoId)).toEqual([
      'orieldemo01',
      'orielmp4001',
      'orielsphere',
    ]);
  }
  const { playerResponse } = configOf(await page(provider, '/embed/videoseries?list=PLorieldemolist001&index=2'));
  expect(playerResponse?.videoDetails?.videoId).toBe('orielsphere');
});

test('playlist= plays after the video of the path and skips unknown ids', async () => {
  const provider = await openTestProvider();
  const { playerResponse } = configOf(
    await page(provider, '/embed/orielmp4001?playlist=orielsphere,nosuchvideo,orieldemo01'),
  );
  expect(playerResponse?.playlist?.entries.map((entry) => entry.videoId)).toEqual([
    'orielmp4001',
    'orielsphere',
    'orieldemo01',
  ]);
  const looped = configOf(await page(provider, '/embed/orielmp4001?loop=1&playlist=orielmp4001'));
  expect(looped.playerResponse?.playlist?.entries.map((entry) => entry.videoId)).toEqual(['orielmp4001']);
});

test('an unknown list is reported as not found, and a page without list and video has no player response', async () => {
  const provider = await openTestProvider();
  const unknown = configOf(await page(provider, '/embed?list=PLnobodyknowsit'));
  expect(unknown.playerResponse?.playabilityStatus.errorCode).toBe('video.notfound');
  expect(configOf(await page(provider, '/embed/')).playerResponse).toBeUndefined();
});

test("a channel's uploads and its live video are found by the channel", async () => {
  const provider = await openTestProvider();
  const uploads = configOf(await page(provider, '/embed?listType=user_uploads&list=oriel-demo-channel'));
  expect(uploads.playerResponse?.playlist?.entries).toHaveLength(provider.catalog.videos.size);
  const live = configOf(await page(provider, '/embed/live_stream?channel=oriel-demo-channel'));
  expect(live.playerResponse?.videoDetails).toMatchObject({ videoId: 'oriellive01', isLive: true });
});

test('a page served as a static file gets its configuration from the call page_config', async () => {
  const provider = await openTestProvider();
  const config = PageConfig.parse(
    await readJson(await provider.get('/youtubei/v1/page_config?video_id=orieldemo01&theme=dark')),
  );
  expect(config.player?.args.video_id).toBe('orieldemo01');
  expect(config.playerResponse?.playabilityStatus.status).toBe('OK');
  const none = PageConfig.parse(await readJson(await provider.get('/youtubei/v1/page_config')));
  expect(none.playerResponse).toBeUndefined();
});

test('safety modes, private hosts and education hosts of the site reach the page [P11]', async () => {
  const { catalog } = await openTestProvider();
  const site = {
    ...catalog.site,
    enableSafetyMode: true,
    lockedSafetyMode: true,
    educationHosts: ['school.example'],
    privateEmbedHosts: ['private.example'],
  };
  const provider = await openTestProvider({ catalog: { ...catalog, site } });
  const usual = configOf(await page(provider, '/embed/orieldemo01'));
  expect(usual.privacy).toMatchObject({
    enableSafetyMode: true,
    lockedSafetyMode: true,
    educationHosts: ['school.example'],
    privateEmbed: false,
  });
  const response = await provider.fetch(new Request('http://private.example/embed/orieldemo01'));
  expect(configOf(await response.text()).privacy.privateEmbed).toBe(true);
});

test('with sessions enforced the page takes its session id from the address, or accepts no host messages', async () => {
  const { catalog } = await openTestProvider();
  const provider = await openTestProvider({ catalog: { ...catalog, site: { ...catalog.site, enforceSession: true } } });
  const session = async (query: string): Promise<PageConfig['session']> =>
    configOf(await page(provider, `/embed/orieldemo01${query}`)).session;
  expect(await session('?session_id=abc&widgetid=7')).toEqual({ enforce: true, id: 'abc' });
  expect(await session('?widgetid=7')).toEqual({ enforce: true, id: '7' });
  expect(await session('')).toEqual({ enforce: true, id: '' });
  expect(configOf(await page(await openTestProvider(), '/embed/orieldemo01?widgetid=7')).session).toBeUndefined();
});

test('pages send several batches in a request to the provider, one to an external service, or the configured number', async () => {
  const { catalog } = await openTestProvider();
  const batches = async (site: object): Promise<PageConfig['logBatchesPerRequestMax']> => {
    const provider = await openTestProvider({ catalog: { ...catalog, site: { ...catalog.site, ...site } } });
    return configOf(await page(provider, '/embed/orieldemo01')).logBatchesPerRequestMax;
  };
  expect(await batches({})).toBe(BATCHES_PER_REQUEST_MAX);
  expect(await batches({ addresses: { api: 'https://ingest.example' } })).toBe(1);
  expect(await batches({ addresses: { api: 'https://ingest.example' }, logBatchesPerRequestMax: 4 })).toBe(4);
});

test('every page load has new visitor data and a new form token', async () => {
  const provider = await openTestProvider();
  const [first, second] = [await page(provider, '/embed/'), await page(provider, '/embed/')].map(configOf);
  expect(first?.context?.client.visitorData).not.toBe(second?.context?.client.visitorData);
  expect(first?.xsrf?.token.length).toBeGreaterThan(20);
});

test('a provider without built pages responds 503 and names the build command', async () => {
  const nothing = { template: () => Promise.resolve(undefined) };
  const { catalog } = await openTestProvider();
  const frontend = {
    ...nothing,
    hostScript: nothing.template,
    asset: nothing.template,
    thirdPartyNotices: nothing.template,
  };
  const provider = await openTestProvider({ catalog, frontend });
  const response = await provider.get('/embed/orieldemo01');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
});

test('addresses in the page are relative, except for those in metadata that other sites read', async () => {
  const provider = await openTestProvider();
  for (const path of [
    '/embed/orieldemo01',
    '/embed/?list=PLorieldemolist001',
    '/youtubei/v1/page_config?video_id=oriellive01',
  ])
    expect(
      (await page(provider, path)).replaceAll(/<(?:meta|link rel="(?:canonical|alternate)")[^>]*>/g, ''),
    ).not.toMatch(/https?:\/\/player\.example/);
});

test('the first paint marks a live video as live, where another video has its length', async () => {
  const provider = await openTestProvider();
  expect(await page(provider, '/embed/oriellive01?hl=en')).toContain('class="length" data-live="Live">Live</span>');
  expect(await page(provider, '/embed/oriellive01?hl=es')).toContain(
    'class="length" data-live="En directo">En directo</span>',
  );
});

test('the first paint has the language of the address, else that of the browser', async () => {
  const provider = await openTestProvider();
  const arabic = await page(provider, '/embed/orieldemo01?hl=ar-EG', { 'Accept-Language': 'de' });
  expect(arabic).toContain('<html lang="ar" dir="rtl"');
  expect(arabic).toContain('aria-label="تشغيل"');
  const german = await page(provider, '/embed/orieldemo01?theme=dark', { 'Accept-Language': 'tlh, de-CH;q=0.8' });
  expect(german).toContain('<html data-theme="dark" lang="de" dir="ltr"');
  expect(german).toContain('aria-label="Abspielen"');
  expect(german).toContain('aria-label="Mehr"');
  expect(german).toContain('aria-label="Pause"');
  expect(german).toContain('>Ton einschalten</span>');
  expect(german).toContain('>Tippen für Ton</span>');
  expect(await page(provider, '/embed/unknown0000?hl=de')).toContain(
    '>Dieses Video ist nicht verfügbar.</p></noscript>',
  );
  expect(await page(provider, '/embed/orieldemo01?hl="><script>')).toContain('<html lang="en" dir="ltr"');
});

test('the accent colour of the address is in the first paint, and the policy allows that inline style by its hash', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/embed/orieldemo01?color=ff6600');
  const html = await response.text();
  const style = /<style>(:root:root\{[^<]*\})<\/style>/.exec(html)?.[1] ?? '';
  expect(style).toMatch(/^:root:root\{--oriel-accent-on-video:#[\da-f]{6};.*--oriel-accent:light-dark\(/);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
  expect(await page(provider, '/embed/orieldemo01?color=}*{')).not.toContain(':root:root');
});
