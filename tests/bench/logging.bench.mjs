import { bundleScript } from './support/bundle-script.mjs';
import { startCollector } from './support/collector.mjs';
import { longestTasksMs } from './support/longest-task.mjs';
import { compareWithBudgets } from './support/budgets.mjs';
import { startBuilds } from './support/builds.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { BenchProgress } from './support/progress.mjs';

/**
 * CPU time of a logged event on the main thread: all tasks of the thread until the work is done, minus those of the same loop
 * without logging on the same page. Loops and variants are interleaved, so that other load affects all equally. The floor
 * runs on the embed page too, because an animation frame costs more there than on an empty page, and less when warm.
 *
 * All ways together take about twelve minutes for each slow-down on a quiet machine. The budgets limit `oriel` ÷ `floorFetch`.
 *
 * Options: `--rounds=3 --pairs=2`, `--cpu=1,6`, `--ways=floor,oriel` (keys of `WAYS`), `--longest=no`,
 * `--against=FOLDER` (another build in the same run: a checkout, or a copy of its `dist`).
 */
const option = (name, usual) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const ROUNDS = Number(option('rounds', 3));
const PAIRS = Number(option('pairs', 2));
const SLOWDOWNS = option('cpu', '1,6').split(',').map(Number);
const BURST_EVENTS = 1_000;
const FRAMES = 150;
const FRAME_MS = 1_000 / 60;
const EVENTS_PER_FRAME = 10;
const WARM_UP_EVENTS = 200;
/** Longer than the delay of any batch and of the journal's cleanup. */
const SETTLE_MS = 1_500;

const scriptOf = async (name) =>
  (await bundleScript(`loggers/${name}.mjs`)).replaceAll('</script', String.raw`<\/script`);
const LOGGERS = ['fetch-batches', 'sentry', 'datadog'];
const pages = new Map(
  await Promise.all(
    LOGGERS.map(async (name) => {
      const body = `<!doctype html><link rel="icon" href="data:,"><body><script>${await scriptOf(name)}</script>`;
      return [`/${name}`, { type: 'text/html', body }];
    }),
  ),
);
const [bare, bareFetch, bareEach] = await Promise.all(
  ['post-message', 'post-message-fetch', 'post-message-each'].map(scriptOf),
);

const [builds, collector, browser] = await Promise.all([
  startBuilds(option('against'), { ORIEL_BENCH: '1' }),
  startCollector(pages),
  launchBrowser(),
]);
const embedOf = ({ port }) => `http://127.0.0.1:${port}/embed/orieldemo01`;
const [{ server }, other] = builds.list;
const embedUrl = embedOf(server);
const ORIEL = {
  oriel: { name: 'oriel', url: embedUrl },
  memory: { name: 'oriel without its journal', url: embedUrl, refusesStorage: true },
};
const AGAINST_WAYS =
  other === undefined
    ? {}
    : {
        otherOriel: { name: 'the other oriel', url: embedOf(other.server) },
        otherMemory: { name: 'the other oriel without its journal', url: embedOf(other.server), refusesStorage: true },
      };
const measured = {};
const WAYS = {
  floor: { name: 'postMessage, same cadence', url: embedUrl, script: bare },
  floorFetch: { name: '  and the worker sends batches', url: embedUrl, script: bareFetch },
  each: { name: 'postMessage, each event', url: embedUrl, script: bareEach },
  ...ORIEL,
  ...AGAINST_WAYS,
  fetch: { name: 'JSON and fetch on main', url: `${collector.origin}/fetch-batches` },
  sentry: { name: '@sentry/browser logs', url: `${collector.origin}/sentry` },
  datadog: { name: '@datadog/browser-logs', url: `${collector.origin}/datadog` },
};
const wanted = option('ways', Object.keys(WAYS).join()).split(',');
const unknown = wanted.filter((key) => !Object.hasOwn(WAYS, key));
if (unknown.length > 0) {
  console.error(`No such way: ${unknown.join(', ')}. There are: ${Object.keys(WAYS).join(', ')}.`);
  await Promise.all([browser.close(), builds.stop(), collector.stop()]);
  process.exit(2);
}
const ways = wanted.map((key) => WAYS[key]);
const measuresLongest = option('longest', 'yes') === 'yes';
const progress = new BenchProgress({
  steps: ways.length * (SLOWDOWNS.length * ROUNDS + (measuresLongest ? 1 : 0)),
  // Three warm-ups, then bursts and frames, each with and without logging.
  expectedStepMs: (3 + PAIRS * 4) * SETTLE_MS + PAIRS * 2 * FRAMES * FRAME_MS,
});

