import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Frame, Page, Request } from 'playwright';
import { describe } from 'vitest';
import * as z from 'zod/mini';
import '../../src/page/infrastructure/bench-hook.ts';
import { ProviderView } from './reliability/support/provider-view.ts';
import { findFrame } from './support/browser.ts';
import { WIDE } from './support/contexts.ts';
import { BASE_PATH, DEPLOYMENTS, inSite, signedInAs, test, type Deployed } from './support/deployments.ts';
import { startStaticHost } from './support/static-host.ts';
import { setVolume, waitForControls, waitForState, waitForTime } from './support/player-page.ts';
import type { Product } from './support/test.ts';

/** Players in pages of the provider, and in plain files of another origin and path: the same tests for both. */

const STATIC = 'from a static host';
const VIDEO = '/embed/orieldemo01?autoplay=1&mute=1&consent=functional';

const VIEWERS = [
  { viewer: 'a visitor', isSignedIn: false },
  { viewer: 'a signed-in viewer', isSignedIn: true },
];

async function openAs(user: string | undefined, product: Product) {
  const opened = await product.openPage({ viewport: WIDE });
  if (user !== undefined) await opened.context.addCookies([signedInAs(user)]);
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a player and pauses it, because controls hide during playback. */
async function watch(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForControls(page);
  await page.keyboard.press('k');
  await waitForState(page, 'paused');
}

const kept = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).toSorted(),
    journals: Object.keys(localStorage).filter((key) => key.startsWith('oriel.journal.')),
  }));

const flush = (frame: Page | Frame) => frame.evaluate(() => window.__bench?.flush());
const untilLogging = async (frame: Page | Frame): Promise<void> => {
  await frame.waitForFunction(() => window.__bench !== undefined);
  await frame.evaluate(() => window.__bench?.ready);
};

/** Sorted markers of the events that the provider has stored; a marker that was stored twice is listed twice. */
const arrived = async ({ providerPort }: Deployed, prefix: string): Promise<readonly string[]> =>
  (await new ProviderView(`http://localhost:${providerPort}`).markers(prefix)).toSorted();
