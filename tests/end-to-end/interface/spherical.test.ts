import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame, type PageOptions } from '../support/browser.ts';
import { animationFrames, pause, waitForControls, waitForState } from '../support/player-page.ts';
import type { HostSite } from '../support/host-site.ts';
import { lastNotice } from '../support/notices.ts';
import { test, type Product } from '../support/test.ts';

/** Just enough room for all controls: the CPU draws every frame, so a larger size takes more time. */
const ROOMY = { width: 854, height: 480 };
const SPHERE = '/embed/orielsphere?autoplay=1&mute=1&loop=1';

/** Opens a spherical video and waits until it is drawn as a sphere, with its controls. */
async function watch(product: Product, path = SPHERE, options: PageOptions = {}) {
  const watched = await product.openPage({ viewport: ROOMY, ...options });
  await watched.page.addInitScript(countMessages);
  await watched.page.goto(product.playerOrigin + path);
  await watched.page.waitForSelector('#player[data-spherical="shown"]');
  await watched.page.locator('.compass').waitFor();
  return watched;
}

/** Resets the view with a button of the pad that the compass opens. */
async function lookAhead(page: Page): Promise<void> {
  await page.locator('.compass').press('Enter');
  await page.getByRole('button', { name: 'Reset view' }).press('Enter');
  await page.keyboard.press('Escape');
}

interface CountingPage extends Window {
  sent: string[];
}

/** Records the kind of every message from main to the rendering worker. */
function countMessages(): void {
  const counting = window as unknown as CountingPage;
  counting.sent = [];
  const workers = Worker.prototype as unknown as { postMessage: (message: unknown, transfer?: Transferable[]) => void };
  const post = workers.postMessage;
  workers.postMessage = function (this: Worker, message, transfer = []) {
    const { kind } = message as { kind?: string };
    if (kind !== undefined) counting.sent.push(kind);
    post.call(this, message, transfer);
  };
}

const sentOf = (page: Page, kind: string) =>
  page.evaluate((wanted) => (window as unknown as CountingPage).sent.filter((sent) => sent === wanted).length, kind);

const allSent = (page: Page) => page.evaluate(() => (window as unknown as CountingPage).sent);

/** The picture on screen, as an array of pixel values. */
const pictureOf = (page: Page | Frame): Promise<number[]> =>
  page.evaluate(() => {
    const source = document.querySelector<HTMLCanvasElement>('.sphere');
    const context = new OffscreenCanvas(32, 18).getContext('2d');
    if (source === null || context === null) return [];
    context.drawImage(source, 0, 0, 32, 18);
    return [...context.getImageData(0, 0, 32, 18).data];
  });

/** Mean difference of two pictures: 0 for the same picture, 255 for black and white. */
function differenceOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / Math.max(1, one.length);
}

test('a drag turns the view of a paused video without a click, and no frames are sent while nothing moves', async ({
  product,
}) => {
  const { page, problems } = await watch(product, undefined, { reducedMotion: 'reduce' });
  const frames = await sentOf(page, 'frame');
  await expect.poll(() => sentOf(page, 'frame')).toBeGreaterThan(frames + 5);
  await pause(page);
  // The last frame may be pending when the video pauses, and a busy worker draws it later.
  await expect
    .poll(async () => {
      const sentBefore = (await allSent(page)).length;
      await animationFrames(page, 40);
      return (await allSent(page)).length - sentBefore;
    })
    .toBe(0);
  const before = await pictureOf(page);

  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(420, 360, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => differenceOf(before, await pictureOf(page))).toBeGreaterThan(2);
  expect(await page.getAttribute('#player', 'data-state')).toBe('paused');
  const turned = await pictureOf(page);
  await lookAhead(page);
  await expect.poll(() => lastNotice(page)).toBe('Straight ahead');
  await expect.poll(async () => differenceOf(before, await pictureOf(page))).toBeLessThan(0.5);
  expect(differenceOf(before, turned)).toBeGreaterThan(2);

  await page.mouse.click(300, 300);
  await waitForState(page, 'playing');
  expect(problems).toEqual([]);
});

test(
  'the wheel zooms a spherical video with Control, and scrolls the host page without Control',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await watch(product);
    const wheel = (ctrlKey: boolean) =>
      page.evaluate(
        (withControl) =>
          document
            .querySelector('video')
            ?.dispatchEvent(
              new WheelEvent('wheel', { deltaY: -300, ctrlKey: withControl, bubbles: true, cancelable: true }),
            ),
        ctrlKey,
      );
    const looks = await sentOf(page, 'look');
    expect(await wheel(false)).toBe(true);
    expect(await sentOf(page, 'look')).toBe(looks);
    expect(await wheel(true)).toBe(false);
    expect(await sentOf(page, 'look')).toBeGreaterThan(looks);
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('video') ?? document.body).touchAction),
    ).toBe('pan-y');
  },
);

