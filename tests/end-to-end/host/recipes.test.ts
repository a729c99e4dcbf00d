import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { expect } from 'vitest';
import type { Plugin } from 'vite';
import type { Page } from 'playwright';
import { findFrame } from '../support/browser.ts';
import type { HostSite } from '../support/host-site.ts';
import { waitForTime } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { bundleFiles } from './support/bundle.ts';
import { hostHtml } from './support/host-page.ts';
import { headings, openRecipeFolder, recipe } from './support/recipes.ts';

/** Runs each recipe exactly as printed, with the real frameworks, on a host page of another origin. */

const test = base.extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
  const folder = await openRecipeFolder();
  onCleanup(() => folder.remove());
  return folder;
});

const svelte: Plugin = {
  name: 'svelte',
  transform(code, id) {
    return id.endsWith('.svelte') ? { code: compile(code, { filename: id }).js.code } : undefined;
  },
};

interface App {
  readonly name: string;
  /** File names for the code blocks of the recipe, in their order. */
  readonly files: readonly string[];
  /** Mounts the component in `#root` and defines `window.unmount`. */
  readonly entry: string;
  readonly plugins?: readonly Plugin[];
}

const REACT = `import { StrictMode } from 'react'; import { createRoot } from 'react-dom/client'; import { Video } from './video';
  const root = createRoot(document.getElementById('root'));
  root.render(<StrictMode><Video videoId="orieldemo01" /></StrictMode>);
  window.unmount = () => root.unmount();`;

const APPS: readonly App[] = [
  { name: 'React', files: ['video.tsx'], entry: REACT },
  {
    name: 'Vue',
    files: ['vite.config.ts', 'video.vue'],
    entry: `import { createApp } from 'vue'; import Video from './video.vue';
      const app = createApp(Video, { videoId: 'orieldemo01' });
      app.mount('#root');
      window.unmount = () => app.unmount();`,
  },
  {
    name: 'Svelte',
    files: ['video.svelte'],
    entry: `import { mount, unmount } from 'svelte'; import Video from './video.svelte';
      const app = mount(Video, { target: document.getElementById('root'), props: { videoId: 'orieldemo01' } });
      window.unmount = () => unmount(app);`,
    plugins: [svelte],
  },
  {
    name: 'Angular',
    files: ['video.component.ts'],
    entry: `import '@angular/compiler'; import { bootstrapApplication } from '@angular/platform-browser';
      import { VideoComponent } from './video.component';
      document.getElementById('root').innerHTML = '<app-video></app-video>';
      bootstrapApplication(VideoComponent).then((app) => { window.unmount = () => app.destroy(); });`,
  },
];

async function open(page: Page, site: HostSite, html: string, headers?: Record<string, string>): Promise<void> {
  await page.goto(site.page(hostHtml(html), headers));
}

/** Presses the Play button of the page until the page shows that the video plays. */
async function expectPlaying(page: Page): Promise<void> {
  await (await findFrame(page, '/embed/')).waitForSelector('#player');
  const shown = async (): Promise<number> => Number(await page.locator('output').innerText());
  await expect
    .poll(async () => {
      // A press before the player has loaded has no effect, so it is repeated.
      if ((await shown()) === 0) await page.getByRole('button', { name: 'Play', exact: true }).click();
      return shown();
    })
    .toBeGreaterThan(0.2);
}

test.for(APPS)(
  'the recipe for $name plays, shows the time and unmounts [H1]',
  { tags: ['thorough'] },
  async (app, { product, site, folder }) => {
    const blocks = await recipe(app.name, product.playerOrigin);
    const printed = app.files.map((name, index) => [name, blocks[index]?.code ?? ''] as const);
    const files = { 'entry.tsx': app.entry, ...Object.fromEntries(printed) };
    const script = await bundleFiles(await folder.create(), files, app.plugins);
    const { page, problems } = await product.openPage();
    await open(page, site, `<div id="root"></div><script>${script}</script>`);
    await expectPlaying(page);
    await page.evaluate('unmount()');
    await expect.poll(() => page.frames().length).toBe(1);
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test(
  'the recipe for React with the promise client plays in strict mode and unmounts [H1]',
  { tags: ['thorough'] },
  async ({ product, site, folder }) => {
    const [, block] = await recipe('React', product.playerOrigin);
    const files = { 'entry.tsx': REACT, 'video.tsx': block?.code ?? '' };
    const script = await bundleFiles(await folder.create(), files);
    const { page, problems } = await product.openPage();
    await open(page, site, `<div id="root"></div><script>${script}</script>`);
    await expect.poll(() => page.frames().length).toBe(2);
    await waitForTime(await findFrame(page, '/embed/'), 0.2);
    await page.evaluate('unmount()');
    await expect.poll(() => page.frames().length).toBe(1);
    expect(problems).toEqual([]);
  },
);

test.for(['Plain page with the element', 'Plain page with promises', 'Plain page with the script API', 'Alpine'])(
  'the recipe %s plays and shows the time [H1]',
  { tags: ['thorough'] },
  async (heading, { product, site }) => {
    const [block] = await recipe(heading, product.playerOrigin);
    const { page, context, problems } = await product.openPage();
    const alpine = await readFile(join('node_modules', 'alpinejs/dist/cdn.min.js'), 'utf8');
    await context.route('https://cdn.jsdelivr.net/npm/alpinejs@3/dist/cdn.min.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: alpine }),
    );
    await open(page, site, block?.code ?? '');
    await expectPlaying(page);
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test('every recipe has a test', { tags: ['thorough'] }, async () => {
  expect((await headings()).toSorted()).toEqual(
    [
      ...APPS.map(({ name }) => name),
      'Alpine',
      'Frame written by hand',
      'Plain page with promises',
      'Plain page with the element',
      'Plain page with the script API',
      'Policy of the page',
      'WordPress',
      'YouTube and Oriel on one page',
    ].toSorted(),
  );
});
