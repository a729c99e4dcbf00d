import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PageOptions } from '../support/browser.ts';
import { difference, step } from '../support/frame-steps.ts';
import { currentTime, pause, waitForControls, waitForState, waitForTime } from '../support/player-page.ts';
import { forgetNotices, lastNotice } from '../support/notices.ts';
import { test, type Product } from '../support/test.ts';

/** A playing video with its interface mounted. */
async function watch(product: Product, path = '/embed/orieldemo01?autoplay=1&mute=1', options: PageOptions = {}) {
  const watched = await product.open(path, options);
  await waitForControls(watched.page);
  return watched;
}

const focusName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
};

test.concurrent(
  'the preview shows chapter, time and picture; the sprite is fetched only when needed',
  async ({ product }) => {
    const { page, problems } = await watch(product);
    const sprites: string[] = [];
    page.on('request', (request) => request.url().includes('storyboard') && sprites.push(request.url()));
    expect(await page.locator('.seek-mark').count()).toBe(3);
    expect(sprites).toEqual([]);
    const bar = await page.locator('.seek').boundingBox();
    const sprite = page.waitForRequest(/storyboard/);
    await page.mouse.move((bar?.x ?? 0) + (bar?.width ?? 0) * 0.6, (bar?.y ?? 0) + 8);
    await sprite;
    expect(await page.locator('.seek-preview').textContent()).toBe('Seahorse coast0:16');
    expect(problems).toEqual([]);
  },
);

test.concurrent('a live stream has a seekable window and a button for the live edge', async ({ product }) => {
  const { page } = await watch(product, '/embed/oriellive01?autoplay=1&mute=1');
  // The engine sets the start of a live stream by a seek; the viewer's input comes after it.
  await waitForTime(page, Math.max(20, (await currentTime(page)) + 1));
  const slider = page.getByRole('slider', { name: 'Seek' });
  await slider.press('Home');
  const jump = page.getByRole('button', { name: 'Go to live' });
  await jump.waitFor();
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/behind live$/);
  await jump.press('Enter');
  await page.waitForSelector('.live[data-at-head]');
  expect(await focusName(page)).toBe('Live');
});

test.concurrent(
  'settings by keyboard alone: a choice leads back to the video, Escape a level up, and focus returns',
  async ({ product, expect }) => {
    const { page, problems } = await watch(product);
    await openSettings(page);
    await page.getByRole('button', { name: /^Speed/ }).press('Enter');
    expect(await focusName(page)).toBe('Normal');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect.poll(() => focusName(page)).toBe('Settings');
    expect(await page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(1.25);
    await openSettings(page);
    await page.getByRole('button', { name: /^Speed/ }).press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusName(page)).toBe('Speed1.25×');
    await page.getByRole('button', { name: /^Captions (Off|English)/ }).press('Enter');
    await page.getByRole('radio', { name: 'Español' }).press('Enter');
    await page.locator('.settings').waitFor({ state: 'detached' });
    expect(await page.locator('.settings').count()).toBe(0);
    expect(await focusName(page)).toBe('Settings');
    await page.locator('.captions[lang="es"]').waitFor();
    expect(problems).toEqual([]);
  },
);

test.concurrent('the menu keeps focus inside, and a press outside closes it', async ({ product }) => {
  const { page } = await watch(product);
  await openSettings(page);
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.settings') !== null)).toBe(true);
  }
  await page.mouse.click(20, 120);
  expect(await page.locator('.settings').count()).toBe(0);
});

test.concurrent(
  'captions have the viewer’s style, at once and at the next visit, for 360 days [S8]',
  async ({ product, expect }) => {
    const { page } = await watch(product, '/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1');
    await openSettings(page);
    await page.getByRole('button', { name: /^Captions (Off|English)/ }).press('Enter');
    await page.getByRole('button', { name: 'Caption style' }).press('Enter');
    await page.getByLabel('Text color').selectOption('Yellow');
    const sample = page.locator('.style-sample .caption-line');
    expect(await sample.evaluate((line) => getComputedStyle(line).color)).toBe('rgb(255, 255, 0)');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('+');
    await expect.poll(() => lastNotice(page)).toBe('Size 150%');
    await page.reload();
    const line = page.locator('.captions .caption-line').first();
    expect(await line.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 255, 0)');
    // Kept for 360 days; once they are over it is as if it had never been.
    const keptDays = await page.evaluate(() => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith('oriel.entry.'));
      const ends = keys.map(
        (key) => (JSON.parse(localStorage.getItem(key) ?? '') as { expiresAtMs: number }).expiresAtMs,
      );
      return ends.map((endMs) => Math.round((endMs - Date.now()) / 86_400_000));
    });
    expect(new Set(keptDays)).toEqual(new Set([360]));
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage))
        if (key.startsWith('oriel.entry.'))
          localStorage.setItem(
            key,
            JSON.stringify({ ...(JSON.parse(String(text)) as object), expiresAtMs: Date.now() - 1 }),
          );
    });
    await page.reload();
    expect(await line.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 255, 0)');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oriel.entry.'))))
      .toEqual([]);
  },
);

test.concurrent(
  'every key gives feedback on screen, and works on a layout without Latin letters',
  async ({ product, expect }) => {
    const { page } = await watch(product);
    await page.keyboard.press('>');
    await expect.poll(() => lastNotice(page)).toBe('1.25×');
    await page.keyboard.press('Control+ArrowRight');
    await expect.poll(() => lastNotice(page)).toBe('Game of life');
    expect(await currentTime(page)).toBeGreaterThanOrEqual(7);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => lastNotice(page)).toBe('100%');
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ь', code: 'KeyM', bubbles: true })),
    );
    await expect.poll(() => lastNotice(page)).toBe('Muted');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  },
);

