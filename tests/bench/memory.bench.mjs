import { launchBrowser, median, printTable, startServer } from './support/measure.mjs';
import { heaviestRenderer } from './support/renderer-memory.mjs';

/**
 * Memory that long playback adds: a video loops at double speed while the controls show and hide and settings change. Heap,
 * nodes and listeners of main are counted after a forced collection; memory is the proportional set size of the page's
 * process with its workers (Linux only). `--minutes=30` minutes of video are played, in half that time.
 */
const MINUTES = Number(process.argv.find((word) => word.startsWith('--minutes='))?.slice('--minutes='.length) ?? 30);
const RATE = 2;
const SAMPLE_EVERY_MINUTES = 1;
/** The first minutes fill caches and journals and compile hot functions, so they do not count as growth. */
const SETTLED_AFTER_MINUTES = 5;
const START_TIMEOUT_MS = 120_000;

const server = await startServer();
const browser = await launchBrowser();
const session = await browser.newBrowserCDPSession();
const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
const page = await context.newPage();
page.setDefaultTimeout(START_TIMEOUT_MS);
const problems = [];
page.on('pageerror', ({ message }) => problems.push(message));
const cdp = await context.newCDPSession(page);
await cdp.send('Performance.enable');
await cdp.send('HeapProfiler.enable');
await page.goto(`http://localhost:${server.port}/embed/orieldemo01?autoplay=1&mute=1&loop=1&playlist=orieldemo01`);
await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
await page.mouse.move(320, 180);
await page.locator('.control-bar button').first().waitFor();
// Each press raises the rate by 0.25.
for (let rate = 1; rate < RATE; rate += 0.25) await page.keyboard.press('Shift+>');
await page.waitForFunction((rate) => document.querySelector('video').playbackRate === rate, RATE);

/** Acts as a viewer: toggles captions and sound, seeks, moves the pointer over the picture, and opens and closes a menu. */
async function use() {
  for (const key of ['c', 'ArrowLeft', 'm', 'm', 'c']) await page.keyboard.press(key);
  await page.mouse.move(100 + Math.random() * 400, 100);
  await page.locator('.control-bar [aria-haspopup]').first().click();
  await page.keyboard.press('Escape');
}

async function sample(playedMinutes) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    playedMinutes,
    heapKilobytes: of('JSHeapUsedSize') / 1_024,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    megabytes: (await heaviestRenderer(session)) / 2 ** 20,
  };
}

const samples = [];
for (let played = 0; played < MINUTES; played += SAMPLE_EVERY_MINUTES) {
  await use();
  await page.waitForTimeout((SAMPLE_EVERY_MINUTES * 60_000) / RATE);
  samples.push(await sample(played + SAMPLE_EVERY_MINUTES));
}
const { state, position } = await page.evaluate(() => ({
  state: document.querySelector('#player').dataset.state,
  position: document.querySelector('video').currentTime,
}));
await browser.close();
await server.stop();

printTable(
  `${MINUTES} minutes of playback at ${RATE}×, after a collection`,
  ['minute', 'heap of main kB', 'nodes', 'listeners', 'process MB'],
  samples
    .filter((_, index) => index % 5 === 4)
    .map(({ playedMinutes, heapKilobytes, nodes, listeners, megabytes }) => [
      playedMinutes,
      heapKilobytes.toFixed(0),
      nodes,
      listeners,
      megabytes.toFixed(0),
    ]),
);
const settled = samples.filter(({ playedMinutes }) => playedMinutes > SETTLED_AFTER_MINUTES);
printTable(
  `Growth an hour, by the median slope between any two samples after ${SETTLED_AFTER_MINUTES} minutes`,
  ['what', 'growth'],
  [
    ['heap of main, kB', slopeAnHour(settled, 'heapKilobytes').toFixed(0)],
    ['nodes', slopeAnHour(settled, 'nodes').toFixed(0)],
    ['listeners', slopeAnHour(settled, 'listeners').toFixed(0)],
    ['process, MB', slopeAnHour(settled, 'megabytes').toFixed(1)],
  ],
);
console.log(`\nat the end: ${state} at ${position.toFixed(1)} s, ${problems.length} uncaught errors`);
for (const problem of problems) console.log(problem);

/** Median of the slopes between any two samples: unlike a fitted line, a few outliers do not move it. */
function slopeAnHour(taken, key) {
  const slopes = taken.flatMap((from, index) =>
    taken.slice(index + 1).map((to) => (60 * (to[key] - from[key])) / (to.playedMinutes - from.playedMinutes)),
  );
  return slopes.length > 0 ? median(slopes) : Number.NaN;
}
