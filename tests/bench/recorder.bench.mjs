import { compareWithBudgets } from './support/budgets.mjs';
import { startBuilds } from './support/builds.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * Cost of the recorder for the main thread while a video plays and events are logged. Runs with and without the recorder take
 * turns. They differ less than two equal runs do, so the cost is also computed from its parts: the number of spans that main
 * recorded, times the time of a span, measured in the same page. Then the cost of the panel and of the tracks, by main's
 * `TaskDuration` with and without them. `--rounds=9` measures more often; `--part=tracks` measures one of the three.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 5);
const START_MS = 1_500;
const SETTLE_MS = 4_000;
const WATCH_MS = 10_000;
const SPANS_TIMED = 100_000;
const WAYS = [
  { name: 'recorder on', isOn: true },
  { name: 'recorder off', isOn: false },
];

const builds = await startBuilds(undefined, { ORIEL_BENCH: '1' });
const [{ server }] = builds.list;
const browser = await launchBrowser();

async function cpuMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function measure({ isOn }) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`http://localhost:${server.port}/embed/orieldemo01?autoplay=1&mute=1`);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  if (!isOn) await page.evaluate(() => window.__bench.stopRecording());
  // As many events as a viewer causes who presses keys without a pause.
  await page.evaluate(() => void setInterval(() => window.__bench.logEvents(5, 'load'), 500));
  await page.waitForTimeout(SETTLE_MS);
  const startMs = await page.evaluate(() => performance.timeOrigin + performance.now());
  const before = await cpuMs(cdp);
  await page.waitForTimeout(WATCH_MS);
  const spentMs = (await cpuMs(cdp)) - before;
  const spans = await page.evaluate(
    async (fromMs) =>
      (await window.__bench.readSpans()).filter((span) => span.lane === 'main' && span.startMs >= fromMs).length,
    startMs,
  );
  const spanUs = (await page.evaluate((count) => window.__bench.timeSpans(count), SPANS_TIMED)) * (1_000 / SPANS_TIMED);
  await context.close();
  return { spentMs, spans, spanUs };
}

const inRounds = (title, ways, settleMs, measureWay) =>
  samplesInTurn({
    title,
    ways,
    rounds: ROUNDS,
    expectedStepMs: START_MS + settleMs + WATCH_MS,
    measure: measureWay,
  });

async function benchRecorder() {
  const samples = await inRounds('Recorder', WAYS, SETTLE_MS, measure);

  const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
  printTable(
    `Main thread in ${WATCH_MS / 1_000} s of playback with 10 events a second, median of ${ROUNDS} (range)`,
    ['way', 'CPU ms', 'range'],
    WAYS.map(({ name }) => {
      const values = samples.get(name).map(({ spentMs }) => spentMs);
      return [name, median(values).toFixed(1), `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`];
    }),
  );
  const [spans, spanUs, spentMs] = ['spans', 'spanUs', 'spentMs'].map((key) => of('recorder on', key));
  printTable(
    'From its parts',
    ['spans', 'µs a span', 'ms in all', 'share of main’s CPU'],
    [
      [
        spans,
        spanUs.toFixed(3),
        ((spans * spanUs) / 1_000).toFixed(3),
        `${((spans * spanUs) / 10 / spentMs).toFixed(3)} %`,
      ],
    ],
  );
}

/** Views of the panel. The menu opens it, since the parameter would also write tracks. “Video frames” is a part of “Threads”. */
const VIEWS = ['closed', 'Stats', 'Threads', 'Video frames'].map((name) => ({ name }));
const PANEL_SETTLE_MS = 6_000;

async function measureView({ name }) {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`http://localhost:${server.port}/embed/orieldemo01?autoplay=1&mute=1&loop=1`);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  if (name !== 'closed') {
    await page.mouse.click(100, 80, { button: 'right' });
    await page.getByRole('button', { name: 'Stats for nerds' }).press('Enter');
    await page.getByRole('tab', { name: name === 'Stats' ? name : 'Threads' }).press('Enter');
  }
  if (name === 'Video frames') await page.getByRole('button', { name }).press('Enter');
  await page.mouse.move(2, 2);
  await page.waitForTimeout(PANEL_SETTLE_MS);
  const before = await cpuMs(cdp);
  await page.waitForTimeout(WATCH_MS);
  const spentMs = ((await cpuMs(cdp)) - before) / (WATCH_MS / 1_000);
  await context.close();
  return spentMs;
}

async function benchPanel() {
  const views = await inRounds('Panel', VIEWS, PANEL_SETTLE_MS, measureView);
  const closedMs = median(views.get('closed'));
  const panelMs = (name) => median(views.get(name)) - closedMs;
  printTable(
    `Panel: milliseconds of main a second while a video plays, median of ${ROUNDS} (range)`,
    ['view', 'main', 'range', 'of it the panel', 'share of main'],
    VIEWS.map(({ name }) => {
      const values = views.get(name);
      const range = `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
      const own = name === 'closed' ? ['', ''] : [panelMs(name).toFixed(2), `${(panelMs(name) / 10).toFixed(2)} %`];
      return [name, median(values).toFixed(2), range, ...own];
    }),
  );
  const framesMs = median(views.get('Video frames')) - median(views.get('Threads'));
  console.log(`Frames of the video: ${framesMs.toFixed(1)} ms of main a second beside the lanes\n`);
  await compareWithBudgets('recorder', {
    'panel with figures, share of main': panelMs('Stats') / 10,
    'panel with lanes, share of main': panelMs('Threads') / 10,
  });
}

/**
 * Pages with and without tracks. Both have the parameter, since any value of it isolates the page, which makes its clock finer.
 * Both also run while the browser records, when everything costs more, so that only the difference is of interest.
 */
const TRACKS = ['without', 'tracks', 'without, recorded', 'tracks, recorded'].map((name) => ({ name }));

async function measureTracks({ name }) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const profile = name.startsWith('tracks') ? 'tracks' : '0';
  await page.goto(`http://localhost:${server.port}/embed/orieldemo01?autoplay=1&mute=1&loop=1&profile=${profile}`);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  await page.evaluate(() => void setInterval(() => window.__bench.logEvents(5, 'load'), 500));
  await page.mouse.move(2, 2);
  await page.waitForTimeout(PANEL_SETTLE_MS);
  const isRecorded = name.endsWith('recorded');
  if (isRecorded) await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] });
  const before = await cpuMs(cdp);
  await page.waitForTimeout(WATCH_MS);
  const spentMs = ((await cpuMs(cdp)) - before) / (WATCH_MS / 1_000);
  if (isRecorded) await browser.stopTracing();
  await context.close();
  return spentMs;
}

async function benchTracks() {
  const tracks = await inRounds('Tracks', TRACKS, PANEL_SETTLE_MS, measureTracks);
  printTable(
    `Tracks: milliseconds of main a second while a video plays, median of ${ROUNDS} (range)`,
    ['way', 'main', 'range'],
    TRACKS.map(({ name }) => {
      const values = tracks.get(name);
      return [name, median(values).toFixed(2), `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`];
    }),
  );
  const tracksShare = (suffix) => median(tracks.get(`tracks${suffix}`)) / median(tracks.get(`without${suffix}`)) - 1;

  await compareWithBudgets('recorder', {
    'tracks, of main without them': tracksShare('') * 100,
    'tracks while the browser records, of main without them': tracksShare(', recorded') * 100,
  });
}

const PARTS = { recorder: benchRecorder, panel: benchPanel, tracks: benchTracks };
for (const [name, bench] of Object.entries(PARTS)) if ([undefined, name].includes(option('part'))) await bench();

await browser.close();
await builds.stop();
