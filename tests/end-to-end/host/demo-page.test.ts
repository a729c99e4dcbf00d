import { expect } from 'vitest';
import { HOST_COMMAND_NAMES, HOST_READS } from '../../../src/page/host-messages/host-messages.ts';
import type { PageOptions, WatchedPage } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';

async function open(product: Product, options: PageOptions = {}): Promise<WatchedPage> {
  const watched = await product.openPage(options);
  await watched.page.goto(product.hostOrigin);
  await watched.page.locator('#promise-calls form').nth(20).waitFor({ state: 'attached' });
  return watched;
}

/** Subscriptions take listeners, which cannot be typed into a field; the page itself creates them. */
const NOT_BY_HAND = new Set(['addEventListener', 'removeEventListener', 'getDuration']);

test.concurrent.for(['script-calls', 'promise-calls'] as const)(
  'every call of %s can be made by hand without failing [H1]',
  async (id, { product, expect }) => {
    const { page, problems } = await open(product);
    await page.evaluate((list) => {
      for (const group of document.querySelectorAll<HTMLDetailsElement>(`#${list} details`)) group.open = true;
    }, id);
    const names: string[] = [];
    for (const form of await page.locator(`#${id} form`).all()) {
      names.push(await form.locator('.call-name').innerText());
      await form.getByRole('button').click();
      await expect.poll(() => form.locator('output').getAttribute('class')).toBe('answer good');
    }
    if (id === 'script-calls')
      for (const name of [...HOST_COMMAND_NAMES, ...HOST_READS])
        if (!NOT_BY_HAND.has(name)) expect(names).toContain(name);
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test.concurrent(
  'invalid JSON, and arguments that the player refuses, are reported',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await open(product);
    const seek = page.locator('#promise-calls form').filter({ hasText: 'seek' }).first();
    await seek.locator('input').fill('now');
    await seek.getByRole('button').click();
    await expect.poll(() => seek.locator('output').innerText()).toContain('SyntaxError');
    await seek.locator('input').fill('"now"');
    await seek.getByRole('button').click();
    await expect.poll(() => seek.locator('output').innerText()).toContain('refused');
  },
);

test.concurrent(
  'the generated code shows the chosen options, and its player has them',
  { tags: ['thorough'] },
  async ({ product, site, expect }) => {
    const { page } = await open(product);
    await page.getByRole('combobox', { name: 'Video', exact: true }).selectOption('orielmp4001');
    await page.getByLabel('Start at').fill('3');
    await page.getByLabel('Start muted').check();
    await page.getByLabel('Controls', { exact: true }).uncheck();
    await page.getByLabel('Accent colour').fill('ff6600');
    await page.getByLabel('Title').fill('Ours "here"');
    const [frame, script, client, element] = await page.locator('#snippets code').allInnerTexts();
    expect(frame).toContain(
      `src="${product.playerOrigin}/embed/orielmp4001?start=3&amp;mute=1&amp;controls=0&amp;color=ff6600"`,
    );
    expect(frame).toContain('title="Ours &quot;here&quot;"');
    expect(script).toContain("videoId: 'orielmp4001'");
    expect(script).toContain("playerVars: { start: 3, mute: 1, controls: 0, color: 'ff6600' }");
    expect(client).toContain("parameters: { start: 3, mute: 1, controls: 0, color: 'ff6600' }");
    expect(element).toContain(
      '<oriel-player video-id="orielmp4001" start="3" muted controls="false" color="ff6600" title="Ours &quot;here&quot;" lite ',
    );
    const other = await product.openPage();
    await other.page.goto(site.page(`<!doctype html><title>Copied</title>${element}`));
    await other.page.getByRole('button', { name: 'Play: Ours "here"' }).click();
    await other.page.frameLocator('iframe').locator('#player[data-state="playing"]').waitFor();
    expect(await other.page.locator('iframe').getAttribute('src')).toContain(
      'start=3&autoplay=1&mute=1&controls=0&color=ff6600',
    );
    const preview = await page.getByRole('link', { name: 'Open this player' }).getAttribute('href');
    expect(preview).toBe(`${product.playerOrigin}/embed/orielmp4001?start=3&mute=1&controls=0&color=ff6600`);
  },
);

test.concurrent(
  'code for a video that asks where viewers are delegates the location in each form, and the page’s own player may ask [B7]',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page, context } = await product.openPage({ geolocation: { latitude: 47.37, longitude: 8.54 } });
    await context.grantPermissions(['geolocation'], { origin: product.hostOrigin });
    await page.goto(product.hostOrigin);
    const codes = page.locator('#snippets code');
    const video = page.getByRole('combobox', { name: 'Video', exact: true });
    await video.selectOption('orielnearby');
    for (const code of await codes.allInnerTexts()) expect(code).toContain('geolocation');
    await video.selectOption('orieldemo01');
    for (const code of await codes.allInnerTexts()) expect(code).not.toContain('geolocation');
    await page.locator('#videos').getByRole('button', { name: 'By location' }).click();
    await page.frameLocator('iframe').locator('#player[data-state="playing"]').waitFor();
  },
);

test.concurrent('at 320 pixels nothing is wider than the window', { tags: ['thorough'] }, async ({ product }) => {
  const { page } = await open(product, { viewport: { width: 320, height: 800 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.concurrent(
  'on a host name without an alias the page says that the origins are the same',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await product.openPage();
    await page.goto(`http://demo.localhost:${product.port}/`);
    await expect.poll(() => page.locator('#origins').innerText()).toContain('share the origin');
    await expect.poll(() => page.locator('#events').innerText()).toContain('onReady');
  },
);