const markers = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`).toSorted();

const Sent = z.object({
  context: z.object({
    client: z.object({ clientVersion: z.string() }),
    request: z.object({ internalExperimentFlags: z.array(z.unknown()) }),
    clickTracking: z.object({ clickTrackingParams: z.string() }),
  }),
  botguardResponse: z.string(),
});
function bodyOf(request: Request): z.infer<typeof Sent> {
  const bytes = request.postDataBuffer() ?? Buffer.alloc(0);
  const isPacked = request.headers()['content-encoding'] === 'gzip';
  return Sent.parse(JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString()));
}

/** Globals of the host page: the events that its script has received, and its player. */
interface HostWindow {
  readonly states: number[];
  readonly errors: number[];
  readonly player: { playVideo(): void };
}

describe.each(DEPLOYMENTS)('a player %s', (deployment) => {
  const index = DEPLOYMENTS.indexOf(deployment);
  // Each deployment has its own viewer, so that their stored data does not mix.
  const viewerOf = (isSignedIn: boolean) =>
    isSignedIn ? { user: `ada${index}`, identifier: `ada${index}` } : { user: undefined, identifier: 'logged-out' };

  test.concurrent.for(VIEWERS)(
    'the player uses the configuration of $viewer in its requests, in the subscription and in all that it stores [P4, N1, N6, C5, S1]',
    async ({ isSignedIn }, { product, deployed, expect }) => {
      const { user, identifier } = viewerOf(isSignedIn);
      const { page, problems } = await openAs(user, product);
      const address = `${deployed.players[deployment]}${VIDEO}&forced_experiments=look%3Dnew`;
      await watch(page, address);
      const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
      const [request] = await Promise.all([
        page.waitForRequest(/subscription\/subscribe/),
        button(page, 'Subscribe: Oriel').press('Enter'),
      ]);
      await button(page, 'Subscribed: Oriel').waitFor();
      expect(request.url()).toBe(`${deployed.provider}/youtubei/v1/subscription/subscribe`);
      expect(request.headers()).toMatchObject({
        'x-youtube-client-version': version,
        'x-youtube-bootstrap-logged-in': String(isSignedIn),
      });
      expect(request.headers()['authorization']).toBe(user && `Bearer ${user}`);
      const { context, botguardResponse } = bodyOf(request);
      expect(context.client.clientVersion).toBe(version);
      expect(context.request.internalExperimentFlags).toEqual([{ key: 'look', value: 'new' }]);
      expect(context.clickTracking.clickTrackingParams).not.toBe('');
      expect(botguardResponse).not.toBe('');
      await flush(page);
      const { databases, journals } = await kept(page);
      expect(databases).toEqual([`oriel-config.${identifier}`, `oriel-logs.${identifier}`]);
      expect(journals.every((key) => key.startsWith(`oriel.journal.${identifier}|`))).toBe(true);
      await watch(page, address);
      await button(page, 'Subscribed: Oriel').waitFor();
      expect(problems).toEqual([]);
      expect(deployed.missing).toEqual([]);
    },
  );

  test.concurrent(
    'the player under a private host name stores nothing and sends no login of a signed-in viewer, and its events arrive [P10]',
    async ({ product, deployed, expect }) => {
      const { page, context: browser, problems } = await openAs('ada', product);
      const logins = new Set<string | undefined>();
      page.on('request', (request) => logins.add(request.headers()['x-youtube-bootstrap-logged-in']));
      await watch(page, deployed.privatePlayers[deployment] + VIDEO);
      const prefix = `private${index}x`;
      await page.evaluate((name) => window.__bench?.logEvents(10, name), prefix);
      await flush(page);
      expect(await arrived(deployed, prefix)).toEqual(markers(prefix, 10));
      expect(await kept(page)).toEqual({ databases: [], journals: [] });
      expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
      expect([...logins].filter((login) => login !== undefined)).toEqual(['false']);
      expect((await browser.cookies()).map(({ name }) => name)).toEqual([signedInAs('ada').name]);
      expect(problems).toEqual([]);
      expect(deployed.missing).toEqual([]);
    },
  );

  test.concurrent.for(VIEWERS.filter(({ isSignedIn }) => isSignedIn || deployment === STATIC))(
    'the player loses no event of $viewer when its page is closed [X6]',
    async ({ isSignedIn }, { product, deployed, site, expect }) => {
      const { user } = viewerOf(isSignedIn);
      const { page, context } = await openAs(user, product);
      const html = `<!doctype html><title>Host</title><link rel="icon" href="data:,">
        <iframe src="${deployed.players[deployment]}${VIDEO}" allow="autoplay"></iframe>`;
      const host = inSite(site.page(html));
      await page.goto(host);
      const frame = await findFrame(page, '/embed/orieldemo01');
      await untilLogging(frame);
      const prefix = `closed${index}${isSignedIn ? 'ada' : 'nobody'}x`;
      await frame.evaluate((name) => window.__bench?.logEvents(100, name), prefix);
      await page.close();
      const next = await context.newPage();
      await next.goto(host);
      await expect.poll(() => arrived(deployed, prefix)).toEqual(markers(prefix, 100));
    },
  );
});

// Pages of the provider have separate test files: preferences, panels, media, spherical, host-page, raw-messages,
// commands.
describe(`a player ${STATIC}`, () => {
  const deployment = STATIC;

  test.concurrent(
    'a static player restores the volume of the last visit [S9]',
    { tags: ['thorough'] },
    async ({ product, deployed, expect }) => {
      const { page, problems } = await product.openPage();
      const address = `${deployed.players[deployment]}/embed/orieldemo01?autoplay=1`;
      const sound = () =>
        page.evaluate(() => [document.querySelector('video')?.volume, document.querySelector('video')?.muted]);
      await watch(page, address);
      await setVolume(page, 30);
      await page.keyboard.press('m');
      await button(page, 'Unmute').waitFor();
      await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/muted=1/);
      await page.goto(address);
      await waitForState(page, 'playing');
      await expect.poll(sound).toEqual([0.3, true]);
      expect(problems).toEqual([]);
      expect(deployed.missing).toEqual([]);
    },
  );

  test.concurrent.for([
    { kind: 'a live stream', id: 'oriellive01', sign: '.live' },
    { kind: 'a 360° video', id: 'orielsphere', sign: '#player[data-spherical="shown"]' },
  ])('a static player plays $kind', { tags: ['thorough'] }, async ({ id, sign }, { product, deployed, expect }) => {
    const { page, problems } = await product.openPage();
    await page.goto(`${deployed.players[deployment]}/embed/${id}?autoplay=1&mute=1&loop=1`);
    await waitForState(page, 'playing');
    await page.waitForSelector(sign, { state: 'attached' });
    expect(problems).toEqual([]);
    expect(deployed.missing).toEqual([]);
  });

  test.concurrent(
    'a static player obeys the script from its own host, and only messages of its own session [H1, H3]',
    { tags: ['thorough'] },
    async ({ product, deployed, site, expect }) => {
      const { page, problems } = await product.openPage();
      const players = deployed.players[deployment];
      const raw = `${players}/embed/orieldemo01?mute=1&enablejsapi=1&session_id=ours`;
      await page.goto(
        site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
        <div id="player"></div><iframe id="raw" src="${raw}" allow="autoplay"></iframe>
        <script src="${players}/iframe_api"></script>
        <script>
          window.states = [];
          Oriel.ready(() => { window.player = new Oriel.Player('player', { videoId: 'orieldemo01', playerVars: { mute: 1 },
            events: { onReady: ({ target }) => target.playVideo(), onStateChange: ({ data }) => states.push(data) } }); });
        </script>`),
      );
      await expect.poll(() => page.evaluate(() => (window as unknown as HostWindow).states)).toContain(1);
      const frame = await findFrame(page, 'session_id=ours');
      const post = (sessionId: string, name: string) =>
        page.evaluate(
          ([id, func]) => {
            const message = { event: 'command', func, args: [], sessionId: id, channel: 'widget' };
            document.querySelector<HTMLIFrameElement>('#raw')?.contentWindow?.postMessage(JSON.stringify(message), '*');
          },
          [sessionId, name] as const,
        );
      await post('theirs', 'playVideo');
      await post('ours', 'mute');
      await untilLogging(frame);
      expect(await frame.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
      await post('ours', 'playVideo');
      await waitForState(frame, 'playing');
      expect(problems).toEqual([]);
      expect(deployed.missing).toEqual([]);
    },
  );

  test.concurrent(
    'a static player sends an error to a host that is not allowed, and shows why [H5]',
    { tags: ['thorough'] },
    async ({ product, deployed, site, expect }) => {
      const { page } = await product.openPage();
      await page.goto(
        site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,"><div id="player"></div>
        <script src="${deployed.players[deployment]}/iframe_api"></script>
        <script>
          window.errors = [];
          Oriel.ready(() => new Oriel.Player('player', { videoId: 'orielmp4001', events: { onError: ({ data }) => errors.push(data) } }));
        </script>`),
      );
      await expect.poll(() => page.evaluate(() => (window as unknown as HostWindow).errors)).toContain(150);
      const frame = await findFrame(page, 'orielmp4001');
      await frame.getByRole('alert').waitFor();
    },
  );
});

test(
  'a static player without a configuration requests it again when the viewer tries again, and stores nothing until then [X6]',
  { tags: ['thorough'] },
  async ({ product, deployed, expect }) => {
    const { page, context } = await product.openPage();
    await context.route(/page_config/, (route) => route.abort());
    await page.goto(deployed.players[STATIC] + VIDEO);
    const again = button(page, 'Try again');
    await again.waitFor();
    expect(await kept(page)).toEqual({ databases: [], journals: [] });
    await context.unroute(/page_config/);
    await again.press('Enter');
    await waitForTime(page, 0);
    const databases = ['oriel-config.logged-out', 'oriel-logs.logged-out'];
    await expect.poll(async () => (await kept(page)).databases).toEqual(databases);
  },
);

test(
  'a press on play before the provider has responded starts playback once the response arrives',
  { tags: ['thorough'] },
  async ({ product, deployed }) => {
    const { page, context } = await product.openPage();
    let reply = (): void => undefined;
    const held = new Promise<void>((resolve) => (reply = resolve));
    await context.route(/page_config/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/page_config/);
    await page.goto(`${deployed.players[STATIC]}/embed/orieldemo01?mute=1`);
    await asked;
    await page.locator('#big-play').click();
    reply();
    await waitForTime(page, 0);
  },
);

test(
  'a player of an origin that the provider does not list plays and subscribes as a visitor, without cookies',
  { tags: ['thorough'] },
  async ({ product, deployed, unlisted, expect }) => {
    const { page, context, problems } = await openAs('ada', product);
    await watch(page, unlisted.players + VIDEO);
    const [request] = await Promise.all([
      page.waitForRequest(/subscription\/subscribe/),
      button(page, 'Subscribe: Oriel').press('Enter'),
    ]);
    await button(page, 'Subscribed: Oriel').waitFor();
    expect(request.url()).toContain(deployed.provider);
    expect(await request.allHeaders()).not.toHaveProperty('cookie');
    expect((await context.cookies(deployed.provider)).map(({ name }) => name)).toEqual(['user']);
    expect((await kept(page)).databases).toEqual(['oriel-config.logged-out', 'oriel-logs.logged-out']);
    expect(problems).toEqual([]);
    expect(unlisted.missing).toEqual([]);
  },
);

test('a static host shows the player at /embed, at videos below its roots and as a file, and a plain 404 elsewhere [P1]', async ({
  deployed,
  expect,
  onTestFinished,
}) => {
  // A separate host, because other tests report requests for missing paths as faults.
  const host = await startStaticHost(deployed.staticFolder);
  onTestFinished(() => host.stop());
  const shown = ['/embed', '/embed/', '/embed/orieldemo01', '/v/orieldemo01', '/e/orieldemo01/', '/player.html'];
  const refused = ['/v', '/v/', '/e', '/e/', '/embed/orieldemo01/more', '/watch/orieldemo01'];
  for (const path of [...shown, ...refused]) {
    const response = await fetch(`http://127.0.0.1:${host.port}${BASE_PATH}${path}`);
    const isShown = (await response.text()).includes('id="player"');
    expect([response.status, isShown], path).toEqual(shown.includes(path) ? [200, true] : [404, false]);
  }
});
