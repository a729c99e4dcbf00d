import { gunzipSync } from 'node:zlib';
import type { BrowserContext, Request } from 'playwright';
import type { RequestContext } from '../../protocol/infrastructure/request-context.ts';
import { VERSION } from '../../protocol/version.ts';
import { makeCatalog } from './support/catalog.ts';
import { findFrame } from './support/browser.ts';
import { currentTime, waitForState, waitForTime } from './support/player-page.ts';
import { test as base } from './support/test.ts';

/** The page as a plain file: without the configuration that the server writes into it. */
const takeConfigurationOut = (context: BrowserContext): Promise<unknown> =>
  context.route(/\/embed\/[^?]*(\?|$)/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/(<script[^>]*id="oriel-config"[^>]*>)[^<]*/, '$1') });
  });

function callIn(request: Request | undefined): { context: RequestContext } {
  const body = request?.postDataBuffer() ?? Buffer.from('null');
  const isGzip = body[0] === 0x1f;
  return JSON.parse((isGzip ? gunzipSync(body) : body).toString()) as { context: RequestContext };
}

const test = base
  .extend('catalog', { scope: 'file' }, async ({}, { onCleanup }) => {
    const catalog = await makeCatalog({ 'site.json': { enforceSession: true } });
    onCleanup(() => catalog.remove());
    return catalog;
  })
  .extend('environment', { scope: 'file' }, ({ catalog }) => ({ ORIEL_CATALOG_DIR: catalog.folder }));

test('a plain page with a list and no video of its own has its configuration, and plays [N3, N1, P4, C5]', async ({
  product,
  expect,
}) => {
  const { page, context } = await product.openPage();
  await takeConfigurationOut(context);
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const address =
    '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1&forced_experiments=fast%3D1&theme=light';
  await page.goto(product.playerOrigin + address);
  await waitForState(page, 'playing');
  const sent = (path: string) => requests.find((request) => new URL(request.url()).pathname === path);
  const configuration = sent('/youtubei/v1/page_config');
  expect(new URL(configuration?.url() ?? '').searchParams.get('forced_experiments')).toBe('fast=1');
  expect(configuration?.headers()['x-youtube-client-version']).toBe(VERSION);
  expect(sent('/youtubei/v1/player')?.headers()['x-youtube-client-version']).toBe(VERSION);
  const { context: sentContext } = callIn(sent('/youtubei/v1/player'));
  expect(sentContext).toMatchObject({
    client: { userInterfaceTheme: 'USER_INTERFACE_THEME_LIGHT', connectionType: expect.stringMatching(/^[\w-]+$/) },
    clientScreenNonce: expect.stringMatching(/^[\w-]{16}$/),
  });
});

test('a plain page takes a command of its session only, where sessions are enforced [H3]', async ({
  product,
  site,
  expect,
}) => {
  const { page, context } = await product.openPage();
  await takeConfigurationOut(context);
  const query = new URLSearchParams({ enablejsapi: '1', widgetid: '7', origin: site.origin, mute: '1' });
  await page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <iframe src="${product.playerOrigin}/embed/orieldemo01?${query}" width="640" height="360" allow="autoplay"></iframe>
      <script>
        const frame = document.querySelector('iframe');
        window.say = (func, args, id) => {
          const message = { event: 'command', func, args, id, channel: 'widget' };
          frame.contentWindow.postMessage(JSON.stringify(message), '${product.playerOrigin}');
        };
        frame.addEventListener('load', () => {
          say('seekTo', [10, true], 8);
          say('playVideo', [], 7);
        });
      </script>`),
  );
  const frame = await findFrame(page, '/embed/orieldemo01');
  await waitForState(frame, 'playing');
  await waitForTime(frame, 0.1);
  expect(await currentTime(frame)).toBeLessThan(10);
});
