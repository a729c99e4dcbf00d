import { expect, test } from 'vitest';
import type { InfrastructureSettings } from '../../../../../protocol/infrastructure/rpc.ts';
import type { PageConfig } from '../../../../../protocol/page/page-config.ts';
import type { PlayerResponse } from '../../../../../protocol/provider/player-response.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, json, type ServiceHarness } from '../../../../support/service-harness.ts';

const PROVIDER = 'https://api.example';
const PATH = '/youtubei/v1/page_config';

const PLAYER: PlayerResponse = {
  playabilityStatus: { status: 'OK' },
  streamingData: {
    hlsManifestUrl: '/media/demo/master.m3u8',
    progressive: [{ url: 'https://cdn.example/a.mp4', mimeType: 'video/mp4', width: 1, height: 1, bitrate: 1 }],
    isLive: false,
    inlinePlaylists: { '/media/demo/master.m3u8': '#EXTM3U' },
  },
  captions: [{ url: '/media/demo/en.vtt', languageCode: 'en', name: 'English', kind: 'subtitles', isDefault: true }],
  attestation: { scriptUrl: '/bot_detection.js', program: 'p' },
  videoDetails: {
    ...{ videoId: 'orieldemo01', title: '', author: 'Oriel', channelId: 'c', lengthSeconds: 1, width: 1, height: 1 },
    ...{ isLive: false, allowLiveDvr: false, isListed: true, isSpherical: false },
    posters: [],
    authorUrl: '/',
    authorPicture: '/media/demo/author.svg',
    pageUrl: 'https://videos.example/watch/1',
  },
  related: [{ videoId: 'b', title: '', lengthSeconds: 1, posterUrl: '/media/b.jpg', author: 'Oriel', channelId: 'c' }],
};

/** Configuration as the provider sends it, with addresses as paths of its own origin. */
function configuration(change: Partial<PageConfig> = {}): PageConfig {
  const player = { args: { fflags: 'a=b' }, attrs: {}, assets: { js: '', css: '' }, loaded: true };
  return { ...makeSettings().page, player, playerResponse: PLAYER, ...change };
}

/** Settings of a plain file whose origin and path differ from the provider’s. */
function plain(change: Partial<InfrastructureSettings['page']> = {}, search = ''): InfrastructureSettings {
  const settings = makeSettings(change);
  const { page } = settings;
  const address = `https://player.example/some/player/embed/orieldemo01${search}`;
  return { ...settings, address, page: { ...page, addresses: { ...page.addresses, api: PROVIDER }, ...change } };
}

async function load(
  settings: InfrastructureSettings,
  harness: ServiceHarness = createServiceHarness(),
  said = configuration(),
) {
  harness.replies.set(PATH, () => json(said));
  const loaded = await harness.settled(harness.service.loadPageConfig(settings));
  return { harness, loaded, request: harness.seenAt(PATH)[0] };
}

test('a plain page requests its configuration with its query, its video id, its embedder and the common headers [P4, N1]', async () => {
  const settings = plain({}, '?forced_experiments=a%3Db&hl=de&video_id=other&list=PLone');
  const client = { ...settings.client, originalUrl: 'https://host.example' };
  const { request } = await load({ ...settings, client });
  expect(request?.address.origin).toBe(PROVIDER);
  expect(Object.fromEntries(request?.address.searchParams ?? [])).toEqual({
    forced_experiments: 'a=b',
    hl: 'de',
    list: 'PLone',
    video_id: 'orieldemo01',
    embedder: 'https://host.example',
  });
  expect(request?.headers).toMatchObject({
    'x-youtube-client-version': '1.0',
    'x-youtube-time-zone': 'Europe/Berlin',
    'x-youtube-bootstrap-logged-in': 'false',
  });
});

test.each([
  ['/embed/', ''],
  ['/embed', ''],
  ['/v/orieldemo01/', 'orieldemo01'],
  ['/embed/not%20an%20id', 'not an id'],
  ['/embed/%E0%A4', '%E0%A4'],
  ['/index.html', ''],
])('a plain page at %s requests the video id "%s"', async (path, name) => {
  const { request } = await load({ ...plain(), address: `https://player.example${path}` });
  expect(request?.address.searchParams.get('video_id')).toBe(name);
});

