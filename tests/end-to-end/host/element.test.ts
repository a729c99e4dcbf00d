import type { Page } from 'playwright';
import { startHostSite, type HostSite } from '../support/host-site.ts';
import type { WatchedPage } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';
import type { OrielPlayerElement } from '../../../src/host/element/types.ts';

/** `<oriel-player>` as a page's author uses it: the built module, from another origin. */

interface HostPage extends Window {
  seen: [name: string, detail: unknown][];
}

const EVENTS = ['loadstart', 'ready', 'play', 'playing', 'pause', 'ended', 'volumechange', 'videochange', 'error'];

/** The page listens on its document: what arrives has bubbled out of the shadow tree. */
async function open(product: Product, site: HostSite, markup: string, options = {}): Promise<WatchedPage> {
  const watched = await product.openPage(options);
  await watched.page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <style>oriel-player { display: block; width: 480px; aspect-ratio: 16 / 9 }</style>
      <script>
        window.seen = [];
        for (const name of ${JSON.stringify(EVENTS)})
          document.addEventListener(name, (event) => {
            const { player, error, ...detail } = event.detail ?? {};
            seen.push([name, detail]);
          });
        window.shifts = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shifts += value;
        }).observe({ type: 'layout-shift', buffered: true });
      </script>
      ${markup}
      <script type="module" src="${product.playerOrigin}/oriel-player.js"></script>`),
  );
  return watched;
}

const LITE = '<oriel-player video-id="orieldemo01" lite></oriel-player><p>Text below.</p>';

const seen = (page: Page) => page.evaluate(() => (window as unknown as HostPage).seen);
const names = async (page: Page) => (await seen(page)).map(([name]) => name);
const frames = (page: Page) => page.locator('oriel-player iframe').count();
/** In the page, with the element as an argument. */
const withElement = <Value>(page: Page, act: (element: OrielPlayerElement) => Value, index = 0) =>
  page
    .locator('oriel-player')
    .nth(index)
    .evaluate(act as (element: Element) => Value);

test.concurrent(
  'lite: poster and button, no frame before a press, which plays at once and with sound',
  async ({ product, site, launch, expect }) => {
    const inBrowser = await launch('--autoplay-policy=document-user-activation-required');
    const { page, problems } = await open(product, site, LITE, { inBrowser });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const button = page.getByRole('button', { name: 'Play: Four small worlds' });
    await button.waitFor();
    await expect
      .poll(() => page.locator('oriel-player img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await frames(page)).toBe(0);
    expect(requests.filter((path) => path.startsWith('/embed'))).toEqual([]);
    expect(await page.locator('link[rel=preconnect]').count()).toBe(0);
    await button.hover();
    expect(await page.locator('link[rel=preconnect]').getAttribute('href')).toBe(product.playerOrigin);
    expect(await frames(page)).toBe(0);

    await button.click();
    await expect.poll(() => names(page)).toContain('playing');
    await expect.poll(() => withElement(page, (element) => element.currentTime)).toBeGreaterThan(0.3);
    expect(
      await withElement(page, (element) => [element.muted, element.volume, element.paused, element.readyState]),
    ).toEqual([false, 1, false, 4]);
    const [frame] = page.frames().filter((each) => each.url().includes('/embed/'));
    expect(await frame?.evaluate(() => document.querySelector('video')?.muted)).toBe(false);
    expect(await frames(page)).toBe(1);
    expect(await page.locator('oriel-player button').count()).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'without a press of the viewer, play() plays without sound',
  { tags: ['thorough'] },
  async ({ product, site, launch, expect }) => {
    const inBrowser = await launch('--autoplay-policy=document-user-activation-required');
    const { page } = await product.openPage({ inBrowser });
    // Whatever a test evaluates in a page counts as a press, so the page itself says what happened.
    const told = page.waitForEvent('console', (message) => message.text().startsWith('played'));
    await page.goto(
      site.page(`<!doctype html><title>Host</title>${LITE}
      <script type="module">
        import '${product.playerOrigin}/oriel-player.js';
        const element = document.querySelector('oriel-player');
        await element.play();
        console.log('played', element.muted, element.paused);
      </script>`),
    );
    expect((await told).text()).toBe('played true false');
  },
);

test.concurrent(
  'an element is used by keyboard: the button is reached and pressed, and the focus moves into the player',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const { page } = await open(product, site, `<a href="#x">Before</a>${LITE}<a href="#y">After</a>`);
    await page.getByRole('button', { name: 'Play: Four small worlds' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page)).toContain('playing');
    expect(await withElement(page, (element) => element.shadowRoot?.activeElement?.tagName)).toBe('IFRAME');
    const frame = page.frameLocator('oriel-player iframe');
    await expect.poll(() => frame.locator('html').evaluate(() => document.hasFocus())).toBe(true);
    await page.keyboard.press('k');
    await expect.poll(() => withElement(page, (element) => element.paused)).toBe(true);
    expect(await names(page)).not.toContain('ended');
  },
);

test.concurrent(
  'attributes and properties drive the player, and its events tell what has become of it',
  async ({ product, site, expect }) => {
    const markup =
      '<oriel-player video-id="orieldemo01" start="3" muted controls="false" title="Our video"></oriel-player>';
    const { page, problems } = await open(product, site, markup);
    await expect.poll(() => names(page)).toContain('ready');
    const frame = page.locator('oriel-player iframe');
    const address = new URL((await frame.getAttribute('src')) ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ start: '3', mute: '1', controls: '0' });
    expect(await frame.getAttribute('title')).toBe('Our video');
    expect(await withElement(page, (element) => [element.currentTime, element.muted, element.duration > 20])).toEqual([
      3,
      true,
      true,
    ]);
    await withElement(page, async (element) => {
      element.volume = 0.25;
      element.muted = false;
      await element.play();
      element.pause();
    });
    await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['play', 'playing', 'pause']));
    await expect.poll(() => seen(page)).toContainEqual(['volumechange', { volume: 0.25, muted: false }]);
    await withElement(page, (element) => (element.videoId = 'orielmp4001'));
    await expect
      .poll(() => seen(page))
      .toContainEqual(['videochange', expect.objectContaining({ videoId: 'orielmp4001' })]);
    expect(await page.locator('oriel-player').getAttribute('video-id')).toBe('orielmp4001');
    expect(await frames(page)).toBe(1);
    expect(await withElement(page, (element) => element.paused)).toBe(true);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'currentTime of a cued or ended element goes there and stays paused, and no event says that it played',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const { page, problems } = await open(product, site, '<oriel-player video-id="orieldemo01" muted></oriel-player>');
    const at = () =>
      withElement(page, ({ paused, ended, seeking, currentTime, player }) => ({
        paused,
        ended,
        seeking,
        seconds: Math.round(currentTime),
        state: player?.info.state,
      }));
    const goTo = (seconds: number) =>
      page
        .locator('oriel-player')
        .evaluate((element, to) => ((element as OrielPlayerElement).currentTime = to), seconds);
    const still = (seconds: number) => ({ paused: true, ended: false, seeking: false, seconds, state: 'paused' });
    await expect.poll(() => names(page)).toContain('ready');
    expect((await at()).state).toBe('cued');
    await goTo(5);
    await expect.poll(at).toEqual(still(5));
    expect(await names(page)).toEqual(['loadstart', 'ready']);

    await withElement(page, async (element) => {
      element.currentTime = element.duration - 0.3;
      await element.play();
    });
    await expect.poll(() => names(page)).toContain('ended');
    const before = (await names(page)).length;
    await goTo(7);
    await expect.poll(at).toEqual(still(7));
    expect((await names(page)).slice(before)).toEqual([]);
    await withElement(page, (element) => element.play());
    await expect.poll(async () => (await names(page)).slice(before)).toContain('playing');
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'several players with pause-others play one at a time, the script API among them',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const element = '<oriel-player video-id="orieldemo01" muted pause-others></oriel-player>';
    const { page } = await open(
      product,
      site,
      `${element}<div id="spot"></div><script src="${product.playerOrigin}/iframe_api"></script><script>
      window.other = new Oriel.Player('spot', { videoId: 'orielmp4001', pauseOthers: true, playerVars: { mute: 1 } });
    </script><oriel-player video-id="orielmp4001" muted></oriel-player>`,
    );
    const states = () =>
      page.evaluate(() => [
        ...Array.from(document.querySelectorAll('oriel-player'), ({ paused }) => (paused ? 2 : 1)),
        (window as unknown as { other: { getPlayerState(): number } }).other.getPlayerState(),
      ]);
    await withElement(page, (free) => free.play(), 1);
    await withElement(page, (first) => first.play());
    expect((await states()).slice(0, 2)).toEqual([1, 1]);
    await page.evaluate(() => (window as unknown as { other: { playVideo(): void } }).other.playVideo());
    await expect.poll(states).toEqual([2, 1, 1]);
    await withElement(page, (first) => first.play());
    await expect.poll(states).toEqual([1, 1, 2]);
  },
);

test.concurrent(
  'an element in a shadow root, moved while it plays and removed, continues and leaves no frame',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const { page, problems } = await open(product, site, '<div id="one"></div><div id="two"></div>');
    await page.evaluate(() => {
      const element = document.createElement('oriel-player');
      Object.assign(element, { videoId: 'orieldemo01', muted: true, id: 'player' });
      const [one, two] = ['one', 'two'].map((id) => document.getElementById(id)?.attachShadow({ mode: 'open' }));
      one?.append(element);
      Object.assign(window, { element, one, two });
    });
    interface Moved extends Window {
      element: OrielPlayerElement;
      two: ShadowRoot;
    }
    const time = () => page.evaluate(() => (window as unknown as Moved).element.currentTime);
    await page.evaluate(() => (window as unknown as Moved).element.play());
    await expect.poll(time).toBeGreaterThan(0.5);
    const before = await time();
    const seenBefore = (await names(page)).length;
    await page.evaluate(() => {
      const { two, element } = window as unknown as Moved;
      two.append(element);
    });
    // On a busy machine it may wait for data, and play again, at any time.
    await expect.poll(async () => (await names(page)).slice(seenBefore)).toContain('playing');
    await expect.poll(time).toBeGreaterThan(before);
    await page.evaluate(() => (window as unknown as Moved).element.remove());
    await expect.poll(() => page.frames().length).toBe(1);
    expect(await page.evaluate(() => (window as unknown as Moved).element.paused)).toBe(true);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'an unknown video and a server that is none are errors with a reason, and no exception',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const { page, problems } = await open(
      product,
      site,
      `<script>
      window.errors = [];
      document.addEventListener('error', ({ target, detail }) => {
        if (detail) errors.push([target.id, detail.code, detail.error.code, detail.error.reason, detail.error.retryable]);
      }, true);
    </script>
    <oriel-player id="unknown" video-id="nosuchvideo"></oriel-player>
    <oriel-player id="none" video-id="orieldemo01" host="${site.origin}"></oriel-player>`,
    );
    const errors = () => page.evaluate(() => (window as unknown as { errors: unknown[] }).errors);
    await expect.poll(errors).toHaveLength(2);
    expect(await errors()).toContainEqual(['unknown', 100, 'playback', 'video.notfound', false]);
    expect(await errors()).toContainEqual(['none', null, 'unreachable', undefined, true]);
    await page.locator('#none').getByRole('button', { name: 'Play' }).waitFor();
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test(
  'under a strict policy of the host page it works, with nothing refused',
  { tags: ['thorough'] },
  async ({ product, expect, onTestFinished }) => {
    const { playerOrigin } = product;
    const strict = await startHostSite({
      'Content-Security-Policy': `default-src 'none'; script-src ${playerOrigin}; frame-src ${playerOrigin}; connect-src ${playerOrigin}; img-src ${playerOrigin}; require-trusted-types-for 'script'; trusted-types 'none'`,
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    onTestFinished(() => strict.stop());
    const { page, problems } = await product.openPage();
    await page.goto(
      strict.page(`<!doctype html><title>Strict</title><oriel-player video-id="orieldemo01" lite></oriel-player>
      <script type="module" src="${playerOrigin}/oriel-player.js"></script>`),
    );
    await page.getByRole('button', { name: 'Play: Four small worlds' }).click();
    await expect.poll(() => withElement(page, (element) => element.currentTime)).toBeGreaterThan(0.2);
    expect(await withElement(page, (element) => element.offsetHeight)).toBe(
      await withElement(page, (element) => Math.round((element.offsetWidth * 9) / 16)),
    );
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  },
);
