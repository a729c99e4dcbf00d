// @module-tag thorough
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { focusName, hasVisibleFocus } from '../everyone/support/keys.ts';
import { forgetNotices, keepNotices, lastNotice } from '../support/notices.ts';
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

/** The value of a row of the first tab. */
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

/** A long frame: a script that takes so long, before main draws. */
const blockMain = (page: Page, blockedMs: number): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          const endMs = performance.now() + ms;
          while (performance.now() < endMs);
          requestAnimationFrame(() => resolve());
        });
      }),
    blockedMs,
  );

async function exportTrace(page: Page): Promise<TraceFile> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export trace' }).press('Enter');
  return JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as TraceFile;
}

test('the address opens it with the first frame, and it shows what playback does, without taking the focus', async ({
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

test('the menu opens it, keys reach all of it, and Escape gives the focus back', async ({ product }) => {
  const { page, problems } = await openByMenu(product);
  await expect.poll(() => focusName(page)).toBe('Stats');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tab', { name: 'Threads' }).getAttribute('aria-selected')).toBe('true');
  expect([await focusName(page), await hasVisibleFocus(page)]).toEqual(['Threads', true]);
  await expect.poll(() => page.locator('.profiler-table tbody tr').count()).toBe(3);

  const names: string[] = [];
  for (const last = PLOT; names.at(-1) !== last;) {
    await page.keyboard.press('Tab');
    names.push(await focusName(page));
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
  // Keys of the plot are not the video's …
  const before = await currentTime(page);
  await forgetNotices(page);
  for (const key of ['+', '-', 'ArrowLeft', 'ArrowRight', '0']) await page.keyboard.press(key);
  expect(await currentTime(page)).toBe(before);
  expect(await lastNotice(page)).toBe('');
  // … but the others are.
  await page.keyboard.press('k');
  await waitForState(page, 'playing');
  await page.keyboard.press('k');
  await waitForState(page, 'paused');

  await page.keyboard.press('/');
  expect(await focusName(page)).toBe('Search spans by name');
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
  // The first Escape leaves the search, and the next closes the panel.
  await page.keyboard.press('Escape');
  expect(await page.getByLabel('Search spans by name').inputValue()).toBe('');
  expect(await focusName(page)).toBe(PLOT);
  await page.keyboard.press('Escape');
  await page.locator(PANEL).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(problems).toEqual([]);
});

test('closing a panel that the address has opened leaves the focus on a control of the player', async ({ product }) => {
  const { page } = await product.open(`${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  await waitForControls(page);
  await page.getByRole('tab', { name: 'Stats' }).press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.locator(PANEL).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.closest('#player') !== null)).toBe(true);
});

test('the file has every span of all threads, and the table the visible ones', async ({ product }) => {
  const { page } = await openByMenu(product);
  await showThreads(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Table' }).press('Enter');
  await page.locator('.profiler-plot').focus();
  // All of the minute.
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

test('keys choose a frame, and the panel says where it went; a range has sums by name and thread', async ({
  product,
}) => {
  const { page, problems } = await openByMenu(product);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await showThreads(page);
  // Longer than any frame of the start on a busy machine.
  await blockMain(page, 2_000);
  const sentence = page.locator(`${PANEL} [role="status"].profiler-answer`);
  await page.getByRole('button', { name: 'Sums' }).focus();
  // The entry comes with the next read.
  await expect
    .poll(async () => {
      await page.keyboard.press('w');
      return sentence.textContent();
    })
    .toMatch(/^Long frame of main at [\d.]+ s, [2-9],\d{3} ms: \d\d+ % script \(.*TimerHandler:setTimeout/);
  const parts = page.locator('.profiler-bars th');
  expect(await parts.allTextContents()).toEqual(
    expect.arrayContaining(['script', 'unknown, not idle', 'meanwhile oriel-infrastructure', 'meanwhile oriel-media']),
  );
  await expect
    .poll(() => page.locator('.profiler-frame table').nth(1).textContent())
    .toContain('TimerHandler:setTimeout');

  await page.getByRole('button', { name: 'Sums' }).press('Enter');
  const sums = page.getByRole('region', { name: 'Sums' });
  await expect.poll(() => sums.textContent()).toMatch(/Of the visible time, .* oriel-main .* busy, .* unknown/);
  const plot = (await page.locator('.profiler-plot').boundingBox()) ?? expect.unreachable();
  await page.keyboard.down('Shift');
  await page.mouse.move(plot.x + 100, plot.y + 60);
  await page.mouse.down();
  await page.mouse.move(plot.x + 180, plot.y + 60);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(() => sums.textContent()).toMatch(/^Of the chosen range/);
  expect(problems).toEqual([]);
});

test.for([
  [640, 360],
  [360, 640],
] as const)(
  'in a frame of %i × %i a chosen frame is in view with what it says, and a wheel over the lanes leads to the rest',
  async ([width, height], { product }) => {
    const { page, problems } = await product.openPage({ viewport: { width, height } });
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&profile=1`);
    await waitForState(page, 'playing');
    await showThreads(page);
    await blockMain(page, 300);
    const sentence = page.locator(`${PANEL} [role="status"].profiler-answer`);
    await expect
      .poll(async () => {
        await page.keyboard.press('w');
        return sentence.textContent();
      })
      .toMatch(/^Long frame of main/);
    const view = (await page.locator('.profiler-view').boundingBox()) ?? expect.unreachable();
    const place = (await sentence.boundingBox()) ?? expect.unreachable();
    expect(place.y).toBeGreaterThanOrEqual(view.y - 1);
    expect(place.y).toBeLessThan(view.y + view.height);
    const scrolled = () => page.locator('.profiler-view').evaluate((element) => element.scrollTop);
    await page.locator('.profiler-plot').evaluate((plot) => plot.scrollIntoView());
    const before = await scrolled();
    await page.locator('.profiler-plot').hover();
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBeGreaterThan(before);
    expect(problems).toEqual([]);
  },
);

test('arrows and digits on a button of the panel move the lanes, and not the video', async ({ product }) => {
  const { page } = await openByMenu(product);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await showThreads(page);
  const time = await currentTime(page);
  await page.getByRole('button', { name: 'Own calls' }).focus();
  for (const key of ['ArrowRight', 'ArrowLeft', '0', '+']) await page.keyboard.press(key);
  expect(await currentTime(page)).toBe(time);
});

test('frames of the video are watched on request, and counted by what became of them', async ({ product }) => {
  const { page } = await product.open(`${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  await showThreads(page);
  const counts = page.locator('.profiler-counts');
  await expect.poll(() => counts.textContent()).toContain('those of the video are not watched');
  await page.getByRole('button', { name: 'Video frames' }).press('Enter');
  await expect.poll(() => counts.textContent()).toMatch(/[1-9]\d* of the video on time, \d+ late, \d+ dropped$/);
});

test('closing leaves no worker and no listener', async ({ product }) => {
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

test('a small frame has the numbers that matter', async ({ product }) => {
  const { page } = await product.openPage({ viewport: { width: 320, height: 180 } });
  await page.goto(`${product.playerOrigin}${VIDEO}&profile=1`);
  const rows = page.locator(`${PANEL} dt:visible`);
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([
      'Resolution',
      'Frames dropped',
      'Buffer',
      'Bandwidth',
      'Press to first frame',
      'Stalls',
      'Infrastructure',
    ]);
});

test.for([
  ['beside', 1_280, 720],
  ['under', 640, 360],
  ['under', 360, 640],
  ['beside', 800, 300],
  ['under', 480, 270],
  ['strip', 320, 180],
] as const)(
  'the panel (%s) in a frame of %i × %i leaves the play button free, and the start counts from the press',
  async ([side, width, height], { product }) => {
    const { page, problems } = await product.openPage({ viewport: { width, height } });
    await page.goto(`${product.playerOrigin}${CUED}&profile=1`);
    const panel = page.locator(PANEL);
    await panel.waitFor();
    expect(await panel.getAttribute('data-side')).toBe(side);
    const box = (await panel.boundingBox()) ?? expect.unreachable();
    const play = (await page.locator('.big-play').boundingBox()) ?? expect.unreachable();
    const isBeside = box.x >= play.x + play.width;
    const isAbove = box.y + box.height <= play.y;
    expect(isBeside || isAbove || box.y >= play.y + play.height).toBe(true);

    await page.mouse.click(play.x + play.width / 2, play.y + play.height / 2);
    await waitForState(page, 'playing');
    await expect.poll(() => stat(page, 'Press to first frame')).toMatch(/^[\d.,]+ ms$/);
    const fromNavigation = Number.parseFloat((await stat(page, 'First frame'))?.replace(',', '') ?? '');
    const fromPress = Number.parseFloat((await stat(page, 'Press to first frame'))?.replace(',', '') ?? '');
    expect(fromPress).toBeLessThan(fromNavigation);
    expect(problems).toEqual([]);
  },
);

test.for([
  [1_280, 800],
  [1_100, 700],
  [800, 300],
  [480, 270],
  [360, 640],
  [320, 180],
] as const)(
  'in a frame of %i × %i nothing of the panel is cut off, and it covers no control',
  async (size, { product }) => {
    const [width, height] = size;
    const { page } = await product.openPage({ viewport: { width, height } });
    await page.goto(`${product.playerOrigin}${VIDEO}&profile=1`);
    await page.locator(PANEL).waitFor();
    await page.locator('.unmute').waitFor();
    await page.locator('.unmute').hover();
    const boxOf = async (selector: string) =>
      (await page.locator(selector).first().boundingBox()) ?? expect.unreachable(selector);
    const panel = await boxOf(PANEL);
    for (const button of await page.locator(`${PANEL} header button`).all()) {
      const box = (await button.boundingBox()) ?? expect.unreachable();
      expect([box.x >= panel.x, box.x + box.width <= panel.x + panel.width]).toEqual([true, true]);
    }
    // The strip takes the place of the title.
    const isStrip = (await page.locator(PANEL).getAttribute('data-side')) === 'strip';
    for (const selector of isStrip ? ['.unmute'] : ['.unmute', '.title-bar', '.top-actions']) {
      const box = await boxOf(selector);
      const isBeside = box.x + box.width <= panel.x + 1;
      const isOther = box.y + box.height <= panel.y + 1 || box.y >= panel.y + panel.height;
      expect([selector, isBeside || isOther]).toEqual([selector, true]);
    }
  },
);

test('a part that a press opens is in view, and the explanation of keys is whole', async ({ product }) => {
  const { page } = await openByMenu(product);
  for (const size of [
    { width: 1_280, height: 800 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await showThreads(page);
    const hint = page.locator('.profiler-readout p').last();
    expect(await hint.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    for (const [button, part] of [
      ['Sums', '.profiler-opened .profiler-answer'],
      ['Table', '.profiler-spans caption'],
    ] as const) {
      await page.getByRole('button', { name: button }).press('Enter');
      await expect
        .poll(() =>
          page.locator(part).evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const view = element.closest('.profiler-view')?.getBoundingClientRect();
            return view !== undefined && top >= view.top && bottom <= view.bottom;
          }),
        )
        .toBe(true);
      await page.getByRole('button', { name: button }).press('Enter');
    }
    await page.getByRole('tab', { name: 'Stats' }).click();
  }
});

test('the edge of the panel is moved by keys and the pointer, and the video takes what it leaves', async ({
  product,
}) => {
  const { page } = await openByMenu(product);
  await page.setViewportSize({ width: 1_280, height: 720 });
  const widths = async (): Promise<readonly [player: number, panel: number]> => [
    (await page.locator('#player').boundingBox())?.width ?? 0,
    (await page.locator(PANEL).boundingBox())?.width ?? 0,
  ];
  const { width: frameWidth = 0 } = page.viewportSize() ?? {};
  const [, before] = await widths();
  const edge = page.getByRole('separator', { name: 'Size of the panel' });
  await edge.press('ArrowLeft');
  const [player, panel] = await widths();
  expect(panel).toBeGreaterThan(before);
  expect(player + panel).toBeCloseTo(frameWidth, 0);
  await edge.hover();
  await page.mouse.down();
  await page.mouse.move(frameWidth - 400, 200);
  await page.mouse.up();
  expect((await widths())[1]).toBeCloseTo(400, 0);

  await page.getByRole('button', { name: 'Under' }).press('Enter');
  expect(await page.locator(PANEL).getAttribute('data-side')).toBe('under');
  expect((await widths())[0]).toBe(frameWidth);
});

test('the panel moves into a separate window and back, and closes with that window', async ({ product }) => {
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
  // Rows grow with what is drawn, so the worker draws on the canvas that has moved.
  await expect.poll(async () => (await popup.locator('.profiler-canvas').boundingBox())?.height).toBeGreaterThan(100);
  await popup.getByRole('button', { name: 'Dock' }).click();
  await page.locator(PANEL).waitFor();
  await expect.poll(() => popup.isClosed()).toBe(true);

  await (await openWindow()).close();
  await expect.poll(() => page.workers().some((worker) => worker.url().includes('/profiler.worker'))).toBe(false);
  expect(await page.locator(PANEL).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a frame without room whose host allows no window keeps it above the play button, and says why', async ({
  product,
}) => {
  const { page, context } = await product.openPage({ viewport: { width: 320, height: 180 } });
  await context.addInitScript(() => {
    window.open = () => null;
    Reflect.deleteProperty(window, 'documentPictureInPicture');
  });
  await page.goto(`${product.playerOrigin}${VIDEO}`);
  await waitForControls(page);
  await chooseInMenu(page);
  await expect.poll(() => page.locator('.profiler-cost').textContent()).toContain('allows no window');
  expect(await page.locator(PANEL).getAttribute('data-side')).toBe('strip');
});

test('the panel states its cost by a loop that sees all of main', async ({ product }) => {
  const { page } = await product.open(`${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  await page.getByRole('button', { name: 'Measure its cost' }).press('Enter');
  expect(await stat(page, 'On main')).toMatch(/^measuring/);
  await expect
    .poll(() => stat(page, 'On main'), { timeout: 90_000 })
    .toMatch(
      /± [\d.,]+ ms\/s \(an idle loop on main with and without the panel.* of known work(; other processes took .*)?\)$/,
    );
}, 120_000);

test('one press compares the same video with the service on main and in workers, without leaving the page', async ({
  product,
}) => {
  const { page } = await product.open(`${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  const address = page.url();
  await page.getByRole('tab', { name: 'Workers' }).click();
  await page.getByRole('button', { name: /^Compare/ }).press('Enter');
  await waitForState(page, 'paused');
  // Both kinds of pages play in the frame.
  await expect
    .poll(() => page.frames().some((frame) => frame.url().includes('worker=off')), { timeout: 30_000 })
    .toBe(true);
  const verdict = page.locator('.profiler-verdict');
  await expect
    .poll(() => verdict.textContent(), { timeout: 120_000, interval: 1_000 })
    .toMatch(
      /^(The workers (save|cost) main [\d.]+|Cannot tell(: this machine is too busy| whether the workers save main anything:))/,
    );
  // By the recorders of the measured pages, not of this one, which was paused.
  await expect
    .poll(() => page.locator('.profiler-compare').textContent())
    .toMatch(/in these sessions, .*at least [\d.]+ ms a second on main, [\d.]+ ms in the workers/);
  await waitForState(page, 'playing');
  expect([page.url(), page.frames().length]).toEqual([address, 1]);
}, 150_000);

test('a comparison ends with its tab, and the video continues; its pause asks the viewer nothing', async ({
  product,
}) => {
  const { page, context } = await product.openPage({ viewport: { width: 1_280, height: 720 } });
  await keepNotices(context);
  // The middle of the video, where a viewer who pauses is asked.
  await page.goto(`${product.playerOrigin}${VIDEO}&profile=1&start=9`);
  await page.locator(PANEL).waitFor();
  await waitForState(page, 'playing');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(10);
  await page.getByRole('tab', { name: 'Workers' }).click();
  await page.getByRole('button', { name: /^Compare/ }).press('Enter');
  await waitForState(page, 'paused');
  // The question comes after a read of what is stored.
  await expect.poll(() => page.locator('.profiler-verdict').textContent()).toMatch(/^Comparing: [1-9]/);
  expect(await page.getByRole('group', { name: 'Save your place?' }).count()).toBe(0);
  expect(await lastNotice(page)).toBe('');
  await page.getByRole('tab', { name: 'Stats' }).click();
  await waitForState(page, 'playing');
  await page.getByRole('tab', { name: 'Workers' }).click();
  await expect.poll(() => page.locator('.profiler-verdict').textContent()).toBe('No result: stopped.');
});

test('without OffscreenCanvas main draws, and the panel says so', async ({ product }) => {
  const { page, context, problems } = await product.openPage();
  await context.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });
  await page.goto(`${product.playerOrigin}${VIDEO}&profile=1`);
  await page.locator(PANEL).waitFor();
  await showThreads(page);
  await expect
    .poll(() => page.locator('.profiler-cost').textContent())
    .toBe('Drawn on main: the browser has no OffscreenCanvas');
  expect(page.workers().some((worker) => worker.url().includes('/profiler.worker'))).toBe(false);
  expect(problems).toEqual([]);
});
