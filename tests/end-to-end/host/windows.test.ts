// @module-tag thorough
import type { Frame, Page } from 'playwright';
import type { OrielPlayer } from '../../../src/host/client/types.ts';
import { expect } from 'vitest';
import { findFrame } from '../support/browser.ts';
import { waitForState } from '../support/player-page.ts';
import { haveReceiver } from '../support/receiver.ts';
import { test as base } from '../support/test.ts';
import { bundleScript } from './support/bundle.ts';

/** Full screen, picture-in-picture and receivers, requested by the host page and by the viewer. */

interface HostPage extends Window {
  player: OrielPlayer;
  heard: string[];
}

const test = base
  .extend('script', { scope: 'file' }, () =>
    bundleScript(`
    import { createPlayer } from '${process.cwd()}/src/host/oriel.ts';
    window.heard = [];
    window.make = async (host) => {
      window.player = await createPlayer('#spot', { videoId: 'orieldemo01', host, parameters: { mute: 1 } });
      for (const name of ['fullscreenchange', 'pictureinpicturechange', 'remoteplaybackchange'])
        player.on(name, ({ active }) => heard.push(name + ' ' + active));
    };
    document.querySelector('#fill').onclick = () => player.requestFullscreen();
  `),
  )
  .extend('page', async ({ product, site, script }): Promise<Page> => {
    const { page } = await product.openPage();
    await page.addInitScript(haveReceiver);
    const body = '<button id="fill">Fill the screen</button><div id="spot"></div>';
    await page.goto(site.page(`<!doctype html><title>Windows</title>${body}<script>${script}</script>`));
    await page.evaluate(
      (host) => (window as unknown as { make(host: string): Promise<void> }).make(host),
      product.playerOrigin,
    );
    return page;
  });

const heard = (page: Page) => page.evaluate(() => (window as unknown as HostPage).heard);
const fills = (page: Page) => page.evaluate(() => document.fullscreenElement?.tagName);

/** Plays the video and pauses it: while it plays, its controls may hide before a click reaches them. */
async function openPaused(frame: Frame): Promise<void> {
  await frame.locator('#big-play').click();
  await waitForState(frame, 'playing');
  await frame.locator('#player').press('k');
  await waitForState(frame, 'paused');
}

/**
 * Waits until the host has received the change. The browser reports a change when it next renders, and reports nothing for
 * two changes that cancel out before, as can happen between two presses on a busy machine.
 */
async function waitForChange(page: Page, number: number, active: boolean): Promise<void> {
  await page.waitForFunction((count) => (window as unknown as HostPage).heard.length === count, number);
  expect((await heard(page)).at(-1)).toBe(`fullscreenchange ${active}`);
  expect(await fills(page)).toBe(active ? 'IFRAME' : undefined);
}

test.concurrent('a player in the full screen of its host shows a button that exits full screen', async ({ page }) => {
  await page.locator('#fill').click();
  await waitForChange(page, 1, true);
  const frame = await findFrame(page, '/embed/');
  await openPaused(frame);
  await frame.locator('[data-icon="exitFullscreen"]').click();
  await waitForChange(page, 2, false);
  await frame.locator('[data-icon="fullscreen"]').waitFor({ state: 'attached' });
});

test.concurrent(
  'the button of the player and a command of the host exit the player’s own full screen',
  async ({ page }) => {
    const frame = await findFrame(page, '/embed/');
    await openPaused(frame);
    await frame.locator('[data-icon="fullscreen"]').click();
    await waitForChange(page, 1, true);
    await frame.locator('[data-icon="exitFullscreen"]').click();
    await waitForChange(page, 2, false);
    await frame.locator('[data-icon="fullscreen"]').click();
    await waitForChange(page, 3, true);
    await page.evaluate(() => (window as unknown as HostPage).player.exitFullscreen());
    await waitForChange(page, 4, false);
  },
);

test.concurrent(
  'a host’s request for picture-in-picture is refused before a press inside the frame, and granted soon after a press',
  async ({ page, expect }) => {
    const ask = () =>
      page.evaluate(() =>
        (window as unknown as HostPage).player.requestPictureInPicture().then(
          () => 'done',
          ({ code, reason }: { code: string; reason: string }) => `${code} ${reason}`,
        ),
      );
    expect(await ask()).toBe('blocked browser.refused');
    const frame = await findFrame(page, '/embed/');
    await frame.locator('#big-play').click();
    await frame.locator('#player[data-state="playing"]').waitFor();
    // The user activation of a press lasts for some seconds.
    await frame.locator('video').press('m');
    expect(await ask()).toBe('done');
    // In a frame, browsers open no document picture-in-picture window, so the video element's own window is used.
    expect(await frame.evaluate(() => document.pictureInPictureElement !== null)).toBe(true);
    expect(await page.evaluate(() => (window as unknown as HostPage).player.info.pictureInPicture)).toBe(true);
    await page.evaluate(() => (window as unknown as HostPage).player.exitPictureInPicture());
    await expect.poll(() => heard(page)).toEqual(['pictureinpicturechange true', 'pictureinpicturechange false']);
  },
);
