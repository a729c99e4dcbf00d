import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PageOptions } from '../support/browser.ts';
import { WIDE } from '../support/contexts.ts';
import { moveUntil } from '../support/move-until.ts';
import { pause, waitForState } from '../support/player-page.ts';
import { lastNotice } from '../support/notices.ts';
import { test as base, type Product } from '../support/test.ts';

const test = base.extend('environment', { scope: 'file' }, { ORIEL_SCENARIOS: '1' });

const VIDEO = '/embed/orieldemo01?autoplay=1&mute=1';
/** Where the viewer may be known again. */
const KNOWN = `${VIDEO}&consent=functional`;
const LIST = `${VIDEO}&playlist=orielmp4001,orielsphere`;

/** With the focus on a control: the controls of a video that plays hide, and then no button has a role. */
async function open(product: Product, page: Page, path: string): Promise<void> {
  await page.goto(product.playerOrigin + path);
  await waitForState(page, 'playing');
  await page.waitForSelector('.top-actions', { state: 'attached' });
  await page.keyboard.press('Tab');
}

async function watch(product: Product, path: string, options: PageOptions = {}) {
  const watched = await product.openPage(options);
  await open(product, watched.page, path);
  return watched;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focusName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const openMore = async (page: Page) => {
  await button(page, 'More').press('Enter');
  await page.getByRole('dialog', { name: 'More' }).waitFor();
};
const opinion = (page: Page, name: RegExp) => page.getByRole('radio', { name });
const switchRow = (page: Page, name: RegExp) => page.getByRole('switch', { name });

test.concurrent(
  'the playlist shows its entries and the current one, and opens each of its videos',
  async ({ product, expect }) => {
    const { page, problems } = await watch(product, LIST);
    await button(page, 'Playlist').press('Enter');
    const panel = page.getByRole('dialog', { name: 'Playlist' });
    await panel.waitFor();
    const lines = panel.locator('.menu-item');
    expect(await lines.allTextContents()).toEqual([
      'Four small worlds0:28',
      'Four small worlds, one file0:28',
      'A plain under one sun, all around0:10',
    ]);
    await expect.poll(() => focusName(page)).toBe('Four small worlds0:28');
    expect(await panel.locator('[aria-current="true"]').count()).toBe(1);
    expect(await panel.textContent()).toContain('1 of 3');
    await page.keyboard.press('End');
    expect(await focusName(page)).toContain('A plain');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
    expect(await panel.count()).toBe(0);
    expect(await focusName(page)).toBe('Playlist');
    expect(problems).toEqual([]);
  },
);

test.concurrent('keys move through the list and announce the position', async ({ product, expect }) => {
  const { page } = await watch(product, LIST);
  await page.keyboard.press('Shift+N');
  await expect.poll(() => lastNotice(page)).toBe('2 of 3');
  await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
  await page.keyboard.press('Shift+P');
  await page.waitForFunction(() => document.title === 'Four small worlds - Oriel');
});

test.concurrent('a list that a host gives by its videos has their titles too', async ({ product, site }) => {
  const { page } = await product.openPage();
  const source = `${product.playerOrigin}/embed/?enablejsapi=1`;
  await page.goto(site.page(`<iframe id="frame" width="640" height="360" src="${source}" allow="autoplay"></iframe>`));
  const frame = page.frameLocator('#frame');
  await frame.locator('#player').waitFor();
  const load = { event: 'command', func: 'loadPlaylist', args: [['orielsphere', 'orieldemo01']], id: 1 };
  await page.evaluate((message) => {
    const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement;
    const post = (data: object): void => contentWindow?.postMessage(JSON.stringify(data), '*');
    post({ event: 'listening', id: 1 });
    post(message);
  }, load);
  await frame.locator('#player[data-state="playing"]').waitFor();
  await frame.getByRole('button', { name: 'Playlist', exact: true }).press('Enter');
  const lines = frame.getByRole('dialog', { name: 'Playlist' }).locator('.menu-item');
  await lines.first().waitFor();
  expect(await lines.allTextContents()).toEqual(['A plain under one sun, all around0:10', 'Four small worlds0:28']);
});

test('near the end the next video is announced; a press plays it at once', async ({ product }) => {
  const { page, problems } = await watch(product, LIST);
  await page.keyboard.press('9');
  const card = page.getByRole('group', { name: 'Up next' });
  await card.waitFor();
  expect(await card.textContent()).toMatch(/Up next in \d seconds?Four small worlds, one file/);
  // It appears unasked, so it takes no focus.
  expect(await card.locator(':focus').count()).toBe(0);
  await card.getByRole('button', { name: 'Play now' }).press('Enter');
  await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
  await waitForState(page, 'playing');
  await card.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test(
  'without input the next video follows; cancelled, this one is the last',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await watch(product, LIST, { reducedMotion: 'reduce' });
    await page.keyboard.press('9');
    await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
    await waitForState(page, 'playing');
    await page.keyboard.press('9');
    await page.getByRole('group', { name: 'Up next' }).getByRole('button', { name: 'Cancel' }).press('Enter');
    await waitForState(page, 'ended');
    expect(await page.title()).toBe('Four small worlds, one file - Oriel');
  },
);

test('sharing: the link and the embed code, from the start or from here, copied and confirmed [N7]', async ({
  product,
}) => {
  const { page, problems } = await watch(product, VIDEO, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.keyboard.press('5');
  await pause(page);
  const asked = page.waitForResponse(/share\/get_share_panel/);
  await button(page, 'Share').press('Enter');
  expect((await asked).status()).toBe(200);
  const panel = page.getByRole('dialog', { name: 'Share' });
  const link = panel.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toBe(`${product.playerOrigin}/embed/orieldemo01`);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await panel.getByRole('checkbox', { name: /^Start at 0:1[3-9]$/ }).check();
  expect(await link.inputValue()).toMatch(/\/embed\/orieldemo01\?start=1[3-9]$/);
  await panel.getByRole('button', { name: 'Copy: Embed code' }).click();
  await panel.getByRole('button', { name: 'Copied: Embed code' }).waitFor();
  expect(await panel.locator('[role="status"]').allTextContents()).toContain('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^<iframe .*src="[^"]+\/embed\/orieldemo01\?start=1[3-9]".*title="Four small worlds"/,
  );
  await page.keyboard.press('Escape');
  expect(await panel.count()).toBe(0);
  expect(await focusName(page)).toBe('Share');
  expect(problems).toEqual([]);
});

test.concurrent('a video of a list is shared with its list [N8]', async ({ product, expect }) => {
  const { page, problems } = await watch(product, '/embed/orieldemo01?list=PLorieldemolist001&autoplay=1&mute=1');
  await pause(page);
  const asked = page.waitForResponse(/get_web_player_share_panel/);
  await button(page, 'Share').press('Enter');
  expect(await (await asked).text()).toContain('"playlistId":"PLorieldemolist001"');
  const link = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toContain('/embed/orieldemo01?list=PLorieldemolist001');
  expect(problems).toEqual([]);
});

test.concurrent(
  'without the provider there is a link all the same; if the system can share, it is asked to',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.openPage();
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      const share = async (data: ShareData): Promise<void> => void shared.push(data);
      Object.assign(navigator, { share, canShare: ({ url }: ShareData) => URL.canParse(url ?? '') });
    });
    await page.route('**/get_share_panel', (route) => route.abort());
    await open(product, page, VIDEO);
    await button(page, 'Share').press('Enter');
    const panel = page.getByRole('dialog', { name: 'Share' });
    expect(await panel.getByRole('textbox', { name: 'Link' }).inputValue()).toContain('/embed/orieldemo01');
    await panel.getByRole('button', { name: 'Share via…' }).press('Enter');
    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    const url = `${product.playerOrigin}/embed/orieldemo01`;
    expect(shared).toEqual([{ title: 'Four small worlds', text: `Watch “Four small worlds”: ${url}`, url }]);
  },
);