test('addresses in the configuration become absolute addresses of the provider, except the ad-status script of the page [P12]', async () => {
  const { loaded } = await load(plain());
  expect(loaded).toMatchObject({
    ok: true,
    value: {
      addresses: {
        api: PROVIDER,
        errorReport: `${PROVIDER}/error_204`,
        visitorId: `${PROVIDER}/pagead/id`,
        adStatusScript: 'https://player.example/some/player/ads/ad_status.js',
      },
      playerResponse: {
        streamingData: {
          hlsManifestUrl: `${PROVIDER}/media/demo/master.m3u8`,
          progressive: [{ url: 'https://cdn.example/a.mp4' }],
          inlinePlaylists: { [`${PROVIDER}/media/demo/master.m3u8`]: '#EXTM3U' },
        },
        captions: [{ url: `${PROVIDER}/media/demo/en.vtt`, name: 'English' }],
        attestation: { scriptUrl: `${PROVIDER}/bot_detection.js`, program: 'p' },
        videoDetails: {
          author: 'Oriel',
          authorUrl: `${PROVIDER}/`,
          authorPicture: `${PROVIDER}/media/demo/author.svg`,
          pageUrl: 'https://videos.example/watch/1',
        },
        related: [{ posterUrl: `${PROVIDER}/media/b.jpg` }],
      },
    },
  });
});

test('a provider at a path below its origin is called at this path', async () => {
  const api = `${PROVIDER}/films`;
  const { addresses } = configuration();
  const harness = createServiceHarness();
  harness.replies.set(`/films${PATH}`, () => json(configuration({ addresses: { ...addresses, api: '/films' } })));
  const settings = plain({ addresses: { ...addresses, api } });
  const loaded = await harness.settled(harness.service.loadPageConfig(settings));
  expect(loaded).toMatchObject({ ok: true, value: { addresses: { api } } });
});

test('addresses in responses of a provider of another origin become absolute, and those of the own server are unchanged', async () => {
  const manifestIn = async (api: string): Promise<string | undefined> => {
    const harness = createServiceHarness();
    harness.replies.set('/youtubei/v1/player', () => json(PLAYER));
    const { page } = makeSettings();
    await harness.start({ page: { ...page, addresses: { ...page.addresses, api } } });
    const called = await harness.settled(harness.service.call('player', { videoId: 'orieldemo01' }));
    return called.ok ? called.value.streamingData?.hlsManifestUrl : undefined;
  };
  expect(await manifestIn(PROVIDER)).toBe(`${PROVIDER}/media/demo/master.m3u8`);
  expect(await manifestIn('')).toBe('/media/demo/master.m3u8');
});

test('cookies and the XSRF token are sent to a provider of another origin only with withCredentials [N2]', async () => {
  const xsrf = { fieldName: 'session_token', token: 'secret' };
  const edit = async (withCredentials: boolean | undefined) => {
    const settings = plain(withCredentials === undefined ? {} : { withCredentials });
    const { harness, loaded, request } = await load(settings, undefined, configuration({ xsrf }));
    const { player: _player, playerResponse: _response, ...page } = loaded.ok ? loaded.value : configuration();
    await harness.start({ page, client: { ...settings.client, visitorData: 'visitor' } });
    await harness.settled(
      harness.service.call('editPlaylist', {
        playlistId: 'WL',
        actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }],
      }),
    );
    const [edited] = harness.seenAt('/youtubei/v1/browse/edit_playlist');
    return [request?.credentials, edited?.credentials, edited && bodyOf(edited)['sessionToken']];
  };
  expect(await edit(true)).toEqual(['include', 'include', 'secret']);
  expect(await edit(undefined)).toEqual(['same-origin', 'same-origin', undefined]);
});

test.each([
  ['responds with an error', () => new Response(null, { status: 503 }), 'net.badstatus'],
  ['responds with another shape', () => json({ player: {} }), 'edge.invalid'],
  ['responds without the player configuration', () => json({ ...makeSettings().page }), 'edge.invalid'],
])('the load from a provider that %s fails, and the service does not start', async (_how, reply, code) => {
  const harness = createServiceHarness();
  harness.replies.set(PATH, reply);
  expect(await harness.settled(harness.service.loadPageConfig(plain()))).toMatchObject({ ok: false, code });
  expect(await harness.service.flush()).toMatchObject({ ok: false, code: 'request.rejected' });
});
