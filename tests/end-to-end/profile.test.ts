import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { Report } from '../../src/profile/report/schema/report.ts';
import { parseTrace } from '../profile/trace/trace-event.ts';
import { exportTrace } from '../profile/output/export-trace.ts';
import { recordedRun } from '../unit/profile/recorded-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { watchPage } from './support/browser.ts';
import { test } from './support/test.ts';

/** Four sessions of the player, with their traces. */
const TIMEOUT_MS = 300_000;

/** The tool as it is called, with the product that has been built for all tests. */
async function runTool(...args: readonly string[]) {
  const child = spawn(process.execPath, ['.ci/profile.mjs', '--no-build', ...args], {
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
    const { code, output } = await runTool('--cpu=1', '--runs=1', '--play-seconds=0.5', `--out=${folder}`);
    // 3: on a machine that does nothing but wait the planted work may be shown too short, and the run is void.
    expect([0, 3], output).toContain(code);
    expect((await readdir(folder)).toSorted(), output).toEqual([
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
      'hidden',
      'back',
      'close',
    ]);
    // Where the service runs is where its time is.
    const service = setting?.offload.find(({ group }) => group === 'infrastructure service');
    expect(service?.main.values.workers).toEqual([0]);
    expect(service?.main.values.inline?.[0]).toBeGreaterThan(0);
    expect(service?.worker.values.workers?.[0]).toBeGreaterThan(0);
    expect(setting?.boundary.map(({ method }) => method)).toContain('infrastructure.start');
    expect(parseTrace(await readFile(join(folder, 'trace-1x-workers.json'), 'utf8')).events.length).toBeGreaterThan(
      1_000,
    );

    const { page, problems } = await watchPage(
      await contexts.open(browser, { viewport: { width: 1280, height: 900 } }),
    );
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    await page.getByRole('heading', { name: 'Where the time goes: main and workers' }).waitFor();
    const threads = page.getByRole('img', { name: 'Threads of one run' });
    await threads.focus();
    await page.keyboard.press('/');
    await page.keyboard.type('FunctionCall');
    await threads.focus();
    await page.keyboard.press('n');
    await expect.poll(() => page.getByRole('status').first().textContent()).toMatch(/^FunctionCall: .* in /);
    await page.getByText('Threads as a table').click();
    await expect.poll(() => page.getByRole('rowheader', { name: 'FunctionCall' }).count()).toBeGreaterThan(0);
    expect(requested.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test('Speedscope opens an exported trace, with every profiled thread by its name', async ({ browser, contexts }) => {
  const folder = await temporaryFolder();
  const trace = Buffer.from(exportTrace(await recordedRun())).toString('base64');
  const script = join(folder, 'load.js');
  // How its own command line hands a file over.
  await writeFile(script, `speedscope.loadFileFromBase64('trace.json', '${trace}')`);
  const { page } = await watchPage(await contexts.open(browser, { viewport: { width: 1280, height: 800 } }));
  const app = pathToFileURL(resolve('node_modules/speedscope/dist/release/index.html')).href;
  await page.goto(`${app}#localProfilePath=${script}`);

  await page.getByText(/\(1\/2\)/).click();
  await page.getByText('Infrastructure worker (oriel-infrastructure)').first().waitFor();
  await page.getByText('CrRendererMain').first().waitFor();
});
