import type { BrowserContext, Frame, Page } from 'playwright';
import { expect } from 'vitest';
import type { HostPlayer } from '../../src/host/player/host-player.ts';
import { findFrame } from './support/browser.ts';
import { makeCatalog } from './support/catalog.ts';
import { pause, waitForControls, waitForTime } from './support/player-page.ts';
import { startServer } from './support/server.ts';
import { test as base } from './support/test.ts';
import { AXE_TAGS, violations } from './support/violations.ts';

/** Storage of the built player and the origins that it contacts, as the browser itself sees them. */

/** A provider whose demo video is at another origin, that of the shared one. */
const test = base.extend('abroad', { scope: 'file' }, async ({ sharedServer }, { onCleanup }) => {
  const { playerOrigin } = await sharedServer();
  const media = `${playerOrigin}/media/demo`;
  const catalog = await makeCatalog({
    'site.json': { mediaOrigins: [playerOrigin] },
    'videos/orieldemo01.json': {
      sources: { hls: `${media}/master.m3u8`, progressive: [] },
      posters: [{ url: `${media}/poster.jpg`, mimeType: 'image/jpeg', width: 1280, height: 720 }],
    },
  });
  const server = await startServer({ ORIEL_CATALOG_DIR: catalog.folder });
  onCleanup(async () => {
    await server.stop();
    await catalog.remove();
  });
  return server;
});

const PLAY = '/embed/orieldemo01?autoplay=1&mute=1';
const LOGS = 'database oriel-logs.logged-out';
const CONFIG = 'database oriel-config.logged-out';
const POSITIONS = 'local oriel.entry.positions';
const PREFERENCES = 'cookie __Host-oriel-preferences';
const VISITOR = 'cookie __Host-oriel-visitor';