test.concurrent('a key that was pressed before the interface had loaded is not lost', async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01');
  await waitForState(page, 'cued');
  await page.keyboard.press('k');
  await waitForState(page, 'playing');
});

test('one step is one frame, in both directions', async ({ product }) => {
  const { page } = await watch(product);
  await waitForTime(page, 1);
  await pause(page);
  const first = await step(page, ',');
  const second = await step(page, '.');
  const third = await step(page, '.');
  const back = await step(page, ',');
  expect(third.seconds - second.seconds).toBeGreaterThan(0.015);
  expect(third.seconds - second.seconds).toBeLessThan(0.06);
  expect(back.seconds).toBeLessThan(third.seconds);
  expect(difference(first, second)).toBeGreaterThan(0);
  expect(difference(back, second)).toBeLessThan(difference(back, third) / 2);
});

test.concurrent(
  'double taps at the side add up to one seek; a long press plays faster, which is not stored [S9]',
  async ({ product, expect }) => {
    const { page, context } = await watch(product, '/embed/orieldemo01?autoplay=1&mute=1', { hasTouch: true });
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const before = await currentTime(page);
    const touch = await context.newCDPSession(page);
    // With the timing of a finger, however slow the test's connection to the browser is.
    const firstTapSeconds = Date.now() / 1_000;
    for (const tapSeconds of [0, 0.15, 0.3])
      for (const [type, afterSeconds] of [
        ['touchStart', 0],
        ['touchEnd', 0.05],
      ] as const)
        await touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchStart' ? [{ x: width * 0.9, y: height * 0.4 }] : [],
          timestamp: firstTapSeconds + tapSeconds + afterSeconds,
        });
    await expect.poll(() => lastNotice(page)).toBe('+20 sec');
    await waitForTime(page, before + 19);
    // Beside the controls in the middle.
    const point = { x: width / 2, y: height * 0.2 };
    await page.keyboard.press('Home');
    // A paused video cannot be sped up.
    await page.waitForFunction(() => {
      const { currentTime = 0, seeking = true } = document.querySelector('video') ?? {};
      return !seeking && currentTime > 0.5 && currentTime < 10;
    });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.waitForFunction(() => document.querySelector('video')?.playbackRate === 2);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForFunction(() => document.querySelector('video')?.playbackRate === 1);
    expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(false);
    await page.keyboard.press('m');
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('muted=0');
    expect(await page.evaluate(() => document.cookie)).not.toContain('speed');
  },
);

test('the context menu copies the address at this time and the embed code', async ({ product }) => {
  const { page } = await watch(product, undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.keyboard.press('End');
  await page.keyboard.press('5');
  await pause(page);
  const copy = async (name: RegExp): Promise<string> => {
    await forgetNotices(page);
    await page.mouse.click(200, 200, { button: 'right' });
    await page.getByRole('button', { name }).click();
    await expect.poll(() => lastNotice(page)).toBe('Copied');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copy(/^Copy link at/)).toMatch(/\/embed\/orieldemo01\?start=1[3-9]$/);
  expect(await copy(/^Copy embed/)).toMatch(/^<iframe .*src="[^"]+\/embed\/orieldemo01" title="Four small worlds"/);
});

test.concurrent('the system receives title and state of the playing video', async ({ product }) => {
  const { page } = await watch(product);
  const told = await page.evaluate(() => [
    navigator.mediaSession.metadata?.title,
    navigator.mediaSession.playbackState,
  ]);
  expect(told).toEqual(['Four small worlds', 'playing']);
});

test.concurrent('losing and regaining the connection is shown', async ({ product }) => {
  const { page, context } = await watch(product);
  await context.setOffline(true);
  await page.getByText('You’re offline').waitFor();
  await context.setOffline(false);
  await page.getByText('Back online').waitFor();
  await page.locator('.banner').waitFor({ state: 'detached' });
});

test.concurrent(
  'an error of a lost connection says so, and ends by itself with the return of the connection',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page, context } = await product.openPage();
    // The whole video may be loaded before a connection is lost, so none of it comes.
    const segments = /\.(?:m4s|mp4)$/;
    await context.route(segments, (route) => route.abort('internetdisconnected'));
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&worker=off`);
    const card = page.getByRole('alert');
    await card.getByRole('heading', { name: 'Can’t reach the video server' }).waitFor();
    await context.setOffline(true);
    await card.getByRole('heading', { name: 'You’re offline' }).waitFor();
    expect(await card.textContent()).toContain('Playback will resume when you’re back online.');
    expect(await page.locator('.banner').count()).toBe(0);
    await context.unroute(segments);
    await context.setOffline(false);
    await page.getByText('Back online').waitFor();
    await waitForState(page, 'playing');
    expect(await card.count()).toBe(0);
  },
);

test('error details can be copied, and a video can be resumed where it was left [S8]', async ({ product }) => {
  const { page } = await watch(product, '/embed/orieldemo01?autoplay=1&mute=1&consent=functional', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.keyboard.press('5');
  await pause(page);
  await page.reload();
  await page.getByRole('button', { name: /^Resume at 0:1[3-9]$/ }).click();
  await waitForTime(page, 12);
  await page.goto(`${product.playerOrigin}/embed/unknown0000`);
  await page.getByRole('button', { name: 'Copy details' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^code: video\.notfound\n/);
});
