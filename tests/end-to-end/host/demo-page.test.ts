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
const NOT_BY_HAND = new Set(['addEventListener', 'removeEventListener']);

test.concurrent.for(['script-calls', 'promise-calls'] as const)(
  'every form in #%s of the demo page runs its call without an error [H1]',
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
  'the snippets of the demo page contain the chosen options, and a player from a copied snippet applies them',
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
