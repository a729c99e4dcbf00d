// @module-tag thorough
import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';
import type { HostSite } from '../support/host-site.ts';

/** The first focus in the frame comes from the host page, whose Tab the player does not see. */
async function tabToPlay(product: Product, site: HostSite, path: string): Promise<{ page: Page; frame: Frame }> {
  const { page } = await product.openPage();
  const source = product.playerOrigin + path;
  await page.goto(
    site.page(
      `<!doctype html><title>Host</title><a href="#before">before</a><iframe width="640" height="360" src="${source}"></iframe>`,
    ),
  );
  const frame = await findFrame(page, path);
  await frame.waitForFunction(() => window.orielBoot !== undefined);
  await page.locator('a').focus();
  await page.keyboard.press('Tab');
  await frame.waitForFunction(() => document.activeElement?.matches('#big-play') === true);
  return { page, frame };
}

const waitForPause = (frame: Frame, selector: string) =>
  frame.waitForFunction((button) => document.activeElement?.matches(`${button}[data-icon="pause"]`) === true, selector);

const ringOfFocus = (frame: Frame) =>
  frame.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineStyle);

test.for([
  ['/embed/orielsphere', 'Space'],
  ['/embed/orielsphere', 'k'],
  ['/embed/orielsphere', 'Enter'],
  ['/embed/oriellive01', 'Space'],
] as const)(
  'in %s the key %s, after Tab from the host page, starts playback and leaves a focus ring around the pause button',
  async ([path, key], { product, site }) => {
    const { page, frame } = await tabToPlay(product, site, path);
    await page.keyboard.press(key);
    await waitForPause(frame, '.bar-play');
    expect(await ringOfFocus(frame)).toBe('solid');
  },
);

test('without controls Tab and Enter from the host page start the video, and pause it again', async ({
  product,
  site,
}) => {
  const { page, frame } = await tabToPlay(product, site, '/embed/orielsphere?controls=0');
  await page.keyboard.press('Enter');
  await waitForPause(frame, '.lone-play');
  expect(await ringOfFocus(frame)).toBe('solid');
  await page.keyboard.press('Enter');
  await frame.waitForFunction(() => document.querySelector('video')?.paused === true);
});
