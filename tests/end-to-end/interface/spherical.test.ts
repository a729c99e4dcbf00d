import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame, type PageOptions } from '../support/browser.ts';
import { animationFrames, pause, waitForControls, waitForState } from '../support/player-page.ts';
import type { HostSite } from '../support/host-site.ts';
import { lastNotice } from '../support/notices.ts';
import { test, type Product } from '../support/test.ts';
import { ANNOUNCE_DELAY_MS } from '../../../src/page/interface/spherical/look-keys.ts';

/** Room for all controls; the processor draws every picture, so size costs time. */
const ROOMY = { width: 854, height: 480 };
const SPHERE = '/embed/orielsphere?autoplay=1&mute=1&loop=1';

/** A playing spherical video, drawn as one, with its controls. */
async function watch(product: Product, path = SPHERE, options: PageOptions = {}) {
  const watched = await product.openPage({ viewport: ROOMY, ...options });
  await watched.page.addInitScript(countMessages);
  await watched.page.goto(product.playerOrigin + path);
  await watched.page.waitForSelector('#player[data-spherical="shown"]');
  await watched.page.locator('.compass').waitFor();
  return watched;
}

/** Presses the button in the middle of the pad, which the compass opens. */
async function lookAhead(page: Page): Promise<void> {
  await page.locator('.compass').press('Enter');
  await page.getByRole('button', { name: 'Reset view' }).press('Enter');
  await page.keyboard.press('Escape');
}

interface CountingPage extends Window {
  sent: string[];
}

/** Every message from main to the rendering worker. */
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

/** 0 for the same picture, 255 for black and white. */
function differenceOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / Math.max(1, one.length);
}

test('a drag turns the view and is no click; while nothing moves, no frames are sent', async ({ product }) => {
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
  'a 360° view is turned by keyboard alone: letters anywhere, arrows with focus on the picture, all of them in the sheet',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await watch(product);
    const before = await page.evaluate(() => document.querySelector('video')?.volume);
    for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('a');
    await expect.poll(() => lastNotice(page)).toBe('45° left');
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await expect.poll(() => lastNotice(page)).toBe('45° left, Zoom 111%');
    const picture = page.getByRole('application', { name: /^360° video/ });
    await picture.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await expect.poll(() => lastNotice(page)).toMatch(/^45° left, \d° up$/);
    expect(await page.evaluate(() => document.querySelector('video')?.volume)).toBe(before);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Look around (360°)').waitFor();
    // Here the key looks up.
    expect(await sheet.getByText('Caption window opacity').count()).toBe(0);
  },
);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test(
  'buttons turn and zoom without a drag (WCAG 2.5.7); one that is held continues, and Escape closes them',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, problems } = await watch(product, undefined, { reducedMotion: 'reduce' });
    await pause(page);
    const compass = page.getByRole('button', { name: 'Look around', exact: true });
    await compass.click();
    await press(page, 'Look left');
    await press(page, 'Look left');
    await press(page, 'Look up');
    await press(page, 'Zoom in');
    await expect.poll(() => lastNotice(page)).toMatch(/^10° left, 5° up, Zoom 105%$/);
    await press(page, 'Reset view');
    await expect.poll(() => lastNotice(page)).toBe('Straight ahead');
    await page.getByRole('button', { name: 'Look right', exact: true }).hover();
    await page.mouse.down();
    await page.waitForFunction(() => {
      const turn = document.querySelector<HTMLElement>('.compass')?.style.getPropertyValue('--look-turn') ?? '';
      return Number.parseFloat(turn) < 320 && Number.parseFloat(turn) > 180;
    });
    await page.mouse.up();
    await expect.poll(() => lastNotice(page)).toMatch(/^[4-9]\d° right$/);
    await page.keyboard.press('Escape');
    expect(await page.locator('.look-pad').count()).toBe(0);
    expect(await compass.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  },
);

test(
  'the buttons for looking around are large enough, from 200 pixels on: 24 for a mouse, 44 for a finger',
  { tags: ['thorough'] },
  async ({ product }) => {
    for (const hasTouch of [false, true]) {
      const { page } = await watch(product, undefined, { hasTouch });
      await page.locator('.compass').press('Enter');
      if (hasTouch) await page.touchscreen.tap(400, 300);
      for (const [width, height] of [
        [200, 113],
        [320, 180],
        [344, 194],
        [640, 360],
        [1280, 720],
      ] as const) {
        await page.setViewportSize({ width, height });
        const least = await page.locator('.look-pad button').evaluateAll((buttons) =>
          Math.min(
            ...buttons.flatMap((button) => {
              const { left, top, right, bottom } = button.getBoundingClientRect();
              const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
              return isInside ? [right - left, bottom - top] : [0];
            }),
          ),
        );
        const needed = hasTouch ? (height < 200 ? 44 : 48) : 24;
        expect([hasTouch, width, least >= needed - 0.01]).toEqual([hasTouch, width, true]);
      }
    }
  },
);

test(
  'the wheel zooms with Control; without it, it scrolls the host page',
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

test('two fingers zoom, and a horizontal drag of one turns the view', { tags: ['thorough'] }, async ({ product }) => {
  const { page, context } = await watch(product, undefined, { hasTouch: true, reducedMotion: 'reduce' });
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) });
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
});

