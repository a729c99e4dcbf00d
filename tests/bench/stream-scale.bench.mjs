import { compareWithBudgets } from './support/budgets.mjs';
import { longestWorkerTaskMs } from './support/longest-task.mjs';
import { launchBrowser, median, printTable, startServer } from './support/measure.mjs';
import { heaviestRenderer } from './support/renderer-memory.mjs';
import { SEGMENT_SECONDS, startEndlessStream } from './support/endless-stream.mjs';
import { makeScaleCatalog } from './support/scale-catalog.mjs';

/**
 * Cost of the length of a stream: main's CPU with a video of ten hours or a live window of a day, in turn with short streams of
 * the same segments; the longest task of the workers while the live playlist is reloaded; and memory while the live window
 * slides by an hour, at thirty times its real speed. `--rounds=3`; `--minutes=60` by which the window slides; 0 skips that part.
 */
const option = (name, fallback) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback);
const ROUNDS = option('rounds', 3);
const WINDOW_MINUTES = option('minutes', 60);
const SPEED = 30;
const DAY_SEGMENTS = 86_400 / SEGMENT_SECONDS;
const LONG_SECONDS = 36_000;
/** Longer than the buffer ahead, so that loading costs the same in short and long videos. */
const SHORT_SECONDS = 1_800;
/** Cues of the long video. The short video has fewer, so that both have a cue every 7.2 s. */
const CUES = 5_000;
/** After the first frame the player finishes loading. */
const SETTLE_MS = 4_000;
const WATCH_MS = 10_000;
const START_TIMEOUT_MS = 120_000;
const SAMPLE_EVERY_MS = 5_000;
const MEGABYTE = 2 ** 20;

const stream = await startEndlessStream();
const vod = (seconds) => ({ hls: stream.address(`vod/${seconds / SEGMENT_SECONDS}`), lengthSeconds: seconds });
const live = (window) => ({ hls: stream.address(`live/${window}`) });
const few = { chapters: 5, tracks: 1, cues: (CUES * SHORT_SECONDS) / LONG_SECONDS };
const many = { chapters: 500, tracks: 60, cues: CUES };
const VIDEOS = [
  { id: 'scale-short', name: 'half an hour', ...vod(SHORT_SECONDS) },
  { id: 'scale-long0', name: 'ten hours', ...vod(LONG_SECONDS), beside: 'scale-short' },
  { id: 'scale-few00', name: 'half an hour, 250 cues, 5 chapters, a track', ...vod(SHORT_SECONDS), ...few },
  {
    ...{ id: 'scale-many0', name: 'ten hours, 5 000 cues, 500 chapters, 60 tracks' },
    ...{ ...vod(LONG_SECONDS), ...many, beside: 'scale-few00' },
  },
  { id: 'scale-live0', name: 'live, a window of a minute', ...live('30-whole') },
  { id: 'scale-day00', name: 'live, a window of a day', ...live(`${DAY_SEGMENTS}-whole`), beside: 'scale-live0' },
  {
    id: 'scale-delta',
    name: 'live, a day with delta updates',
    ...live(`${DAY_SEGMENTS}-delta`),
    beside: 'scale-live0',
  },
];
const SLIDING = ['whole', 'delta'].map((kind) => ({
  id: `slides-${kind}`.slice(0, 11),
  name: kind,
  ...live(`${DAY_SEGMENTS}-${kind}-${SPEED}`),
}));

const catalog = makeScaleCatalog([...VIDEOS, ...SLIDING]);
const server = await startServer({ ORIEL_CATALOG_DIR: catalog.folder });
const browser = await launchBrowser();

async function open(id) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  page.setDefaultTimeout(START_TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`http://localhost:${server.port}/embed/${id}?autoplay=1&mute=1&cc_load_policy=1`);
  await page.waitForFunction(() => (document.querySelector('video')?.played.length ?? 0) > 0);
  await page.waitForTimeout(SETTLE_MS);
  return { page, cdp, close: () => context.close() };
}

async function metric(cdp, wanted) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** CPU of main until the player has settled, and while it plays. */
async function measureMain({ id }) {
  const { page, cdp, close } = await open(id);
  const startMs = (await metric(cdp, 'TaskDuration')) * 1_000;
  await page.waitForTimeout(WATCH_MS);
  const playMs = (await metric(cdp, 'TaskDuration')) * 1_000 - startMs;
  await close();
  return { startMs, playMs };
}

