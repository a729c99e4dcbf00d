import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../.ci/chromium.mjs';
import { startBuilds, printRatios, waysOfBuilds } from './support/builds.mjs';
import { median, printTable } from './support/measure.mjs';
import { processorSeconds, threadSeconds } from './support/processor-time.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * Processor time of a logged event, as the kernel counts it, in all threads of the browser and in its workers: from the call until
 * the event is batched, sent and acknowledged. `bench:logging` measures the part of the main thread. Each sample starts a new
 * browser. `--rounds=9` measures more often; `--against=FOLDER` adds another build. On Linux.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 3);
const SETTLE_MS = 3_000;
const WARM_UP_EVENTS = 200;
/** Chromium's name for the threads of dedicated workers. */
const WORKER_THREAD = 'DedicatedWorker';
const CADENCES = {
  frames: { title: '10 a frame', count: 10, turns: 600, pauseMs: 0 },
  bursts: { title: 'bursts of 1000', count: 1_000, turns: 5, pauseMs: 500 },
};

const builds = await startBuilds(option('against'), { ORIEL_BENCH: '1' });
const ways = waysOfBuilds([{ name: 'oriel', path: '/embed/orieldemo01' }], builds);

/** Runs in the page. */
const logInTurns = async ({ count, turns, pauseMs }) => {
  for (let turn = 0; turn < turns; turn += 1) {
    window.__bench.logEvents(count);
    await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, pauseMs) : requestAnimationFrame(resolve)));
  }
};

async function measure({ path, build }) {
  const server = await chromium.launchServer({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage();
  await page.goto(`http://localhost:${builds.list[build].server.port}${path}`);
  await page.waitForFunction(() => window.__bench !== undefined);
  await page.evaluate(() => window.__bench.ready);
  await page.evaluate((count) => window.__bench.logEvents(count), WARM_UP_EVENTS);
  await page.waitForTimeout(SETTLE_MS);
  const spent = () => [processorSeconds(server.process().pid), threadSeconds(server.process().pid, WORKER_THREAD)];
  const sample = {};
  for (const [key, cadence] of Object.entries(CADENCES)) {
    const before = spent();
    await page.evaluate(logInTurns, cadence);
    await page.waitForTimeout(SETTLE_MS);
    const [all, workers] = spent().map(
      (seconds, index) => ((seconds - before[index]) * 1e6) / (cadence.count * cadence.turns),
    );
    Object.assign(sample, { [key]: all, [`${key}Workers`]: workers });
  }
  await browser.close();
  await server.close();
  return sample;
}

const title = 'Processor time of an event';
const samples = await samplesInTurn({ title, ways, rounds: ROUNDS, expectedStepMs: 30_000, measure });
const measures = Object.entries(CADENCES).flatMap(([key, cadence]) => [
  { key, title: `${cadence.title}, all threads` },
  { key: `${key}Workers`, title: `${cadence.title}, workers` },
]);
printTable(
  `${title}, µs, median of ${ROUNDS}`,
  ['way', ...measures.map((measured) => measured.title)],
  ways.map(({ name }) => [
    name,
    ...measures.map(({ key }) => median(samples.get(name).map((sample) => sample[key])).toFixed(0)),
  ]),
);
printRatios(title, [{ name: 'oriel', path: '/embed/' }], builds, samples, measures);
await builds.stop();