test('the device’s motion turns the view if the viewer turns it on', { tags: ['thorough'] }, async ({ product }) => {
  const { page, context } = await watch(product, undefined, { hasTouch: true });
  const session = await context.newCDPSession(page);
  // The browser without windows asks no user, and refuses.
  await context.grantPermissions(['accelerometer', 'gyroscope']);
  const button = page.getByRole('button', { name: 'Move your device to look around' });
  const hold = (alpha: number) =>
    session.send('DeviceOrientation.setDeviceOrientationOverride', { alpha, beta: 90, gamma: 0 });
  await hold(10);
  await button.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await pause(page);
  // The device's direction at the first reading is straight ahead; it may come before or after the turn.
  let isTurned = false;
  await expect
    .poll(
      async () => {
        isTurned = !isTurned;
        await hold(isTurned ? 100 : 10);
        await page.keyboard.press(']');
        return lastNotice(page);
      },
      // It is announced once keys have rested.
      { interval: 2 * ANNOUNCE_DELAY_MS },
    )
    .toMatch(/^90° (?:left|right)/);
  await button.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
});

test('without a worker main draws', async ({ product }) => {
  const { page, problems } = await watch(product, `${SPHERE}&worker=off`);
  await pause(page);
  // The canvas itself has no readable content afterwards. Above the shade of the controls, which is blended again at each
  // paint, and left of the notices in the middle: the disc of the pause reaches to x = 386 while it fades.
  const ground = () => page.screenshot({ clip: { x: 60, y: 270, width: 300, height: 60 } });
  // Drawn from the frame at which the video is: the last one that was drawn as it played may be the one before.
  await page.keyboard.press('a');
  await lookAhead(page);
  await expect.poll(async () => (await ground()).equals(await ground())).toBe(true);
  const before = await ground();
  for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('a');
  await expect.poll(async () => (await ground()).equals(before)).toBe(false);
  await lookAhead(page);
  await expect.poll(async () => (await ground()).equals(before)).toBe(true);
  expect(await sentOf(page, 'frame')).toBe(0);
  // Chromium warns about screenshots, which read the canvas back.
  expect(problems.filter((problem) => !problem.includes('GPU stall due to ReadPixels'))).toEqual([]);
});

test.for([
  ['ends', 'self.close()'],
  ['hangs', 'for (;;);'],
] as const)(
  'a rendering worker that %s is replaced, and drawing continues',
  { tags: ['thorough'] },
  async ([, death], { product }) => {
    const { page, problems } = await watch(product);
    const drawingWorkers = () => page.workers().filter((worker) => worker.url().includes('spherical.worker'));
    const [first] = drawingWorkers();
    void first?.evaluate(death).catch(() => undefined);
    await expect.poll(() => drawingWorkers().filter((worker) => worker !== first)).toHaveLength(1);
    await page.waitForSelector('#player[data-spherical="shown"]');
    const frames = await sentOf(page, 'frame');
    await expect.poll(() => sentOf(page, 'frame')).toBeGreaterThan(frames + 5);
    expect(await page.getAttribute('#player', 'data-state')).toBe('playing');
    expect(problems).toEqual([]);
  },
);

test(
  'a flat video after a spherical one is flat, and alone it loads no spherical code',
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

test('hosts read and set the direction, within its ranges, and receive the viewer’s turns [C4]', async ({
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
  // 100 of 640 pixels at 100 degrees: about 21 degrees to the left.
  await expect.poll(async () => Number((await get())['yaw'])).toBeGreaterThan(15);
  expect(Number((await get())['yaw'])).toBeLessThan(25);

  await page.evaluate(() => (window as unknown as HostPage).player.loadVideoById('orieldemo01'));
  await expect.poll(get).toEqual({});
  await set({ yaw: 5 });
  await frame.waitForSelector('#player:not([data-spherical])');
  expect(await get()).toEqual({});
  expect(await errors()).toEqual([2]);
});

test(
  'a 360° video without WebGL plays flat, the viewer learns of it, and hosts see a flat video',
  { tags: ['thorough'] },
  async ({ product, site, launch }) => {
    const withoutGraphics = await launch('--disable-software-rasterizer');
    const { frame, get, set } = await host(product, site, 'orielsphere', withoutGraphics);
    await waitForState(frame, 'playing');
    await frame.getByText('can’t show 360° video').waitFor();
    expect(await frame.locator('.sphere').count()).toBe(0);
    await expect.poll(get).toEqual({});
    await set({ yaw: 5 });
    await expect.poll(() => frame.evaluate(() => document.querySelector('video')?.paused)).toBe(false);
    expect(await get()).toEqual({});
  },
);

test('in a frame that may not start workers, main draws', { tags: ['thorough'] }, async ({ product, site }) => {
  const { page } = await product.openPage();
  const address = `${product.playerOrigin}${SPHERE}`;
  await page.goto(
    site.page(`<!doctype html><title>Host</title><iframe sandbox="allow-scripts" src="${address}"></iframe>`),
  );
  const frame = await findFrame(page, '/embed/');
  await frame.waitForSelector('#player[data-spherical="shown"]');
});
