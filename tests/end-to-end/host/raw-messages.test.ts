import type { Page } from 'playwright';
import '../../../src/page/infrastructure/bench-hook.ts';
import { FRAME_EVENTS, HOST_CHANNEL } from '../../../protocol/host/host-vocabulary.ts';
import { PlayerInfo } from '../../../protocol/host/player-info.ts';
import type { ObservedEvent } from '../../../protocol/provider/observation.ts';
import { findFrame } from '../support/browser.ts';
import { makeCatalog } from '../support/catalog.ts';
import { startHostSite, type HostSite } from '../support/host-site.ts';
import { waitForTime } from '../support/player-page.ts';
import { startServer } from '../support/server.ts';
import { test as base, type Product } from '../support/test.ts';

/** The messages between a host page and the frame, without the host script. */

interface Heard {
  readonly from: string;
  readonly event: string;
  readonly info: Record<string, unknown> | null;
}
interface HostPage extends Window {
  readonly heard: Heard[];
  /** Posts the message to the frame with this id, as JSON with the id of the host and the channel. */
  say(frame: string, message: unknown): void;
  /** Posts the value unchanged. */
  sayRaw(frame: string, message: unknown): void;
}

const test = base
  .extend('environment', { scope: 'file' }, { ORIEL_BENCH: '1' })
  .extend('sessionServer', { scope: 'file' }, async ({}, { onCleanup }) => {
    const catalog = await makeCatalog({ 'site.json': { enforceSession: true } });
    const server = await startServer({ ORIEL_CATALOG_DIR: catalog.folder });
    onCleanup(async () => {
      await server.stop();
      await catalog.remove();
    });
    return server;
  });

/** A host page with one frame for each address, by id. */
async function openHost(product: Product, site: HostSite, frames: Readonly<Record<string, string>>) {
  const { page } = await product.openPage();
  const markup = Object.entries(frames).map(
    ([id, address]) => `<iframe id="${id}" width="320" height="200" allow="autoplay" src="${address}"></iframe>`,
  );
  const html = `<!doctype html><title>Raw</title><link rel="icon" href="data:,">
    <script>
      window.heard = [];
      addEventListener('message', ({ data, source }) => {
        const from = [...document.querySelectorAll('iframe')].find((frame) => frame.contentWindow === source)?.id;
        heard.push({ from, ...JSON.parse(data) });
      });
      window.sayRaw = (id, message) => document.getElementById(id).contentWindow.postMessage(message, '*');
      window.say = (id, message) =>
        sayRaw(id, JSON.stringify({ id: 1, channel: '${HOST_CHANNEL}', ...message }));
    </script>${markup.join('')}`;
  await page.goto(site.page(html));
  const heard = (from: string, event?: string): Promise<Heard[]> =>
    page.evaluate(
      ([frame, name]) =>
        (window as unknown as HostPage).heard.filter(
          (message) => message.from === frame && (name === undefined || message.event === name),
        ),
      [from, event] as const,
    );
  return { page, heard };
}

const say = (page: Page, frame: string, message: unknown): Promise<void> =>
  page.evaluate(([id, data]) => (window as unknown as HostPage).say(id, data), [frame, message] as const);
const sayRaw = (page: Page, frame: string, message: unknown): Promise<void> =>
  page.evaluate(([id, data]) => (window as unknown as HostPage).sayRaw(id, data), [frame, message] as const);
const command = (func: string, ...args: unknown[]) => ({ event: 'command', func, args });

test('a host that listens receives all fields once and then every change; a host that does not listen receives only the ready messages [H6, H1, C4]', async ({
  product,
  site,
  expect,
}) => {
  const source = `${product.playerOrigin}/embed/orieldemo01?enablejsapi=1&autoplay=1&mute=1`;
  const { page, heard } = await openHost(product, site, { silent: source, player: source });
  await expect.poll(() => heard('player', FRAME_EVENTS.readyToListen)).toHaveLength(1);
  await say(page, 'player', { event: 'listening' });
  await expect.poll(() => heard('player', FRAME_EVENTS.initialDelivery)).toHaveLength(1);
  const [{ info } = { info: null }] = await heard('player', FRAME_EVENTS.initialDelivery);
  expect(PlayerInfo.safeParse(info).error).toBeUndefined();
  await expect.poll(() => heard('player', FRAME_EVENTS.apiInfoDelivery)).not.toEqual([]);

  for (const frame of page.frames().slice(1)) await waitForTime(frame, 1);
  await say(page, 'player', command('setVolume', 40));
  const deliveries = async () =>
    (await heard('player', FRAME_EVENTS.infoDelivery)).map((message) => message.info ?? {});
  await expect.poll(deliveries).toContainEqual(expect.objectContaining({ volume: 40 }));
  // Deliveries of a state repeat the qualities, and a busy machine may buffer in between.
  const changes = (await deliveries()).filter((delivery) => !('playerState' in delivery));
  for (const key of ['volume', 'videoData'])
    expect(changes.filter((delivery) => key in delivery).length, key).toBeLessThanOrEqual(1);
  const qualities = changes.flatMap(({ playbackQuality, availableQualityLevels: levels }) =>
    levels === undefined ? [] : [`${String(playbackQuality)} of ${String(levels)}`],
  );
  expect(qualities.filter((quality, index) => quality === qualities[index - 1])).toEqual([]);
  expect(await heard('player', FRAME_EVENTS.initialDelivery)).toHaveLength(1);
  expect((await heard('silent')).map(({ event }) => event)).toEqual([FRAME_EVENTS.readyToListen, 'ready']);
});

