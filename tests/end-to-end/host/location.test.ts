import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame } from '../support/browser.ts';
import { waitForTime } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

/** Videos that play only for viewers who share their location, in frames of another site. */

const ID = 'orielnearby';
const ICON = '<link rel="icon" href="data:,">';

interface HostWindow extends Window {
  readonly errors: readonly unknown[];
}

/** Opens the page for a viewer at a fixed location, who lets the page read it if `isGranted`. */
async function open({ openPage }: Product, address: string, isGranted = true): Promise<Page> {
  const { page, context } = await openPage({ geolocation: { latitude: 47.37, longitude: 8.54 } });
  if (isGranted) await context.grantPermissions(['geolocation'], { origin: new URL(address).origin });
  await page.goto(address);
  return page;
}

const WAYS: readonly (readonly [string, (server: string) => string])[] = [
  [
    'the script',
    (server) => `<div id="player"></div><script src="${server}/iframe_api"></script>
      <script>new YT.Player('player', { videoId: '${ID}', geolocation: true, playerVars: { autoplay: 1, mute: 1 } })</script>`,
  ],
  [
    'the promise client',
    (server) => `<div id="player"></div><script type="module">
      import { createPlayer } from '${server}/oriel.js';
      await createPlayer('#player', { videoId: '${ID}', geolocation: true, parameters: { autoplay: 1, mute: 1 } });
      </script>`,
  ],
  [
    'the element',
    (server) => `<script type="module" src="${server}/oriel-player.js"></script>
      <oriel-player video-id="${ID}" geolocation autoplay muted style="display: block; width: 500px"></oriel-player>`,
  ],
];

test.for(WAYS)(
  '%s with its option geolocation plays a video that requires a location [B7]',
  async ([, html], { product, site }) => {
    const page = await open(
      product,
      site.page(`<!doctype html><title>Host</title>${ICON}${html(product.playerOrigin)}`),
    );
    await waitForTime(await findFrame(page, '/embed/'), 0.3);
  },
);

test.for([
  ['whose page delegates no location', true, '', 'Watch it on the original site.'],
  ['of a viewer who does not grant a location', false, 'geolocation: true,', 'Allow location access, then try again.'],
] as const)(
  'a frame %s shows why the video does not play, and its host receives onError 151 [B7]',
  async ([, isGranted, option, advice], { product, site }) => {
    const page = await open(
      product,
      site.page(`<!doctype html><title>Host</title>${ICON}<div id="player"></div>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script>
        window.errors = [];
        new YT.Player('player', { videoId: '${ID}', ${option} events: { onError: ({ data }) => errors.push(data) } });
      </script>`),
      isGranted,
    );
    await expect.poll(() => page.evaluate(() => (window as unknown as HostWindow).errors)).toEqual([151]);
    const frame = await findFrame(page, '/embed/');
    await frame.getByText(advice).waitFor();
  },
);

test(
  'after a viewer grants a location that was refused before, Try again plays the video [B7]',
  { tags: ['thorough'] },
  async ({ product }) => {
    const address = `${product.playerOrigin}/embed/${ID}`;
    const page = await open(product, address, false);
    await page.getByText('Allow location access, then try again.').waitFor();
    await page.context().grantPermissions(['geolocation'], { origin: new URL(address).origin });
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForTime(page, 0.3);
  },
);