test.concurrent(
  'subscribing uses the response of the bot-detection script, and is known at the next visit [N6, B1]',
  async ({ product, expect }) => {
    const { page, problems } = await watch(product, KNOWN, { viewport: WIDE });
    const sent = page.waitForRequest(/subscription\/subscribe/);
    await button(page, 'Subscribe: Oriel').press('Enter');
    expect((await sent).url()).toContain('/youtubei/v1/subscription/subscribe');
    await button(page, 'Subscribed: Oriel').waitFor();
    await expect.poll(() => lastNotice(page)).toBe('Subscribed');
    // Subscriptions of the viewer may be known only when the controls have hidden again.
    await open(product, page, KNOWN);
    await moveUntil(page, () => button(page, 'Subscribed: Oriel').isVisible());
    await button(page, 'Subscribed: Oriel').press('Enter');
    await button(page, 'Subscribe: Oriel').waitFor();
    await open(product, page, KNOWN);
    await moveUntil(page, () => button(page, 'Subscribe: Oriel').isVisible());
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a subscription that fails says what to do, and changes nothing',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await product.openPage({ viewport: WIDE });
    await page.route('**/bot_detection.js', (route) => route.abort());
    await open(product, page, VIDEO);
    await button(page, 'Subscribe: Oriel').press('Enter');
    await expect.poll(() => lastNotice(page)).toContain('Allow scripts from this site');
    expect(await button(page, 'Subscribe: Oriel').count()).toBe(1);
  },
);

