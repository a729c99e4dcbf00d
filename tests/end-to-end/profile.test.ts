// @module-tag thorough
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { workWithin } from '../../src/profile/report/plot/work-within.ts';
import { doubtsOf } from '../../src/profile/report/schema/doubts.ts';
import { Report } from '../../src/profile/report/schema/report.ts';
import { parseTrace } from '../profile/trace/trace-event.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { brokenFigures } from './support/broken-figures.ts';
import { watchPage } from './support/browser.ts';
import { test } from './support/test.ts';

/** Four sessions of the player, with their traces. */
const TIMEOUT_MS = 300_000;

/** The tool as it is called, with the product that has been built for all tests. */
async function runTool(...args: readonly string[]) {
  const child = spawn(process.execPath, ['.ci/profile.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test(
  'one round at full speed writes a report by its schema, a page that shows it without a request, and traces',
  { timeout: TIMEOUT_MS },
  async ({ browser, contexts }) => {
    const folder = await temporaryFolder();
    const { code, output } = await runTool(
      '--no-build',
      '--cpu=1',
      '--runs=1',
      '--play-seconds=0.5',
      `--out=${folder}`,
    );
    // 3: on a machine that does nothing but wait the planted work may be shown too short, and the run is void.
    expect([0, 3], output).toContain(code);
    expect((await readdir(folder)).toSorted(), output).toEqual([
      'devtools-1x-inline.json',
      'devtools-1x-tracks.json',
      'devtools-1x-workers.json',
      'report.html',
      'report.json',
      'trace-1x-inline.json',
      'trace-1x-tracks.json',
      'trace-1x-workers.json',
    ]);

    const report = Report.parse(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')));
    const [setting] = report.settings;
    expect(setting?.runs.map(({ variant, discarded }) => [variant, discarded])).toEqual([
      ['workers', null],
      ['inline', null],
    ]);
    expect(code === 0).toBe(setting?.calibration.every(({ isFound }) => isFound));
    const lanesOf = (variant: 'workers' | 'inline') => setting?.timelines[variant]?.lanes.map(({ id }) => id);
    expect(lanesOf('workers')).toEqual(
      expect.arrayContaining(['host-main', 'player-main', 'infrastructure-worker', 'media-worker']),
    );
    expect(lanesOf('inline')).not.toContain('infrastructure-worker');
    expect(setting?.steps.map(({ key }) => key)).toEqual([
      'start',
      'play',
      'seek',
      'quality',
      '1000 events',
      'captions',
      'taps',
      'hidden',
      'back',
      'close',
    ]);
    // Where the service runs is where its time is.
    const service = setting?.offload.find(({ group }) => group === 'infrastructure service');
    expect(service?.main.values.workers).toEqual([0]);
    expect(service?.main.values.inline?.[0]).toBeGreaterThan(0);
    expect(service?.worker.values.workers?.[0]).toBeGreaterThan(0);
    // Neither thread has time that is not named.
    const [largest] = setting?.offload ?? [];
    expect(largest?.group).not.toMatch(/without a name|other/);
    // One figure for main, whichever part of the report has it.
    const timeline = setting?.timelines.workers;
    const mainMs = setting?.measures.find(({ key }) => key === 'mainCpuMs')?.values.workers?.[0];
    const lane = timeline?.lanes.find(({ id }) => id === 'player-main');
    const whole = { fromUs: 0, toUs: timeline?.durationUs ?? 0 };
    expect(mainMs).toBeGreaterThan(0);
    expect(lane?.cpuMs).toBe(mainMs);
    expect((lane === undefined ? 0 : workWithin(lane, whole).busyUs) / 1_000 / (mainMs ?? 1)).toBeCloseTo(1, 2);
    expect(setting?.boundary.map(({ method }) => method)).toContain('infrastructure.start');
    const traceText = await readFile(join(folder, 'trace-1x-workers.json'), 'utf8');
    expect(parseTrace(traceText).events.length).toBeGreaterThan(1_000);
    // No frame showed an error page, which a reader of its pictures would take for the player's.
    expect(traceText).not.toContain('chrome-error:');

    const { page, problems } = await watchPage(
      await contexts.open(browser, { viewport: { width: 1280, height: 900 } }),
    );
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    await page.getByRole('heading', { name: 'Where the time goes: main and workers' }).waitFor();
    const doubts = setting === undefined ? [] : doubtsOf(setting, report.provenance.cores);
    expect(await page.locator('.doubt').allTextContents()).toEqual(doubts);
    // One round has no verdict, which is said once.
    expect(await page.getByText('cannot tell').count()).toBe(1);
    // What the saving of main costs the machine is beside it.
    expect(await page.locator('.settings').textContent()).toMatch(
      /All threads of the player’s process, CPU without recording: [1-9]\d+ ms with workers, [1-9]\d+ ms inline/,
    );
    // It opens on the busiest half second, and says where it went.
    const summary = page.locator('.summary');
    expect(await summary.textContent()).toMatch(
      /^From .* main was busy for .* of CPU in 500\.0 ms: .*\d.* Meanwhile were busy: /,
    );
    expect(await page.getByRole('list', { name: 'Legend' }).first().getByRole('listitem').count()).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Navigation to first frame' }).click();
    expect(await summary.textContent()).toMatch(
      /^Measured without the head start: .* From 0 µs to .* \(start, play\) main/,
    );
    expect(
      await page
        .getByRole('table', { name: /^Longest tasks of the visible time, by CPU/ })
        .getByRole('row')
        .count(),
    ).toBe(6);
    expect(await brokenFigures(page)).toEqual([]);
    // Neither column of the plot and the work beside it is empty for more than a screen.
    const columnHeights = await page
      .locator('.look > div')
      .evaluateAll((parts) => parts.map((one) => one.lastElementChild?.getBoundingClientRect().bottom ?? 0));
    expect(Math.abs((columnHeights[0] ?? 0) - (columnHeights[1] ?? 0))).toBeLessThan(900);
    await page.getByRole('button', { name: 'Whole session' }).click();
    expect(await summary.textContent()).toMatch(/^From 0 µs to /);
    // The busiest half second may begin before the browser's first picture, the whole session's first eighth does not end there.
    expect(await page.getByRole('list', { name: 'Pictures of the visible time' }).getByRole('img').count()).toBe(8);
    // What a press costs, by phase.
    const presses = page.getByRole('table', { name: /^Interactions of the whole session/ });
    expect(await presses.getByRole('rowheader').allTextContents()).toEqual([
      'pause',
      'play',
      'open the menu',
      'close the menu',
      'seek to the middle',
    ]);
    expect(await presses.getByRole('row', { name: /^pause \.bar-play/ }).textContent()).toMatch(/( [mµ]?s.*){5}/);
    await presses.getByRole('button', { name: 'open the menu' }).click();
    await expect
      .poll(() => page.locator('.selection').first().textContent())
      .toMatch(/^open the menu: .* Interactions: 5/);
    await page.getByRole('button', { name: 'Whole session' }).click();
    const requests = page.getByRole('table', { name: /^Requests of the visible time/ });
    const media = requests.getByRole('row', { name: /^\S+\.m4s .*Media worker/ });
    expect(await media.first().locator('.phase-receiving').count()).toBe(1);

    const threads = page.getByRole('img', { name: 'Threads of one run' });
    // Keys of a radio do not take it.
    await page.getByRole('radio', { name: 'left-heavy' }).check();
    await page.keyboard.press('/');
    await page.keyboard.type('Timer');
    await threads.focus();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.selection').first().textContent()).toMatch(/timer.* in /i);
    await page.getByText('Threads as a table').click();
    await expect.poll(() => page.getByRole('rowheader', { name: 'Timer' }).count()).toBeGreaterThan(0);

    await page.getByRole('searchbox').fill('');
    await page.getByText('Flame graphs as a table').click();
    const named = page
      .getByRole('table', { name: /^Sampled time of functions/ })
      .getByRole('button')
      .first();
    const functionName = await named.textContent();
    await named.click();
    const sandwich = page.getByRole('region', { name: 'Callers and callees' });
    await sandwich.getByRole('heading', { name: functionName ?? '' }).waitFor();
    await sandwich.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('slider', { name: 'Time' }).fill('2000000');
    await page.getByRole('img', { name: 'Variant workers at 2.00 s' }).waitFor();
    await page.getByRole('img', { name: 'Variant inline at 2.00 s' }).waitFor();

    // On paper all is open that can be opened, and nothing is cut.
    const folded = page.locator('details');
    await folded.first().evaluate((details: HTMLDetailsElement) => (details.open = false));
    await page.emulateMedia({ media: 'print' });
    await expect
      .poll(() => folded.evaluateAll((all) => all.every((one) => (one as HTMLDetailsElement).open)))
      .toBe(true);
    expect(
      await page
        .locator('.plot-window')
        .first()
        .evaluate((one) => one.scrollHeight - one.clientHeight),
    ).toBeLessThanOrEqual(0);
    // Tables come before the plot, which does not divide: the first page is full.
    const [plotTop = 0, workTop = 0] = await page
      .locator('.look > div')
      .evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect().top));
    expect(workTop).toBeLessThan(plotTop);
    // A plot with its heading is no higher than a page of A4 or Letter with margins, about 970 px.
    const heights = await page
      .locator('.plot canvas')
      .evaluateAll((plots) => plots.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(900);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // A heading of one word has one line.
    const broken = await requests.locator('thead th').evaluateAll((heads) =>
      heads.flatMap(({ textContent, firstChild }) => {
        if (firstChild === null || /\s/.test(textContent)) return [];
        const range = document.createRange();
        range.selectNodeContents(firstChild);
        return range.getClientRects().length > 1 ? [textContent] : [];
      }),
    );
    expect(broken).toEqual([]);
    await page.setViewportSize({ width: 1600, height: 900 });
    const columns = await page
      .locator('.look > div')
      .evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect().left));
    expect(columns[1]).toBeGreaterThan((columns[0] ?? 0) + 500);
    expect(requested.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test('a command that is not understood is refused without a build', async () => {
  const builtAtMs = async () => (await stat('dist/provider/server.js')).mtimeMs;
  const beforeMs = await builtAtMs();
  const { code, output } = await runTool('--cpu=abc');
  expect(code).toBe(2);
  expect(output).toBe('--cpu takes a number of at least 1, and got “abc”.\n');
  expect(await builtAtMs()).toBe(beforeMs);
});
