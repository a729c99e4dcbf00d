// @module-tag thorough
import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame } from '../support/browser.ts';
import { startHostSite } from '../support/host-site.ts';
import { waitForTime } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';

/** Host pages with an opaque origin, and the ways in which pages load the script. */

interface HostWindow extends Window {
  readonly seen: readonly (readonly [name: string, data: unknown])[];
}

const ICON = '<link rel="icon" href="data:,">';

/** A page that makes a player with the script as soon as it may, and notes what it hears. */
const hostHtml = (loading: string): string => `<!doctype html><title>Host</title>${ICON}<div id="player"></div>
  <script>
    window.seen = [];
    window.onYouTubeIframeAPIReady = () => {
      const note = (name) => ({ data }) => seen.push([name, data]);
      const player = new YT.Player('player', {
        videoId: 'orieldemo01',
        playerVars: { mute: 1 },
        events: { onReady: note('ready'), onStateChange: note('state'), onError: note('error') },
      });
      player.playVideo();
    };
  </script>${loading}`;

const attribute = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Every frame of a page under this policy, and the page itself, has no origin. */
const test = base.extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
  const sandbox = await startHostSite({ 'Content-Security-Policy': 'sandbox allow-scripts' });
  onCleanup(() => sandbox.stop());
  return sandbox;
});

/** Fails unless the video plays and the host has received its events. */
async function expectDriven(page: Page, host: Page | Frame): Promise<void> {
  await waitForTime(await findFrame(page, '/embed/'), 0.3);
  const seen = () => host.evaluate(() => (window as unknown as HostWindow).seen);
  await expect.poll(seen).toContainEqual(['state', 1]);
  expect((await seen()).map(([name]) => name)).toContain('ready');
  expect((await seen()).filter(([name]) => name === 'error')).toEqual([]);
}

test('a page whose policy puts it into a sandbox embeds the player, and drives it', async ({ product, sandbox }) => {
  const { page } = await product.openPage();
  await page.goto(sandbox.page(hostHtml(`<script src="${product.playerOrigin}/iframe_api"></script>`)));
  expect(await page.evaluate(() => origin)).toBe('null');
  await expectDriven(page, page);
});

test('a page in a frame with a sandbox embeds the player, and drives it', async ({ product, site }) => {
  const inner = hostHtml(`<script src="${product.playerOrigin}/iframe_api"></script>`);
  const frame = `<iframe sandbox="allow-scripts" allow="autoplay" srcdoc="${attribute(inner)}"></iframe>`;
  const { page } = await product.openPage();
  await page.goto(site.page(`<!doctype html><title>Outer</title>${ICON}${frame}`));
  await expectDriven(page, await findFrame(page, 'about:srcdoc'));
});

test('a hand-written frame in a sandbox is shown', async ({ product, site }) => {
  const inner = `<iframe src='${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1' allow='autoplay'></iframe>`;
  const frame = `<iframe sandbox="allow-scripts" allow="autoplay" srcdoc="${attribute(inner)}"></iframe>`;
  const { page } = await product.openPage();
  await page.goto(site.page(`<!doctype html><title>Outer</title>${ICON}${frame}`));
  await waitForTime(await findFrame(page, '/embed/'), 0.3);
});

test.for([
  ['as a module', (script: string) => `<script type="module" src="${script}"></script>`],
  ['deferred', (script: string) => `<script defer src="${script}"></script>`],
  ['asynchronously, by another script', (script: string) => insertion(script)],
  ['by import', (script: string) => `<script type="module">await import('${script}')</script>`],
  ['by its text, fetched and run', (script: string) => `<script type="module">${runText(script)}</script>`],
  ['twice', (script: string) => `<script src="${script}"></script><script src="${script}"></script>`],
  ['by its older address', (script: string) => `<script src="${script.replace('iframe_api', 'player_api')}"></script>`],
] as const)(
  'the script loaded %s makes players of the server that it came from',
  async ([, load], { product, site }) => {
    const { page } = await product.openPage();
    await page.goto(site.page(hostHtml(load(`${product.playerOrigin}/iframe_api`))));
    await expectDriven(page, page);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await page.locator('iframe').getAttribute('src')).toContain(`${product.playerOrigin}/embed/orieldemo01?`);
  },
);

const insertion = (script: string): string =>
  `<script>document.head.append(Object.assign(document.createElement('script'), { src: '${script}' }))</script>`;
const runText = (script: string): string => `(0, eval)(await (await fetch('${script}')).text())`;

test('a script that is loaded again calls the callback that the next page has defined', async ({ product, site }) => {
  const script = `${product.playerOrigin}/iframe_api`;
  const { page } = await product.openPage();
  await page.goto(site.page(hostHtml(`<script src="${script}"></script>`)));
  await expectDriven(page, page);
  const calls = await page.evaluate(async (address) => {
    const made: string[] = [];
    const load = (): Promise<unknown> =>
      new Promise((resolve) =>
        document.head.append(Object.assign(document.createElement('script'), { src: address, onload: resolve })),
      );
    Object.assign(window, { onYouTubeIframeAPIReady: () => made.push('second page') });
    await load();
    await load();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return made;
  }, script);
  expect(calls).toEqual(['second page']);
});