/** Everything that the browser holds for the player, by kind and name. */
async function kept(page: Page | Frame, context: BrowserContext): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ name }) => `cookie ${name}`);
  const others = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((name) => `local ${name}`),
    ...Object.keys(sessionStorage).map((name) => `session ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `worker ${scope}`),
  ]);
  return [...cookies, ...others].toSorted();
}

/** Without the journal, which comes and goes with events. */
const lasting = async (page: Page | Frame, context: BrowserContext): Promise<string[]> =>
  (await kept(page, context)).filter((name) => !name.startsWith('local oriel.journal.'));

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'More settings' }).press('Enter');
  await page.getByRole('button', { name: 'Privacy' }).press('Enter');
  await page.getByRole('button', { name: 'Details' }).press('Enter');
  await page.getByRole('heading', { name: 'Read from this device' }).waitFor();
}

const listed = (page: Page): Promise<string[]> =>
  page
    .locator('.privacy-name')
    .evaluateAll((names) =>
      names.map((name) => `${(name as HTMLElement).dataset['kind']} ${name.textContent}`).toSorted(),
    );

/** In the middle of the video, where a position is worth keeping. */
async function stopInTheMiddle(page: Page): Promise<void> {
  await page.keyboard.press('5');
  await waitForTime(page, 13);
  await pause(page);
}

test('a viewer is not recognised before consent; the panel lists stored items and contacted origins of the browser, and erases them', async ({
  product,
  abroad,
}) => {
  const { page, context, problems } = await product.openPage();
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  await page.goto(abroad.playerOrigin + PLAY);
  await waitForControls(page);
  await page.keyboard.press('>');
  await stopInTheMiddle(page);
  await expect.poll(() => lasting(page, context)).toEqual([PREFERENCES, LOGS]);

  await openPanel(page);
  await expect
    .poll(async () => [await listed(page), await kept(page, context)])
    .toSatisfy(([left, right]) => {
      expect(left).toEqual(right);
      return true;
    });
  const shown = (await page.locator('.privacy-origin').allTextContents()).toSorted();
  const hosts = (all: Iterable<string>): string[] => [...all].map((origin) => new URL(origin).host).toSorted();
  expect(shown).toEqual(hosts(origins));
  expect(shown).toEqual(hosts([abroad.playerOrigin, product.playerOrigin]));
  const purposes = async (origin: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: new URL(origin).host })
      .textContent();
  // Pictures of the timeline come from there, too, where the page was quick to ask for them.
  expect(await purposes(product.playerOrigin)).toMatch(/(?:\d|Pictures · )Video and sound$/);
  expect(await purposes(abroad.playerOrigin)).toContain('Video details and usage data');
  expect(await page.locator('.privacy').textContent()).not.toContain('Unknown');
  await page.evaluate(() => localStorage.setItem('somebody', 'else'));
  await page.getByText('Unknown (not from this player)').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, AXE_TAGS), colorScheme).toEqual([]);
  }

  await page.getByRole('button', { name: /^Delete: Your settings/ }).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Deleted' }).waitFor();
  expect(await lasting(page, context)).toEqual([LOGS, 'local somebody']);
  await page.getByRole('button', { name: 'Delete all' }).press('Enter');
  await page.getByText('Nothing is stored.').waitFor();
  expect(await kept(page, context)).toEqual([]);
  // Events of this moment are sent, and not stored before.
  const sent = page.waitForRequest(/log_event/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await sent;
  expect(await kept(page, context)).toEqual([]);
  expect(problems).toEqual([]);
});

test(
  'consent by the address keeps more, and none of it outlasts a lower word',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, context } = await product.openPage();
    await page.goto(`${product.playerOrigin}${PLAY}&consent=measured`);
    await waitForControls(page);
    await stopInTheMiddle(page);
    const all = [VISITOR, CONFIG, LOGS, POSITIONS].toSorted();
    await expect.poll(() => lasting(page, context)).toEqual(all);
    await openPanel(page);
    await expect.poll(async () => (await listed(page)).filter((name) => !name.includes('journal'))).toEqual(all);
    // A page without a statement leaves them alone, and one that says less does not.
    await page.goto(product.playerOrigin + PLAY);
    await waitForControls(page);
    expect(await lasting(page, context)).toEqual(all);
    await page.goto(`${product.playerOrigin}${PLAY}&consent=strict`);
    await waitForControls(page);
    await expect.poll(() => lasting(page, context)).toEqual([LOGS]);
  },
);

test(
  'a viewer who objects outweighs address and host, by their browser and by their choice',
  { tags: ['thorough'] },
  async ({ product }) => {
    const asked: string[] = [];
    const visit = async (extraHTTPHeaders: Record<string, string>): Promise<[Page, BrowserContext]> => {
      const { page, context } = await product.openPage();
      await context.setExtraHTTPHeaders(extraHTTPHeaders);
      context.on('request', (request) => request.url().includes('/pagead/id') && asked.push(request.url()));
      return [page, context];
    };
    const watchToTheMiddle = async (page: Page): Promise<void> => {
      await page.goto(`${product.playerOrigin}${PLAY}&consent=measured`);
      await waitForControls(page);
      await stopInTheMiddle(page);
    };
    const [objecting, objectingContext] = await visit({ 'Sec-GPC': '1' });
    await objecting.addInitScript(() => Object.assign(Navigator.prototype, { globalPrivacyControl: true }));
    await watchToTheMiddle(objecting);
    expect(await lasting(objecting, objectingContext)).toEqual([LOGS]);
    await openPanel(objecting);
    await objecting.getByText('Your browser asks sites not to track you').waitFor();
    expect(asked).toEqual([]);

    const [choosing, choosingContext] = await visit({});
    await watchToTheMiddle(choosing);
    await expect.poll(() => asked).toHaveLength(1);
    await openPanel(choosing);
    await choosing.getByRole('radio', { name: 'Only what’s needed' }).press('Enter');
    await expect.poll(() => lasting(choosing, choosingContext)).toEqual([PREFERENCES, LOGS]);
    await watchToTheMiddle(choosing);
    expect(await lasting(choosing, choosingContext)).toEqual([PREFERENCES, LOGS]);
    expect(asked).toHaveLength(1);
  },
);

test('a host gives consent by a message, and takes it back', async ({ product, site }) => {
  const { page, context } = await product.openPage();
  const html = `<!doctype html><title>Host</title><div id="player"></div>
    <script src="${product.playerOrigin}/iframe_api"></script>
    <script>window.player = new Oriel.Player('player', {
      videoId: 'orieldemo01', playerVars: { autoplay: 1, mute: 1 } });</script>`;
  await page.goto(site.page(html));
  const frame = await findFrame(page, '/embed/orieldemo01');
  await waitForControls(frame);
  const player = await page.evaluateHandle(() => (window as unknown as { player: HostPlayer }).player);
  const stop = async (): Promise<void> => {
    await player.evaluate((shown) => void shown.seekTo(14).pauseVideo());
    await frame.waitForSelector('#player[data-state="paused"]');
  };
  await stop();
  expect(await lasting(frame, context)).toEqual([LOGS]);
  await player.evaluate((shown) => void shown.setConsent('functional').playVideo());
  await frame.waitForSelector('#player[data-state="playing"]');
  await stop();
  // The provider's configuration is there, too, where a response has brought one since.
  await expect.poll(() => lasting(frame, context)).toEqual(expect.arrayContaining([LOGS, POSITIONS]));
  await player.evaluate((shown) => void shown.setConsent('strict'));
  await expect.poll(() => lasting(frame, context)).toEqual([LOGS]);
});

const question = (page: Page | Frame) => page.getByRole('group', { name: 'Save your place?' });

test('a viewer who leaves off in the middle is asked once; yes remembers this place at once', async ({ product }) => {
  const { page, context, problems } = await product.open(PLAY);
  await waitForControls(page);
  await page.locator('.unmute').waitFor();
  await pause(page);
  expect(await question(page).count()).toBe(0);
  await page.keyboard.press('k');
  await stopInTheMiddle(page);
  await question(page).waitFor();
  // The question takes no focus, and keys of the player still work.
  expect(await page.evaluate(() => document.activeElement?.closest('.resume-question') !== null)).toBe(false);
  expect(await lasting(page, context)).toEqual([LOGS]);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => lasting(page, context)).toEqual(expect.arrayContaining([PREFERENCES, LOGS, POSITIONS]));
  expect(await page.evaluate(() => document.cookie)).toMatch(/consent=functional/);
  expect(await question(page).count()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: /^Resume at 0:1[3-9]$/ }).waitFor();
  await stopInTheMiddle(page);
  await page.keyboard.press('k');
  await waitForTime(page, 13.5);
  expect(await question(page).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a viewer who plays, goes on and pauses before anything has played is asked about the new place', async ({
  product,
}) => {
  const { page } = await product.open(PLAY);
  await waitForControls(page);
  await pause(page);
  await page.evaluate(() => {
    for (const key of ['k', '5', 'k'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await question(page).waitFor();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('oriel.entry.positions')))
    .toMatch(/orieldemo01\\",1[3-9]/);
});
