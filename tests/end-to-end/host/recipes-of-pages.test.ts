// @module-tag thorough
import { expect } from 'vitest';
import { findFrame } from '../support/browser.ts';
import { waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { hostHtml } from './support/host-page.ts';
import { recipe } from './support/recipes.ts';

/** Runs the recipes for plain pages, exactly as printed, on a host page of another origin. */

const press = '#big-play';

test('the recipe for a frame written by hand plays, and the frame may use the features in its allow attribute [H1]', async ({
  product,
  site,
}) => {
  const [block] = await recipe('Frame written by hand', product.playerOrigin);
  const { page } = await product.openPage();
  await page.goto(site.page(hostHtml(block?.code ?? '')));
  const frame = await findFrame(page, '/embed/');
  await frame.click(press);
  await waitForTime(frame, 0.2);
  const named = /allow="([^"]*)"/.exec(block?.code ?? '')?.[1]?.split('; ') ?? [];
  const allowed = await frame.evaluate(
    (names) => {
      interface Policy {
        features(): readonly string[];
        allowsFeature(name: string): boolean;
      }
      const { featurePolicy: policy } = document as unknown as { featurePolicy: Policy };
      // The browser under test may lack a feature, such as sharing.
      const known = new Set(policy.features());
      return names.filter((name) => policy.allowsFeature(name) || !known.has(name));
    },
    [...named, 'fullscreen'],
  );
  expect(allowed).toEqual([...named, 'fullscreen']);
  expect(await frame.evaluate(() => document.fullscreenEnabled)).toBe(true);
});

test('a frame with only a src attribute plays, also with referrerpolicy="no-referrer"', async ({ product, site }) => {
  const address = `${product.playerOrigin}/embed/orieldemo01`;
  for (const markup of [
    `<iframe src="${address}"></iframe>`,
    `<iframe src="${address}" referrerpolicy="no-referrer"></iframe>`,
  ]) {
    const { page } = await product.openPage();
    await page.goto(site.page(hostHtml(markup)));
    const frame = await findFrame(page, '/embed/');
    await frame.click(press);
    await waitForTime(frame, 0.2);
  }
});

test('the recipe for a sandboxed frame plays with its own origin, and with an opaque origin if allow-same-origin is removed [H1]', async ({
  product,
  site,
}) => {
  const [, block] = await recipe('Frame written by hand', product.playerOrigin);
  for (const isStoring of [true, false]) {
    const code = (block?.code ?? '').replace(isStoring ? /$^/ : ' allow-same-origin', '');
    const { page } = await product.openPage();
    await page.goto(site.page(hostHtml(code)));
    const frame = await findFrame(page, '/embed/');
    await frame.click(press);
    await waitForTime(frame, 0.2);
    expect(await frame.evaluate(() => window.origin !== 'null')).toBe(isStoring);
  }
});

test('the recipe for the policy of the page permits every host script, and the browser reports no violation [H1]', async ({
  product,
  site,
}) => {
  const [block] = await recipe('Policy of the page', product.playerOrigin);
  const [name = '', policy = ''] = (block?.code ?? '').trim().split(/: (.*)/s);
  const script = site.script(`
    window.scripted = new Oriel.Player('scripted', { videoId: 'orieldemo01', width: 320, height: 180, playerVars: { mute: 1 } });
    scripted.playVideo();
    import('${product.playerOrigin}/oriel.js').then(async ({ createPlayer }) => {
      window.promised = await createPlayer('#promised', { videoId: 'orieldemo01', width: 320, height: 180, parameters: { mute: 1 } });
      await promised.play();
      await document.querySelector('[video-id]').play();
    });`);
  const { page, problems } = await product.openPage();
  const html = `<!doctype html><title>Host</title><link rel="icon" href="${product.playerOrigin}/favicon.ico">
    <iframe id="written" src="${product.playerOrigin}/embed/orieldemo01" width="320" height="180"></iframe>
    <div id="scripted"></div><div id="promised"></div><oriel-player video-id="orielmp4001" lite muted></oriel-player>
    <script type="module" src="${product.playerOrigin}/oriel-player.js"></script>
    <script src="${product.playerOrigin}/iframe_api"></script><script src="${script}"></script>`;
  await page.goto(site.page(html, { [name]: policy, 'Cross-Origin-Embedder-Policy': 'require-corp' }));
  await expect.poll(() => page.evaluate('scripted.getCurrentTime()')).toBeGreaterThan(0.2);
  await expect.poll(() => page.evaluate('promised.info.currentTime')).toBeGreaterThan(0.2);
  await expect.poll(() => page.evaluate(`document.querySelector('oriel-player').currentTime`)).toBeGreaterThan(0.2);
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
});