test('the frame accepts only listed commands, as JSON text from the expected origin; it counts other messages and sends no response [H2, H4]', async ({
  product,
  site,
  expect,
  onTestFinished,
}) => {
  const stranger = await startHostSite();
  onTestFinished(() => stranger.stop());
  const strange = stranger.page(`<!doctype html><link rel="icon" href="data:,"><script>
    window.heard = [];
    addEventListener('message', ({ data }) => heard.push(data));
    window.attack = () => parent.frames[0].postMessage('{"event":"command","func":"playVideo","args":[],"callId":7}', '*');
  </script>`);
  const player = `${product.playerOrigin}/embed/orieldemo01?enablejsapi=1`;
  const elsewhere = `${player}&origin=${encodeURIComponent(stranger.origin)}`;
  const { page, heard } = await openHost(product, site, { player, elsewhere, strange });
  await page.clock.install();
  await say(page, 'player', { event: 'listening' });
  await expect.poll(() => heard('player', FRAME_EVENTS.initialDelivery)).toHaveLength(1);

  const attacker = await findFrame(page, strange);
  await attacker.evaluate(() => (window as unknown as { attack(): void }).attack());
  await sayRaw(page, 'player', command('playVideo'));
  await sayRaw(page, 'player', 'playVideo');
  await say(page, 'player', command('constructor'));
  await say(page, 'elsewhere', { event: 'listening' });
  await say(page, 'elsewhere', command('playVideo'));
  // Sent last: once its result arrives, the frame has processed the messages above.
  await say(page, 'player', { ...command('setVolume', 40), callId: 1 });
  await expect.poll(() => heard('player', FRAME_EVENTS.commandResult)).toHaveLength(1);
  expect(await attacker.evaluate(() => (window as unknown as HostPage).heard)).toEqual([]);
  expect(await heard('elsewhere')).toEqual([]);
  for (const frame of page.frames().filter((each) => each.url().includes('/embed/')))
    expect(await frame.locator('#player').getAttribute('data-state')).toBe('cued');

  // Counts are reported every 10 s.
  await page.clock.fastForward(10_000);
  const frame = page.frames()[1];
  const counts = async (): Promise<unknown[]> => {
    await frame?.evaluate(() => window.__bench?.flush());
    const response = await fetch(`${product.playerOrigin}/provider/api/events?limit=1000`);
    const events = (await response.json()) as ObservedEvent[];
    const ignored = events.filter(({ name }) => name === 'hostMessagesIgnored');
    return ignored.map(({ payload }) => JSON.parse(payload) as unknown);
  };
  await expect
    .poll(counts)
    .toContainEqual({ counts: { 'not-from-parent': 1, 'not-text': 1, 'not-json': 1, 'unknown-command': 1 } });
});

test('where a session is enforced, a message with a wrong or missing session id, or a wrong channel, is ignored [H3]', async ({
  product,
  sessionServer,
  site,
  expect,
}) => {
  const player = `${sessionServer.playerOrigin}/embed/orieldemo01?enablejsapi=1&session_id=s1`;
  const { page, heard } = await openHost(product, site, { player });
  await say(page, 'player', { event: 'listening', sessionId: 's2' });
  await say(page, 'player', { event: 'listening', sessionId: 's1', channel: 'another' });
  await say(page, 'player', { ...command('playVideo'), callId: 1 });
  await say(page, 'player', { event: 'listening', sessionId: 's1' });
  await say(page, 'player', { ...command('setVolume', 40), sessionId: 's1', callId: 2 });
  const results = async () => (await heard('player', FRAME_EVENTS.commandResult)).map(({ info }) => info);
  await expect.poll(results).toEqual([{ callId: 2, ok: true }]);
  expect(await heard('player', FRAME_EVENTS.initialDelivery)).toHaveLength(1);
  expect(await page.frames()[1]?.locator('#player').getAttribute('data-state')).toBe('cued');
});

test('the frame posts messages only to the origin that its URL names; a page of another origin receives none [H7]', async ({
  product,
  site,
  expect,
}) => {
  const player = `${product.playerOrigin}/embed/unknown0000?enablejsapi=1`;
  const foreign = `${player}&origin=${encodeURIComponent('https://host.example')}`;
  const own = `${player}&origin=${encodeURIComponent(site.origin)}`;
  const { page, heard } = await openHost(product, site, { foreign, own });
  for (const frame of ['foreign', 'own']) await say(page, frame, { event: 'listening' });
  await expect.poll(() => heard('own', FRAME_EVENTS.initialDelivery)).toHaveLength(1);
  for (const frame of page.frames().slice(1)) await frame.locator('.error-card').waitFor();
  expect(await heard('foreign')).toEqual([]);
});
