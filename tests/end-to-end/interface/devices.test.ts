// @module-tag thorough
import { expect } from 'vitest';
import { pause, waitForControls } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

/** The part of Apple-only browser APIs that the player uses. */
async function watchAs(product: Product, device: () => void) {
  const watched = await product.openPage();
  await watched.page.addInitScript(device);
  await watched.page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1`);
  await waitForControls(watched.page);
  // The controls of a playing video hide after a while.
  await pause(watched.page);
  return watched;
}

test('AirPlay is offered while a device is available, and opens the system’s list', async ({ product }) => {
  const { page } = await watchAs(product, () => {
    Object.assign(window, { WebKitPlaybackTargetAvailabilityEvent: Event, picked: 0 });
    Object.assign(HTMLVideoElement.prototype, {
      webkitShowPlaybackTargetPicker: () => Object.assign(window, { picked: 1 }),
    });
  });
  const tell = (availability: string) =>
    page.evaluate((value) => {
      const event = Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability: value });
      document.querySelector('video')?.dispatchEvent(event);
    }, availability);
  const button = page.getByRole('button', { name: 'AirPlay' });
  expect(await button.count()).toBe(0);
  // Safari fires its event once there is a listener, which is when the button's part has loaded.
  await expect
    .poll(async () => {
      await tell('available');
      return button.count();
    })
    .toBe(1);
  await button.click();
  expect(await page.evaluate(() => (window as unknown as { picked: number }).picked)).toBe(1);
  await tell('not-available');
  await button.waitFor({ state: 'detached' });
});

test('a device on which only the video can be in full screen shows that, with captions by the system', async ({
  product,
}) => {
  const { page, problems } = await watchAs(product, () => {
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false });
    Object.assign(HTMLVideoElement.prototype, {
      webkitEnterFullscreen(this: HTMLVideoElement) {
        this.dispatchEvent(new Event('webkitbeginfullscreen'));
      },
    });
  });
  const captionMode = () => page.evaluate(() => document.querySelector('video')?.textTracks[0]?.mode);
  await expect.poll(captionMode).toBe('hidden');
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
  expect(await captionMode()).toBe('showing');
  await page.evaluate(() => document.querySelector('video')?.dispatchEvent(new Event('webkitendfullscreen')));
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  expect(await captionMode()).toBe('hidden');
  expect(problems).toEqual([]);
});
