import type { Page } from 'playwright';
import type { HostSite } from '../support/host-site.ts';
import { test, type Product } from '../support/test.ts';
import { bundleScript, scriptedPage } from './support/bundle.ts';

/** A head start plays before any host has subscribed. Every client is still told once that it plays. */

interface HostPage extends Window {
  seen: unknown[];
}
const seen = (page: Page) => page.evaluate(() => (window as unknown as HostPage).seen);

/** A page with one element and its author's script. */
async function openScripted(product: Product, site: HostSite, elementId: string, source: string): Promise<Page> {
  const address = await scriptedPage(site, product.playerOrigin, elementId, source);
  const { page } = await product.openPage();
  await page.goto(address);
  return page;
}
const QUERY = 'enablejsapi=1&autoplay=1&mute=1';

test.concurrent('raw messages: subscribed long after playback began [H6]', async ({ product, site, expect }) => {
  const { page } = await product.openPage();
  const address = site.page(`<!doctype html><title>Raw</title>
    <iframe id="frame" allow="autoplay" src="${product.playerOrigin}/embed/orieldemo01?${QUERY}"></iframe>
    <script>
      window.seen = [];
      let plays = false;
      const say = (message) => frame.contentWindow.postMessage(JSON.stringify(message), '${product.playerOrigin}');
      frame.onload = () => say({ event: 'listening' });
      addEventListener('message', ({ data }) => {
        const { event, info } = JSON.parse(data);
        if (event === 'onStateChange') seen.push(info);
        if (plays || !(info?.currentTime > 0.5)) return;
        plays = true;
        say({ event: 'command', func: 'addEventListener', args: ['onStateChange'] });
      });
    </script>`);
  await page.goto(address);
  await expect.poll(() => seen(page)).toContain(1);
});

test.concurrent(
  'a frame in which the browser lets nothing play is cued, and tells its host once [P6]',
  async ({ product, site, expect }) => {
    const { page, context } = await product.openPage();
    await context.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
    });
    await page.goto(
      site.page(`<!doctype html><title>Refused</title><link rel="icon" href="data:,"><div id="player"></div>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script>
        window.seen = [];
        Oriel.ready(() => (window.player = new Oriel.Player('player', {
          videoId: 'orieldemo01',
          playerVars: { autoplay: 1 },
          events: { onAutoplayBlocked: () => seen.push('blocked'), onStateChange: ({ data }) => seen.push(data) },
        })));
      </script>`),
    );
    await expect.poll(() => seen(page)).toContain('blocked');
    await page.frameLocator('iframe').locator('#player[data-state="cued"]').waitFor();
    const state = () =>
      page.evaluate(() => (window as unknown as { player: { getPlayerState(): number } }).player.getPlayerState());
    await expect.poll(state).toBe(5);
    expect((await seen(page)).filter((each) => each === 'blocked')).toHaveLength(1);
  },
);

test.concurrent(
  'the script API: a playing frame is adopted, and a second listener is added later [H1]',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const { page } = await product.openPage();
    await page.goto(
      site.page(`<!doctype html><title>Script</title>
      <iframe id="frame" allow="autoplay" src="${product.playerOrigin}/embed/orieldemo01?${QUERY}"></iframe>
      <script src="${product.playerOrigin}/iframe_api"></script>`),
    );
    await page.frameLocator('#frame').locator('#player[data-state="playing"]').waitFor();
    await page.evaluate(() => {
      const host = window as unknown as HostPage & { Oriel: { Player: new (id: string, options: object) => unknown } };
      host.seen = [];
      const player = new host.Oriel.Player('frame', {
        events: { onStateChange: ({ data }: { data: unknown }) => host.seen.push(['first', data]) },
      }) as { addEventListener: (name: string, listener: (event: { data: unknown }) => void) => void };
      Object.assign(host, { player });
    });
    // A busy machine may buffer meanwhile, and then plays again.
    await expect.poll(() => seen(page)).toContainEqual(['first', 1]);
    await page.evaluate(() => {
      const host = window as unknown as HostPage & { player: EventTarget };
      host.player.addEventListener('onStateChange', (event) =>
        host.seen.push(['second', (event as unknown as { data: unknown }).data]),
      );
    });
    await expect.poll(() => seen(page)).toContainEqual(['second', 1]);
  },
);

test.concurrent(
  'the promise client: by event and by iterating over the states [H1]',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const script = await bundleScript(`
    import { createPlayer } from '${process.cwd()}/src/host/oriel.ts';
    window.seen = [];
    window.run = async (host) => {
      const player = await createPlayer('#spot', { videoId: 'orieldemo01', host, parameters: { autoplay: 1, mute: 1 } });
      (async () => { for await (const state of player.states()) seen.push(['walk', state]); })();
      await new Promise((resolve) => setTimeout(resolve, 0));
      while (player.info.state !== 'playing') await new Promise((resolve) => player.on('infochange', resolve, { once: true }));
      player.on('statechange', ({ state }) => seen.push(['late', state]));
    };
  `);
    const { page } = await product.openPage();
    await page.goto(site.page(`<!doctype html><title>New</title><div id="spot"></div><script>${script}</script>`));
    await page.evaluate(
      (host) => (window as unknown as { run(host: string): Promise<void> }).run(host),
      product.playerOrigin,
    );
    const last = async (kind: string) =>
      ((await seen(page)) as [string, string][]).findLast(([by]) => by === kind)?.[1];
    await expect.poll(() => last('walk')).toBe('playing');
    await expect.poll(() => last('late')).toBe('playing');
  },
);

test.concurrent('youtube-player [H1]', { tags: ['thorough'] }, async ({ product, site, expect }) => {
  const page = await openScripted(
    product,
    site,
    'video',
    `
    import createPlayer from 'youtube-player';
    window.seen = [];
    const player = createPlayer('video', { videoId: 'orieldemo01', playerVars: { autoplay: 1, mute: 1 } });
    player.on('stateChange', ({ data }) => seen.push(data));
  `,
  );
  await expect.poll(() => seen(page)).toContain(1);
});

test.concurrent(
  'react-youtube: onPlay at the first mount [H1]',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const page = await openScripted(
      product,
      site,
      'root',
      `
    import { createRoot } from 'react-dom/client';
    import YouTube from 'react-youtube';
    window.seen = [];
    createRoot(document.getElementById('root')).render(
      <YouTube videoId="orieldemo01" opts={{ playerVars: { autoplay: 1, mute: 1 } }} onPlay={() => seen.push('play')} />,
    );
  `,
    );
    await expect.poll(() => seen(page)).toEqual(['play']);
  },
);
