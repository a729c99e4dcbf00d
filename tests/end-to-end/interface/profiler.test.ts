// @module-tag thorough
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { focusedName, hasVisibleFocus } from '../everyone/support/keys.ts';
import { forgetNotices, lastNotice } from '../support/notices.ts';
import { currentTime, pause, waitForControls, waitForState } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

const CUED = '/embed/orieldemo01?mute=1';
const VIDEO = `${CUED}&autoplay=1`;
const PANEL = '.profiler';
const PLOT = 'Lanes of all threads under an axis of frames. The tables have the same.';

interface TraceFile {
  readonly traceEvents: readonly {
    readonly ph: string;
    readonly name: string;
    readonly args: { readonly name?: string };
  }[];
}

/** The value of a row in the Stats tab of the profiler. */
const stat = (page: Page, label: string): Promise<string | null> =>
  page
    .locator(`${PANEL} dl > div`, { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .textContent();

async function openByMenu(product: Product, path = VIDEO) {
  const opened = await product.open(path);
  const { page } = opened;
  await waitForControls(page);
  await pause(page);
  await chooseInMenu(page);
  return opened;
}

async function chooseInMenu(page: Page): Promise<void> {
  await page.mouse.click(100, 80, { button: 'right' });
  await page.getByRole('button', { name: 'Stats for nerds' }).press('Enter');
  await page.locator(PANEL).waitFor();
}

async function showThreads(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Threads' }).click();
  await expect.poll(() => page.locator('.profiler-table tbody tr').count()).toBe(3);
}

async function exportTrace(page: Page): Promise<TraceFile> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export trace' }).press('Enter');
  return JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as TraceFile;
}

test('with profile=1 the profiler opens without taking the focus, and shows statistics of playback', async ({
  product,
}) => {
  const { page, problems } = await product.open(`${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expect.poll(() => stat(page, 'Resolution')).toMatch(/^\d+×\d+ \(\w+\)$/);
  await expect.poll(() => stat(page, 'Frames dropped')).toMatch(/^\d+ of [1-9]\d*$/);
  await expect.poll(() => stat(page, 'Buffer')).toMatch(/^[\d.]+ s ahead/);
  await expect.poll(() => stat(page, 'Bandwidth')).toMatch(/Mbit\/s/);
  await expect.poll(() => stat(page, 'Infrastructure')).toBe('dedicated worker');
  await expect.poll(() => stat(page, 'Batches')).toMatch(/^[1-9]\d* with [1-9]\d* events$/);
  await expect.poll(() => stat(page, 'Events by tier')).toMatch(/default [1-9]/);
  for (const step of ['Document received', 'Inline script', 'First segment( complete)?', 'First frame', 'Worker ready'])
    await expect.poll(() => stat(page, step), { message: step }).toMatch(/^[\d.,]+ ms$/);
  expect(await stat(page, 'Session')).toMatch(/^[\da-f]{32}Copy$/);
  expect(await page.locator('.profiler h2', { hasText: 'Live' }).count()).toBe(0);
  expect(await stat(page, 'On main')).toMatch(/^not measured/);
  await expect.poll(() => stat(page, 'Drawing')).toMatch(/^[\d.]+ ms\/s/);

  await showThreads(page);
  expect(await page.locator('.profiler-table tbody th').allTextContents()).toEqual([
    'oriel-main',
    'oriel-infrastructure',
    'oriel-media',
  ]);
  expect(problems).toEqual([]);
});

test('the menu opens the profiler, keys reach all of its controls, and Escape returns the focus', async ({
  product,
}) => {
  const { page, problems } = await openByMenu(product);
  await expect.poll(() => focusedName(page)).toBe('Stats');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tab', { name: 'Threads' }).getAttribute('aria-selected')).toBe('true');
  expect([await focusedName(page), await hasVisibleFocus(page)]).toEqual(['Threads', true]);
  await expect.poll(() => page.locator('.profiler-table tbody tr').count()).toBe(3);

  const names: string[] = [];
  for (const last = PLOT; names.at(-1) !== last;) {
    await page.keyboard.press('Tab');
    names.push(await focusedName(page));
    expect([names.at(-1), await hasVisibleFocus(page)]).toEqual([names.at(-1), true]);
    expect(names.length).toBeLessThan(20);
  }
  expect(names).toEqual([
    'Window',
    'Close',
    'Pause',
    'Zoom in (+)',
    'Zoom out (−)',
    '10 s, the newest (0)',
    'Search spans by name',
    'Table',
    'Own calls',
    'Sums',
    'Export trace',
    'Copy as text',
    PLOT,
  ]);
  // Keys of the plot do not control the video …
  const before = await currentTime(page);
  await forgetNotices(page);
  for (const key of ['+', '-', 'ArrowLeft', 'ArrowRight', '0']) await page.keyboard.press(key);
  expect(await currentTime(page)).toBe(before);
  expect(await lastNotice(page)).toBe('');
  // … but other keys do.
  await page.keyboard.press('k');
  await waitForState(page, 'playing');
  await page.keyboard.press('k');
  await waitForState(page, 'paused');

  await page.keyboard.press('/');
  expect(await focusedName(page)).toBe('Search spans by name');
  await page.keyboard.type('update');
  const found = page.locator('.profiler-tools [role="status"]').first();
  await expect.poll(() => found.textContent()).toMatch(/^[1-9]\d* found$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => found.textContent()).toMatch(/^1 of [1-9]\d*: update, /);
  await page.getByRole('button', { name: 'Sums' }).focus();
  await page.keyboard.press('n');
  await expect.poll(() => found.textContent()).toMatch(/^2 of [1-9]\d*: update, /);
  await page.getByRole('tab', { name: 'Threads' }).focus();
  await page.keyboard.press('p');
  await expect.poll(() => found.textContent()).toMatch(/^1 of [1-9]\d*: update, /);
  await page.keyboard.press('/');
  await page.keyboard.type('x');
  await expect.poll(() => found.textContent()).toBe('nothing found');
  // The first Escape leaves the search, and the next Escape closes the panel.
  await page.keyboard.press('Escape');
  expect(await page.getByLabel('Search spans by name').inputValue()).toBe('');
  expect(await focusedName(page)).toBe(PLOT);
  await page.keyboard.press('Escape');
  await page.locator(PANEL).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(problems).toEqual([]);
});

test('the exported trace contains the spans of all threads, and the table of the profiler shows the visible spans', async ({
  product,
}) => {
  const { page } = await openByMenu(product);
  await showThreads(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Table' }).press('Enter');
  await page.locator('.profiler-plot').focus();
  // Zooms out to the whole minute.
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('-');
  const { traceEvents } = await exportTrace(page);
  const threads = traceEvents.flatMap(({ ph, args }) => (ph === 'M' ? (args.name ?? []) : []));
  expect(threads).toEqual(expect.arrayContaining(['oriel-main', 'oriel-infrastructure', 'oriel-media']));
  const spans = traceEvents.filter(({ ph }) => /^[Xib]$/.test(ph));
  expect(spans.filter(({ name }) => /readSpans|writeTracks/.test(name))).toEqual([]);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['infrastructure.start', 'segment', 'update']));
  expect(traceEvents.filter(({ ph }) => ph === 's').length).toBeGreaterThan(0);

  const caption = page.locator('.profiler-spans caption');
  await expect.poll(() => caption.textContent()).toContain(`${spans.length} spans in sight`);
  await page.getByLabel('Search spans by name').fill('infrastructure.start');
  await expect
    .poll(() => page.locator('.profiler-spans tbody th').allTextContents())
    .toEqual(['infrastructure.start', 'infrastructure.start']);
  await page.locator('.profiler-spans tbody button').first().press('Enter');
  await expect.poll(() => page.locator('.profiler-spans [aria-current="true"]').count()).toBe(1);
});

test('closing the profiler leaves no worker and no listener', async ({ product }) => {
  const { page, context } = await openByMenu(product);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const listeners = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN;
  };
  const isDrawing = (): boolean => page.workers().some((worker) => worker.url().includes('/profiler.worker'));
  const close = async (): Promise<void> => {
    await page.locator(`${PANEL} [data-icon="close"]`).press('Enter');
    await page.locator(PANEL).waitFor({ state: 'detached' });
  };
  await expect.poll(isDrawing).toBe(true);
  await showThreads(page);
  await close();
  await expect.poll(isDrawing).toBe(false);

  const closed = await listeners();
  await chooseInMenu(page);
  await showThreads(page);
  expect(await listeners()).toBeGreaterThan(closed);
  await close();
  await expect.poll(listeners).toBeLessThanOrEqual(closed);
  await expect.poll(isDrawing).toBe(false);
});

test('the profiler moves into a separate window and back, and closes with that window', async ({ product }) => {
  const { page, context, problems } = await openByMenu(product);
  const openWindow = async (): Promise<Page> => {
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Window', exact: true }).click(),
    ]);
    await popup.locator(PANEL).waitFor();
    return popup;
  };
  const popup = await openWindow();
  expect(await page.locator(PANEL).count()).toBe(0);
  expect((await page.locator('#player').boundingBox())?.width).toBe(page.viewportSize()?.width);
  await showThreads(popup);
  // The canvas grows only if the worker draws on it, also after the move.
  await expect.poll(async () => (await popup.locator('.profiler-canvas').boundingBox())?.height).toBeGreaterThan(100);
  await popup.getByRole('button', { name: 'Dock' }).click();
  await page.locator(PANEL).waitFor();
  await expect.poll(() => popup.isClosed()).toBe(true);

  await (await openWindow()).close();
  await expect.poll(() => page.workers().some((worker) => worker.url().includes('/profiler.worker'))).toBe(false);
  expect(await page.locator(PANEL).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('one press compares the same video with its services on main and in workers, without leaving the page', async ({
  product,
}) => {
  const { page } = await product.open(`${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  const address = page.url();
  await page.getByRole('tab', { name: 'Workers' }).click();
  await page.getByRole('button', { name: /^Compare/ }).press('Enter');
  await waitForState(page, 'paused');
  // The comparison also plays the video without workers, in a frame.
  await expect
    .poll(() => page.frames().some((frame) => frame.url().includes('worker=off')), { timeout: 30_000 })
    .toBe(true);
  const verdict = page.locator('.profiler-verdict');
  await expect
    .poll(() => verdict.textContent(), { timeout: 120_000, interval: 1_000 })
    .toMatch(
      /^(The workers (save|cost) main [\d.]+|Cannot tell(: this machine is too busy| whether the workers save main anything:))/,
    );
  // The figures come from the recorders of the measured pages, not of this page, which is paused.
  await expect
    .poll(() => page.locator('.profiler-compare').textContent())
    .toMatch(/in these sessions, .*at least [\d.]+ ms a second on main, [\d.]+ ms in the workers/);
  await waitForState(page, 'playing');
  expect([page.url(), page.frames().length]).toEqual([address, 1]);
}, 150_000);