test(
  'two fingers zoom a spherical video, and a horizontal drag with one finger turns the view',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, context } = await watch(product, undefined, { hasTouch: true, reducedMotion: 'reduce' });
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: touchPoints.map((point, id) => ({ ...point, id })),
      });
    await touch('touchStart', { x: 300, y: 300 });
    for (let x = 310; x <= 400; x += 10) await touch('touchMove', { x, y: 300 });
    await touch('touchEnd');
    await page.keyboard.press('[');
    await page.keyboard.press(']');
    await expect.poll(() => lastNotice(page)).toMatch(/^\d+° left$/);
    await touch('touchStart', { x: 400, y: 300 }, { x: 500, y: 300 });
    for (let spread = 10; spread <= 100; spread += 10)
      await touch('touchMove', { x: 400 - spread, y: 300 }, { x: 500 + spread, y: 300 });
    await touch('touchEnd');
    await page.keyboard.press('w');
    await expect.poll(() => lastNotice(page)).toMatch(/Zoom (?:2|3)\d\d%$/);
  },
);

test(
  'a flat video loads no spherical code, and after a spherical video it is shown flat',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.openPage();
    const loaded: string[] = [];
    page.on(
      'request',
      (request) => /spherical-(?:view|controls)|spherical\.worker/.test(request.url()) && loaded.push(request.url()),
    );
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&playlist=orielsphere,orieldemo01`);
    await waitForControls(page);
    expect(loaded).toEqual([]);
    await page.keyboard.press('Shift+N');
    await page.waitForSelector('#player[data-spherical="shown"]');
    await page.keyboard.press('Shift+N');
    await page.waitForSelector('#player:not([data-spherical])');
    await waitForState(page, 'playing');
    expect(await page.locator('.sphere').isHidden()).toBe(true);
  },
);

interface HostPage extends Window {
  Oriel: { Player: new (target: string, options: object) => HostPlayer };
  player: HostPlayer;
  errors: number[];
  ready: boolean;
}
interface HostPlayer {
  getSphericalProperties(): Record<string, unknown>;
  setSphericalProperties(properties: unknown): void;
  loadVideoById(id: string): void;
}

async function host(product: Product, site: HostSite, videoId: string, inBrowser = product.browser) {
  const watched = await product.openPage({ inBrowser, reducedMotion: 'reduce' });
  const address = site.page(
    `<!doctype html><title>Host</title><div id="spot"></div><script src="${product.playerOrigin}/iframe_api"></script>`,
  );
  await watched.page.goto(address);
  await watched.page.evaluate((id) => {
    const page = window as unknown as HostPage;
    page.errors = [];
    page.player = new page.Oriel.Player('spot', {
      videoId: id,
      playerVars: { autoplay: 1, mute: 1 },
      events: {
        onReady: () => (page.ready = true),
        onError: ({ data }: { data: number }) => page.errors.push(data),
      },
    });
  }, videoId);
  await watched.page.waitForFunction(() => (window as unknown as HostPage).ready);
  const { page } = watched;
  return {
    ...watched,
    get: () => page.evaluate(() => (window as unknown as HostPage).player.getSphericalProperties()),
    set: (properties: unknown) =>
      page.evaluate((given) => (window as unknown as HostPage).player.setSphericalProperties(given), properties),
    errors: () => page.evaluate(() => (window as unknown as HostPage).errors),
    frame: await findFrame(page, '/embed/'),
  };
}

const AHEAD = { yaw: 0, pitch: 0, roll: 0, fov: 100 };

test('hosts read and set the direction of the view, within its ranges, and read the viewer’s turns [C4]', async ({
  product,
  site,
}) => {
  const { page, frame, get, set, errors } = await host(product, site, 'orielsphere');
  await expect.poll(get).toEqual(AHEAD);
  await frame.waitForSelector('#player[data-spherical="shown"]');
  await set({ yaw: 90, fov: 60 });
  await expect.poll(get).toEqual({ ...AHEAD, yaw: 90, fov: 60 });
  await set({ pitch: 400, yaw: -30, roll: 190, fov: 1, unknown: 7 });
  await expect.poll(get).toEqual({ yaw: 330, pitch: 90, roll: -170, fov: 30 });
  await set({ yaw: 'left' });
  await expect.poll(errors).toEqual([2]);
  expect(await get()).toEqual({ yaw: 330, pitch: 90, roll: -170, fov: 30 });

  await set(AHEAD);
  await expect.poll(get).toEqual(AHEAD);
  const box = await page.locator('iframe').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 150];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y, { steps: 5 });
  await page.mouse.up();
  // A drag over 100 of 640 pixels, at 100 degrees of view, turns about 21 degrees to the left.
  await expect.poll(async () => Number((await get())['yaw'])).toBeGreaterThan(15);
  expect(Number((await get())['yaw'])).toBeLessThan(25);

  await page.evaluate(() => (window as unknown as HostPage).player.loadVideoById('orieldemo01'));
  await expect.poll(get).toEqual({});
  await set({ yaw: 5 });
  await frame.waitForSelector('#player:not([data-spherical])');
  expect(await get()).toEqual({});
  expect(await errors()).toEqual([2]);
});