test.concurrent(
  'likes, lists and notifications are stored for the viewer, by the path that the provider names [N3, N9, N10, N11]',
  async ({ product, expect }) => {
    const { page, problems } = await watch(product, KNOWN);
    const choose = async (name: RegExp) => {
      await opinion(page, name).press('Enter');
      await page.locator('.menu-item[aria-checked="true"]', { hasText: name }).waitFor();
    };
    const toggled = async (name: RegExp) => {
      await switchRow(page, name).press('Enter');
      await page.locator('.menu-item[aria-checked="true"]', { hasText: name }).waitFor();
    };
    const feedback = page.waitForRequest(/\/youtubei\/v1\/feedback/);
    await openMore(page);
    expect(await page.getByRole('button', { name: /^Notifications/ }).count()).toBe(0);
    await toggled(/^Subscribe/);
    await choose(/^Like/);
    expect(new URL((await feedback).url()).search).toBe('?alt=json');
    await toggled(/^Save to/);
    await page.getByRole('button', { name: 'Notifications All' }).press('Enter');
    await expect.poll(() => focusName(page)).toBe('All');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Notifications Some' }).waitFor();
    await choose(/^Dislike/);
    expect(await opinion(page, /^Like/).getAttribute('aria-checked')).toBe('false');
    await page.getByRole('button', { name: 'Report video' }).press('Enter');
    await page.getByRole('button', { name: 'Violence' }).press('Enter');
    await expect.poll(() => lastNotice(page)).toContain('your report was sent');
    expect(await focusName(page)).toBe('More');

    await open(product, page, KNOWN);
    await openMore(page);
    await page.getByRole('button', { name: 'Notifications Some' }).waitFor();
    expect(await switchRow(page, /^Save to/).getAttribute('aria-checked')).toBe('true');
    expect(await opinion(page, /^Dislike/).getAttribute('aria-checked')).toBe('true');
    await page.goto(`${product.playerOrigin}/embed/videoseries?list=WL&autoplay=1&mute=1&consent=functional`);
    await page.waitForFunction(() => document.title === 'Four small worlds - Oriel');
    expect(problems).toEqual([]);
  },
);

test.concurrent('arrow keys move through the menu, which keeps focus, and returns it', async ({ product, expect }) => {
  const { page } = await watch(product, LIST);
  await openMore(page);
  await expect.poll(() => focusName(page)).toBe('Playlist');
  await page.keyboard.press('ArrowUp');
  expect(await focusName(page)).toBe('About Oriel');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  expect(await focusName(page)).toBe('Chapters');
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  expect(await focusName(page)).toBe('More');
});

test.concurrent.for(['Settings', 'More'] as const)(
  'in a small frame a menu fills it, and can be closed by touch: %s',
  { tags: ['thorough'] },
  async (name, { product }) => {
    const { page } = await watch(product, VIDEO, { viewport: { width: 360, height: 202 }, hasTouch: true });
    await pause(page);
    await button(page, name).tap();
    const menu = page.getByRole('dialog', { name });
    await menu.getByRole('button', { name: 'Close' }).tap();
    await menu.waitFor({ state: 'detached' });
    expect(await focusName(page)).toBe(name);
  },
);

test.concurrent(
  'features that the provider does not offer are hidden: without a viewer there is no opinion and no subscription',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.openPage();
    await page.route('**/embed/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('"viewerState"', '"nothing"') });
    });
    await open(product, page, VIDEO);
    expect(await page.locator('.subscribe').count()).toBe(0);
    await openMore(page);
    const lines = await page.locator('.more-menu .menu-item').allTextContents();
    expect(lines.filter((line) => /Subscribe|Like|Dislike|Report|Save|Notifications/.test(line))).toEqual([]);
    expect(lines).toContain('Share');
  },
);

test.concurrent.for([200, 3_840] as const)(
  'at %i px every panel is inside the frame, with targets of 24 px',
  { tags: ['thorough'] },
  async (width, { product }) => {
    const { page } = await watch(product, LIST, { viewport: { width, height: Math.round((width * 9) / 16) } });
    await pause(page);
    for (const row of ['playlist', 'chapters', 'transcript', ...(width === 200 ? ['share'] : [])]) {
      await openMore(page);
      await expectUsable(page);
      await page.locator(`[data-row="${row}"]`).press('Enter');
      await page.locator('.panel-head').waitFor();
      await expectUsable(page);
      await page.keyboard.press('Escape');
    }
  },
);

async function expectUsable(page: Page): Promise<void> {
  await page.locator('.panel').evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)));
  const { box, viewport, small } = await page.evaluate(() => {
    const panel = document.querySelector('.panel');
    const { left, top, right, bottom } = panel?.getBoundingClientRect() ?? new DOMRect();
    const controls = [
      ...(panel?.querySelectorAll('button, input:not([type=checkbox]), select, textarea, .share-options label') ?? []),
    ];
    const sizes = controls.map((control) => control.getBoundingClientRect());
    return {
      box: [left, top, right, bottom],
      viewport: [innerWidth, innerHeight],
      /** Controls that are hidden at this size have no box. */
      small: sizes.filter(({ width, height }) => width > 0 && (height < 24 || width < 24)).length,
    };
  });
  const [left = -1, top = -1, right = Infinity, bottom = Infinity] = box;
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(viewport[0] ?? 0);
  expect(bottom).toBeLessThanOrEqual(viewport[1] ?? 0);
  expect(small).toBe(0);
}