async function measureWorkers({ id }) {
  const { page, close } = await open(id);
  const taskMs = await longestWorkerTaskMs(browser, page, () => page.waitForTimeout(WATCH_MS));
  await close();
  return taskMs;
}

const samples = new Map(VIDEOS.map(({ id }) => [id, []]));
for (let round = 0; round < ROUNDS; round += 1)
  for (const video of round % 2 === 0 ? VIDEOS : VIDEOS.toReversed())
    samples.get(video.id).push({ ...(await measureMain(video)), taskMs: await measureWorkers(video) });

const measured = {};
if (ROUNDS > 0) printStreams();

const sliding = [];
for (const video of WINDOW_MINUTES > 0 ? SLIDING : []) sliding.push(await measureSliding(video));
if (sliding.length > 0)
  printTable(
    `A window of a day that slides by ${WINDOW_MINUTES} minutes in ${((WINDOW_MINUTES * 60) / SPEED).toFixed(0)} s: megabytes in its second and last quarter`,
    ['playlist', 'heap of main', 'last', 'process', 'last', 'in the end'],
    sliding,
  );
await compareWithBudgets('stream-scale', measured);

await browser.close();
await server.stop();
await stream.stop();
catalog.remove();

function printStreams() {
  const of = (id, key) => median(samples.get(id).map((sample) => sample[key]));
  const ratio = (id, beside, key) => (beside === undefined ? '' : (of(id, key) / of(beside, key)).toFixed(2));
  printTable(
    `Main's CPU until ${SETTLE_MS / 1_000} s after the start, and in the ${WATCH_MS / 1_000} s after; longest task of a worker then; median of ${ROUNDS}`,
    ['stream', 'start ms', '÷ short', 'playing ms', '÷ short', 'worker ms'],
    VIDEOS.map(({ id, name, beside }) => [
      name,
      of(id, 'startMs').toFixed(0),
      ratio(id, beside, 'startMs'),
      of(id, 'playMs').toFixed(0),
      ratio(id, beside, 'playMs'),
      of(id, 'taskMs').toFixed(1),
    ]),
  );
  printTable(
    'Playlists of the live windows',
    ['window', 'last kB', 'delta updates'],
    [...stream.sent].map(([name, { bytes, deltas }]) => [name, (bytes / 1_024).toFixed(0), deltas]),
  );
  for (const { id, name, beside } of VIDEOS.filter((video) => video.beside !== undefined)) {
    measured[`main CPU of the start: ${name} ÷ short`] = of(id, 'startMs') / of(beside, 'startMs');
    measured[`main CPU while playing: ${name} ÷ short`] = of(id, 'playMs') / of(beside, 'playMs');
    measured[`longest task of a worker: ${name}`] = of(id, 'taskMs');
  }
}

/** Memory while the window slides: main's heap after a collection, and the process with its workers. */
async function measureSliding({ id, name }) {
  const { page, cdp, close } = await open(id);
  await cdp.send('HeapProfiler.enable');
  const session = await browser.newBrowserCDPSession();
  const taken = [];
  const totalMs = (WINDOW_MINUTES * 60_000) / SPEED;
  for (let passedMs = 0; passedMs < totalMs; passedMs += SAMPLE_EVERY_MS) {
    await page.waitForTimeout(SAMPLE_EVERY_MS);
    await cdp.send('HeapProfiler.collectGarbage');
    const heapMegabytes = (await metric(cdp, 'JSHeapUsedSize')) / MEGABYTE;
    taken.push({ heapMegabytes, processMegabytes: (await heaviestRenderer(session)) / MEGABYTE });
  }
  const state = await page.evaluate(() => document.querySelector('#player').dataset.state);
  await session.detach();
  await close();
  const quarter = Math.max(1, taken.length >> 2);
  const mean = (part, key) => part.reduce((sum, sample) => sum + sample[key], 0) / part.length;
  const [second, last] = [taken.slice(quarter, 2 * quarter), taken.slice(-quarter)];
  const cells = ['heapMegabytes', 'processMegabytes'].flatMap((key) => [mean(second, key), mean(last, key)]);
  measured[`heap of main, last quarter of the window ÷ second: ${name}`] = cells[1] / cells[0];
  measured[`memory of the process, last quarter of the window ÷ second: ${name}`] = cells[3] / cells[2];
  return [name, ...cells.map((value) => value.toFixed(1)), state];
}
