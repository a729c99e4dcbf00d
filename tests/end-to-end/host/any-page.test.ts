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

/** A host page that creates a player as soon as the script is ready, and records the events of the player. */
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

/** A site whose policy gives its pages, and every frame in them, an opaque origin. */
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

test('a host page that its policy puts into a sandbox embeds and controls the player', async ({ product, sandbox }) => {
  const { page } = await product.openPage();
  await page.goto(sandbox.page(hostHtml(`<script src="${product.playerOrigin}/iframe_api"></script>`)));
  expect(await page.evaluate(() => origin)).toBe('null');
  await expectDriven(page, page);
});

test('a host page in a sandboxed frame embeds and controls the player', async ({ product, site }) => {
  const inner = hostHtml(`<script src="${product.playerOrigin}/iframe_api"></script>`);
  const frame = `<iframe sandbox="allow-scripts" allow="autoplay" srcdoc="${attribute(inner)}"></iframe>`;
  const { page } = await product.openPage();
  await page.goto(site.page(`<!doctype html><title>Outer</title>${ICON}${frame}`));
  await expectDriven(page, await findFrame(page, 'about:srcdoc'));
});

test('a player in a hand-written frame of a sandboxed page plays', async ({ product, site }) => {
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
  ['by fetching and evaluating its text', (script: string) => `<script type="module">${runText(script)}</script>`],
  ['twice', (script: string) => `<script src="${script}"></script><script src="${script}"></script>`],
  ['by its older address', (script: string) => `<script src="${script.replace('iframe_api', 'player_api')}"></script>`],
] as const)(
  'the script loaded %s creates one player, from the server that served the script',
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

test('a script that is loaded again calls a newly defined onYouTubeIframeAPIReady once', async ({ product, site }) => {
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
