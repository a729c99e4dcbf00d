import { gunzipSync, strFromU8 } from 'fflate';
import type { Page, Request } from 'playwright';
import { PLAYER_ERRORS } from '../../../protocol/errors.ts';
import type { HostSite } from '../support/host-site.ts';
import { test, type Product } from '../support/test.ts';

/** Effects of the host script's commands on the player and the provider. */

interface HostWindow extends Window {
  player: Record<string, (...parameters: unknown[]) => unknown>;
  heard: [name: string, data: unknown][];
}

async function openHost(product: Product, site: HostSite): Promise<Page> {
  const { page } = await product.openPage();
  await page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,"><div id="player"></div>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script>
        window.heard = [];
        const note = (name) => ({ data }) => heard.push([name, data]);
        window.onYouTubeIframeAPIReady = () => {
          window.player = new YT.Player('player', {
            videoId: 'orieldemo01',
            playerVars: { mute: 1 },
            events: { onReady: note('ready'), onStateChange: note('state'), onError: note('error') },
          });
        };
      </script>`),
  );
  await page.waitForFunction(() => (window as unknown as HostWindow).heard.some(([name]) => name === 'ready'));
  return page;
}

/** Calls a method of the player and returns its result. */
const call = (page: Page, method: string, ...parameters: unknown[]): Promise<unknown> =>
  page.evaluate(([name, given]) => (window as unknown as HostWindow).player[name]?.(...given), [
    method,
    parameters,
  ] as const);
const heard = (page: Page): Promise<HostWindow['heard']> =>
  page.evaluate(() => (window as unknown as HostWindow).heard);
const playerCall = (page: Page): Promise<Request> => page.waitForRequest(/\/youtubei\/v1\/player$/);

/** Parsed body of a request; the player compresses larger bodies (N19). */
function bodyOf(request: Request): Record<string, unknown> {
  const body = request.postDataBuffer() ?? new Uint8Array();
  const isZipped = request.headers()['content-encoding'] === 'gzip';
  return JSON.parse(strFromU8(isZipped ? gunzipSync(body) : body)) as Record<string, unknown>;
}

test.concurrent(
  'hosts can load a video by a URL with /v/, /e/ or /embed/; any other URL reports onError 2 [P5]',
  async ({ product, site, expect }) => {
    const page = await openHost(product, site);
    for (const [path, id] of [
      ['/v/orielmp4001?version=3', 'orielmp4001'],
      ['/e/orielsphere', 'orielsphere'],
      ['/embed/orieldemo01', 'orieldemo01'],
    ] as const) {
      await call(page, 'cueVideoByUrl', product.playerOrigin + path);
      await expect.poll(() => call(page, 'getVideoData'), { message: path }).toMatchObject({ video_id: id });
    }
    expect((await heard(page)).filter(([name]) => name === 'error')).toEqual([]);
    await call(page, 'loadVideoByUrl', `${product.playerOrigin}/watch?v=orielmp4001`);
    await expect.poll(() => heard(page)).toContainEqual(['error', 2]);
    expect(await call(page, 'getVideoData')).toMatchObject({ video_id: 'orieldemo01' });
  },
);

test.concurrent(
  'a load command applies its known options and ignores unknown options [C2, C3]',
  async ({ product, site, expect }) => {
    const page = await openHost(product, site);
    const states = async () => (await heard(page)).filter(([name]) => name === 'state').map(([, state]) => state);
    await call(page, 'loadVideoById', {
      videoId: 'orielmp4001',
      startSeconds: 3,
      endSeconds: 4,
      suggestedQuality: 'small',
      autoplay: 0,
      width: 1,
    });
    await expect.poll(states).toContain(0);
    expect(await call(page, 'getCurrentTime')).toBeCloseTo(4, 0);
    expect(await call(page, 'getVideoData')).toMatchObject({ video_id: 'orielmp4001' });

    const asked = playerCall(page);
    // A string of 16 characters is the id of a playlist without its prefix.
    await call(page, 'cuePlaylist', { playlist: 'orieldemolist001', listType: 'playlist', index: 1, width: 1 });
    const { context: _, ...fields } = bodyOf(await asked);
    expect(fields).toEqual({ playlistId: 'PLorieldemolist001', listType: 'playlist', playlistIndex: 1 });
    await expect.poll(() => call(page, 'getPlaylistIndex')).toBe(1);
  },
);

test.concurrent(
  'each reason why a video does not play maps to its onError code [H5]',
  async ({ product, site, expect }) => {
    const page = await openHost(product, site);
    const errors = async () => (await heard(page)).filter(([name]) => name === 'error').map(([, code]) => code);
    const codes: number[] = [];
    let errorCode = '';
    await page.route(/\/youtubei\/v1\/player$/, (route) =>
      route.fulfill({ json: { playabilityStatus: { status: 'UNPLAYABLE', errorCode } } }),
    );
    for (const [code, expected] of HOST_CODES) {
      errorCode = code;
      codes.push(expected);
      await call(page, 'loadVideoById', 'orielmp4001');
      await expect.poll(errors, { message: code }).toEqual(codes);
    }
    // The table lacks only `net.*` and `player.*`, which are 5 for hosts, and two codes that `host-page.test.ts` tests.
    const known = new Map(HOST_CODES);
    expect(Object.keys(PLAYER_ERRORS).filter((code) => !known.has(code) && !/^(?:net|player)\./.test(code))).toEqual([
      'video.notfound',
      'embedder.denied',
    ]);
  },
);

const HOST_CODES: readonly (readonly [code: string, expected: number])[] = [
  ['api.invalidparam', 2],
  ['fmt.noneavailable', 5],
  ['fmt.decode', 5],
  ['fmt.unplayable', 5],
  ['html5.unsupportedads', 5],
  ['html5.missingapi', 5],
  ['html5.unsupportedlive', 5],
  ['drm.unavailable', 5],
  ['auth', 150],
  ['drm.auth', 150],
  ['heartbeat.net', 150],
  ['heartbeat.servererror', 150],
  ['heartbeat.stop', 150],
  ['mrm.blocked', 151],
  ['location.needed', 151],
  ['location.outside', 151],
  ['embedder.identity.denied', 152],
  ['net.unavailable', 5],
];