async function openWay({ url, refusesStorage = false, script = '' }) {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  if (refusesStorage) await page.addInitScript(refuseLocalStorage);
  await page.goto(url);
  await page.waitForFunction(() => window.logEvents !== undefined || window.__bench !== undefined);
  await page.evaluate(() => window.__bench?.ready);
  await page.evaluate(script);
  await page.evaluate(() => {
    window.logEvents ??= (count) => window.__bench.logEvents(count);
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { context, page, cdp };
}

function refuseLocalStorage() {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('refused', 'SecurityError');
    },
  });
}

/** Runs in the page: logs `count` events in each of `frames` animation frames, or at once if `frames` is 1. */
const logAll = ([count, frames, isOn]) =>
  new Promise((resolve) => {
    const log = isOn ? window.logEvents : () => {};
    if (frames === 1) return resolve(log(count));
    let left = frames;
    const frame = () => {
      log(count);
      if (--left > 0) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });

async function taskMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
}

async function costMs({ page, cdp }, count, frames, isOn) {
  const beforeMs = await taskMs(cdp);
  await page.evaluate(logAll, [count, frames, isOn]);
  await page.waitForTimeout(SETTLE_MS);
  return (await taskMs(cdp)) - beforeMs;
}

async function perEventUs(opened, count, frames) {
  const samples = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const costs = {};
    for (const isOn of pair % 2 === 0 ? [false, true] : [true, false]) {
      costs[isOn] = await costMs(opened, count, frames, isOn);
    }
    samples.push(((costs[true] - costs[false]) * 1_000) / (count * frames));
  }
  return samples;
}

async function measure(way, slowdown) {
  const opened = await openWay(way);
  await opened.cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  for (let turn = 0; turn < 3; turn += 1) await costMs(opened, WARM_UP_EVENTS, 1, true);
  const burst = await perEventUs(opened, BURST_EVENTS, 1);
  const frames = await perEventUs(opened, EVENTS_PER_FRAME, FRAMES);
  await opened.context.close();
  return { burst, frames };
}

async function measureLongest(way) {
  const opened = await openWay(way);
  await costMs(opened, WARM_UP_EVENTS, 1, true);
  const run = (isOn) => longestTasksMs(browser, opened.page, () => costMs(opened, 50, 200, isOn));
  const row = [way.name, (await run(false)).toFixed(1), (await run(true)).toFixed(1)];
  await opened.context.close();
  return row;
}

for (const slowdown of SLOWDOWNS) {
  const samples = new Map(ways.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ways) {
      const name = `${way.name.trim()}, CPU ${slowdown}×, round ${round + 1} of ${ROUNDS}`;
      samples.get(way).push(await progress.step(name, () => measure(way, slowdown)));
    }
  }
  const of = (way, key) => median(samples.get(way).flatMap((sample) => sample[key]));
  const against = (way, key) => (samples.has(WAYS.floor) ? (of(way, key) / of(WAYS.floor, key)).toFixed(2) : '');
  if (samples.has(WAYS.oriel) && samples.has(WAYS.floorFetch)) {
    const ratio = (key) => of(WAYS.oriel, key) / of(WAYS.floorFetch, key);
    measured[`event in a burst ÷ bare postMessage, CPU ${slowdown}×`] = ratio('burst');
    measured[`event at 10 a frame ÷ bare postMessage, CPU ${slowdown}×`] = ratio('frames');
  }
  const rowOf = (way) => [
    way.name,
    ...['burst', 'frames'].flatMap((key) => [of(way, key).toFixed(1), against(way, key)]),
  ];
  const shareOf = (whole, rest) =>
    samples.has(whole) && samples.has(rest)
      ? [
          [
            `  the journal’s share of ${whole.name}`,
            ...['burst', 'frames'].flatMap((key) => [(of(whole, key) - of(rest, key)).toFixed(1), '']),
          ],
        ]
      : [];
  printTable(
    `Main thread, µs per event, CPU ${slowdown}×, median of ${ROUNDS * PAIRS}`,
    ['way', `burst of ${BURST_EVENTS}`, 'ratio', `${EVENTS_PER_FRAME} per frame`, 'ratio'],
    [...ways.map(rowOf), ...shareOf(WAYS.oriel, WAYS.memory), ...shareOf(WAYS.otherOriel, WAYS.otherMemory)],
  );
}

if (measuresLongest) {
  const longest = [];
  for (const way of ways)
    longest.push(await progress.step(`${way.name.trim()}, longest task`, () => measureLongest(way)));
  printTable(
    'Longest main-thread task, ms of CPU, 10000 events at 50 per frame, CPU 1×',
    ['way', 'frames alone', 'with logging'],
    longest,
  );
}

await compareWithBudgets('logging', measured);

await browser.close();
await builds.stop();
collector.stop();
