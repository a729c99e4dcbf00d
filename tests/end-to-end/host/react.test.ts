// @module-tag thorough
import type { Page } from 'playwright';
import type { HostSite } from '../support/host-site.ts';
import type { WatchedPage } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';
import { bundleScript } from './support/bundle.ts';

/** `oriel-client/react` in strict mode, which mounts, unmounts and mounts again. */

const SOURCE = `
  import { StrictMode, createRef } from 'react';
  import { createRoot, hydrateRoot } from 'react-dom/client';
  import { OrielPlayer } from '${process.cwd()}/src/host/react.tsx';
  window.seen = [];
  window.player = createRef();
  const note = (name) => (event) => window.seen.push([name, name === 'ready' ? event.detail.player === player.current.player : event.detail]);
  const handlers = { onReady: note('ready'), onPlaying: note('playing'), onPause: note('pause'), onVideoChange: note('videochange') };
  const tree = (props) => <StrictMode>{props && <OrielPlayer {...handlers} {...props} ref={player} />}</StrictMode>;
  let root;
  window.show = (props) => {
    root ??= createRoot(document.getElementById('root'));
    root.render(tree(props));
  };
  window.hydrate = (props) => { root = hydrateRoot(document.getElementById('root'), tree(props)); };
`;

interface ReactPage extends Window {
  show: (props: object | null) => void;
  hydrate: (props: object) => void;
  seen: [name: string, detail: unknown][];
  player: { current: HTMLElement & { paused: boolean; muted: boolean; play(): Promise<void>; player: object | null } };
}

const script = bundleScript(SOURCE);

async function open(product: Product, site: HostSite, markup = ''): Promise<WatchedPage> {
  const watched = await product.openPage();
  await watched.page.goto(
    site.page(`<!doctype html><title>React</title><link rel="icon" href="data:,"><div id="root">${markup}</div>
      <script type="module">${await script}</script>`),
  );
  return watched;
}

const show = (page: Page, props: object | null) =>
  page.evaluate((given) => (window as unknown as ReactPage).show(given), props);
const seen = (page: Page) => page.evaluate(() => (window as unknown as ReactPage).seen);
const names = async (page: Page) => (await seen(page)).map(([name]) => name);
const frame = (page: Page) => page.locator('oriel-player iframe');

test.concurrent(
  'the React component in strict mode has one frame, calls listeners once, and passes changed props to the same frame',
  async ({ product, site, expect }) => {
    const { page, problems } = await open(product, site);
    const props = { host: product.playerOrigin, videoId: 'orieldemo01', muted: true, start: 2, className: 'video' };
    await show(page, props);
    await expect.poll(() => seen(page)).toEqual([['ready', true]]);
    expect(await frame(page).count()).toBe(1);
    expect(await page.locator('oriel-player').getAttribute('class')).toBe('video');
    await page.evaluate(() => (window as unknown as ReactPage).player.current.play());
    await expect.poll(() => names(page)).toContain('playing');
    expect((await names(page)).filter((name) => name === 'ready')).toHaveLength(1);
    const address = await frame(page).getAttribute('src');
    await show(page, { ...props, muted: false, loop: true, videoId: 'orielmp4001' });
    await expect.poll(() => names(page)).toContain('videochange');
    expect(await frame(page).getAttribute('src')).toBe(address);
    await expect.poll(() => page.evaluate(() => (window as unknown as ReactPage).player.current.muted)).toBe(false);
    expect(await page.locator('oriel-player').getAttribute('loop')).not.toBeNull();
    await show(page, { host: product.playerOrigin, videoId: 'orielmp4001' });
    await expect.poll(() => page.locator('oriel-player').getAttribute('loop')).toBeNull();
    await show(page, null);
    await expect.poll(() => page.frames().length).toBe(1);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'server-rendered markup has a player before hydration, and React keeps its frame',
  async ({ product, site, expect }) => {
    const props = { host: product.playerOrigin, videoId: 'orieldemo01', muted: true };
    const { page, problems } = await open(
      product,
      site,
      `<oriel-player host="${props.host}" video-id="${props.videoId}" muted=""></oriel-player>`,
    );
    await expect
      .poll(() =>
        page.evaluate(() => Boolean((document.querySelector('oriel-player') as ReactPage['player']['current']).player)),
      )
      .toBe(true);
    const address = await frame(page).getAttribute('src');
    await page.evaluate((given) => (window as unknown as ReactPage).hydrate(given), props);
    await expect.poll(() => seen(page)).toEqual([['ready', true]]);
    expect(await frame(page).getAttribute('src')).toBe(address);
    expect(problems).toEqual([]);
  },
);

test.concurrent('the React component with lite plays after a press', async ({ product, site, expect }) => {
  const { page } = await open(product, site);
  await show(page, { host: product.playerOrigin, videoId: 'orieldemo01', lite: true, muted: true });
  await page.getByRole('button', { name: 'Play: Four small worlds' }).click();
  await expect.poll(() => names(page)).toContain('playing');
});