test('the recipe for WordPress turns a link into a player, and its block contains a player [H1]', async ({
  product,
  site,
}) => {
  const [line, block] = await recipe('WordPress', product.playerOrigin);
  const [, pattern = '', endpoint = ''] = /wp_oembed_add_provider\( '(.*?)', '(.*?)' \)/.exec(line?.code ?? '') ?? [];
  const link = `${product.playerOrigin}/embed/orieldemo01`;
  // For a link, WordPress sends a request to the provider whose pattern matches, with the width of the theme.
  expect(new RegExp(`^${pattern.replace(/[.?]/g, '\\$&').replace('*', '.+')}$`).test(link)).toBe(true);
  const query = new URLSearchParams({ maxwidth: '600', maxheight: '900', url: link, dnt: '1', format: 'json' });
  const { html, width } = (await (await fetch(`${endpoint}?${query.toString()}`)).json()) as {
    html: string;
    width: number;
  };
  expect(width).toBe(600);
  const { page } = await product.openPage();
  await page.goto(site.page(hostHtml(`<figure>${html}</figure>`)));
  const frame = await findFrame(page, '/embed/');
  await frame.click(press);
  await waitForTime(frame, 0.2);
  const other = await product.openPage();
  await other.page.goto(site.page(hostHtml(block?.code ?? '')));
  await other.page.getByRole('button', { name: /^Play/ }).click();
  await waitForTime(await findFrame(other.page, '/embed/'), 0.2);
});

test('a frame in the sandbox that WordPress writes for unknown providers plays', async ({ product, site }) => {
  const { page } = await product.openPage();
  await page.goto(
    site.page(
      hostHtml(`<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" title="Four small worlds"
        width="600" height="338" frameborder="0" data-secret="x"
        src="${product.playerOrigin}/embed/orieldemo01#?secret=x"></iframe>`),
    ),
  );
  const frame = await findFrame(page, '/embed/');
  await frame.click(press);
  await waitForTime(frame, 0.2);
});

/** Imitates the loader of YouTube: it stops if another script has set `loading`, and defines `YT.Player` only later. */
const ORIGINAL = `
  window.YT ??= { loading: 0, loaded: 0 };
  if (!YT.loading) {
    YT.loading = 1;
    addEventListener('load', () => {
      YT.Player = function (id) { this.element = document.getElementById(id); this.element.textContent = 'theirs'; };
      YT.loaded = 1;
      window.onYouTubeIframeAPIReady?.();
    });
  }`;

test('with data-leave-yt, YT belongs to the script of YouTube in either order, and the Oriel player plays [H1]', async ({
  product,
  site,
}) => {
  const [block] = await recipe('YouTube and Oriel on one page', product.playerOrigin);
  const printed = block?.code ?? '';
  const [, ours = '', theirs = ''] =
    /(<script src="[^"]*" data-leave-yt><\/script>)\s*(<script src="[^"]*youtube[^"]*"><\/script>)/.exec(printed) ?? [];
  expect([ours, theirs]).not.toContain('');
  for (const code of [printed, printed.replace(ours, '').replace(theirs, theirs + ours)]) {
    const { page, context, problems } = await product.openPage();
    await context.route('https://www.youtube.com/iframe_api', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: ORIGINAL }),
    );
    await page.goto(site.page(hostHtml(code)));
    await expect.poll(() => page.locator('#theirs').innerText()).toBe('theirs');
    expect(await page.evaluate(`YT.Player !== Oriel.Player && theirs instanceof YT.Player`)).toBe(true);
    await page.evaluate('ours.mute().playVideo()');
    await waitForTime(await findFrame(page, '/embed/'), 0.2);
    expect(problems).toEqual([]);
  }
});
