import { compareWithBudgets } from './support/budgets.mjs';
import { isOfPlayer, printRatios, startBuilds, waysOfBuilds } from './support/builds.mjs';
import { longestTasksMs } from './support/longest-task.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { loadPeers } from './support/peers.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * The cost of playback on the main thread, with the whole interface and telemetry, beside hls.js alone on main and a
 * bare `<video controls>` with the same video as one file. CPU is the thread time of all tasks of the main thread, as
 * counted by Chromium (`TaskDuration` in thread ticks); it includes the slow-down at 6× and no waiting for a core.
 * Variants are interleaved, so that other load affects all equally. `--rounds=9` measures more often;
 * `--against=FOLDER` adds another build to the run, `--peers` other players (tests/bench/peers).
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 5);
/** Until then all players have loaded the whole video, which lasts 28 s: ours loads 10 s ahead at first. */
const SETTLE_MS = 9_000;
const WATCH_MS = 10_000;
/** Some players take long on a busy machine. */
const START_TIMEOUT_MS = 120_000;

/** The end screen, which is loaded in the middle of what is measured, would be no part of playing. */
const CUED = '/embed/orieldemo01?mute=1&endscreen=0';
const EMBED = `${CUED}&autoplay=1`;

const WAYS = [
  { name: 'bare video, one file', path: '/bare.html' },
  { name: 'hls.js on main', path: '/hls.html' },
  { name: 'oriel, controls hidden', path: EMBED },
  { name: 'oriel, controls visible', path: EMBED, keepVisible: true },
];

/** A finger starts the video, and nobody touches it afterwards. */
const TAPPED = { name: 'oriel, started by a tap', path: CUED, isTapped: true };

const peers = process.argv.includes('--peers') ? await loadPeers() : { ways: [], pages: [] };
const builds = await startBuilds(option('against'));
const fronts = await builds.startFronts(undefined, peers.pages);
const ways = waysOfBuilds([...WAYS, ...peers.ways], builds);
const browser = await launchBrowser();

/** React calls a hook of its developer tools on every commit; here it only counts. */
function countCommits() {
  window.commits = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: () => (window.commits += 1),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
}

async function openPlaying({ path, build, keepVisible = false }, slowdown, { counting = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  page.setDefaultTimeout(START_TIMEOUT_MS);
  if (counting) await page.addInitScript(countCommits);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`http://localhost:${fronts[build].port}${path}`);
  await page.waitForFunction(() => (document.querySelector('video, hls-video')?.currentTime ?? 0) > 0.5);
  if (keepVisible) await focusControls(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.waitForTimeout(SETTLE_MS);
  return { page, cdp, close: () => context.close() };
}

/** Focus in the control bar keeps it open, whereas the pointer would cost something itself. */
async function focusControls(page) {
  await page.keyboard.press('Tab');
  await page.locator('.control-bar button').first().focus();
}

/** Runs in the page before anything else: the first frame of its first video, told without polling. */
function watchFirstFrame() {
  window.firstFrame = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const video = document.querySelector('video');
      if (video === null) return;
      observer.disconnect();
      video.requestVideoFrameCallback(() => resolve());
    }).observe(document, { childList: true, subtree: true });
  });
}

/** From the first frame on; where controls are to be visible, somebody comes with it. */
async function arrivalCpuMs({ path, build, keepVisible = false, isTapped = false }, slowdown) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 }, hasTouch: isTapped });
  const page = await context.newPage();
  page.setDefaultTimeout(START_TIMEOUT_MS);
  await page.addInitScript(watchFirstFrame);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`http://localhost:${fronts[build].port}${path}`, { waitUntil: 'commit' });
  if (isTapped) {
    // The page has gone quiet, as it has before a person finds the button.
    await page.waitForTimeout(2_000);
    await page.tap('.big-play');
  }
  await page.evaluate(() => window.firstFrame);
  const before = await metric(cdp, 'TaskDuration');
  const watched = page.waitForTimeout(WATCH_MS);
  if (keepVisible) await focusControls(page);
  await watched;
  const spentMs = ((await metric(cdp, 'TaskDuration')) - before) * 1_000;
  await context.close();
  return spentMs;
}

async function metric(cdp, wanted) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? 0;
}

/** The focus keeps the controls for ten seconds; a key that does nothing starts them again. */
async function watch(page, { keepVisible = false }) {
  for (const half of [0, 1]) {
    if (keepVisible) await page.keyboard.press('F9');
    await page.waitForTimeout(WATCH_MS / 2);
    if (keepVisible && half === 1 && (await page.locator('#player').getAttribute('data-idle')) !== null)
      throw new Error('the controls were to stay visible');
  }
}

async function mainCpuMs(way, slowdown) {
  const { page, cdp, close } = await openPlaying(way, slowdown);
  const before = await metric(cdp, 'TaskDuration');
  await watch(page, way);
  const spentMs = ((await metric(cdp, 'TaskDuration')) - before) * 1_000;
  await close();
  return spentMs;
}

async function heapBytes(way) {
  const { cdp, close } = await openPlaying(way, 1);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const bytes = await metric(cdp, 'JSHeapUsedSize');
  await close();
  return bytes;
}

async function longestTaskMs(way) {
  const { page, close } = await openPlaying(way, 4);
  const longest = await longestTasksMs(browser, page, () => page.waitForTimeout(WATCH_MS));
  await close();
  return longest;
}

async function commitsPerSecond(way) {
  const { page, close } = await openPlaying(way, 1, { counting: true });
  const before = await page.evaluate(() => window.commits);
  await watch(page, way);
  const count = (await page.evaluate(() => window.commits)) - before;
  const isHidden = (await page.locator('#player').getAttribute('data-idle')) !== null;
  await close();
  return { perSecond: count / (WATCH_MS / 1_000), mounted: before, controls: isHidden ? 'hidden' : 'visible' };
}

const measured = {};
/** Another build has ways of its own behind those of this one. */
const [floorWay, , hidden] = ways;
const visible = ways.find(({ keepVisible }) => keepVisible);

/** One table of main-thread CPU at each slow-down; `budgets` names what of it has a budget. */
async function compareCpu(title, compared, budgets, cpuMs) {
  for (const slowdown of [1, 6]) {
    const samples = await samplesInTurn({
      title: `${title}, CPU ${slowdown}×`,
      ways: compared,
      rounds: ROUNDS,
      expectedStepMs: 2 * WATCH_MS,
      measure: async (way) => ({ cpuMs: await cpuMs(way, slowdown) }),
    });
    const valuesOf = ({ name }) => samples.get(name).map((sample) => sample.cpuMs);
    const ratioOf = (way) => median(valuesOf(way)) / median(valuesOf(floorWay));
    printTable(
      `${title}, CPU ${slowdown}×, median of ${ROUNDS} (range)`,
      ['way', 'CPU ms', 'range', 'ratio'],
      compared.map((way) => {
        const values = valuesOf(way);
        const range = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
        return [way.name, median(values).toFixed(0), range, ratioOf(way).toFixed(2)];
      }),
    );
    const players = [...WAYS, TAPPED].filter((way) => compared.some(({ name }) => name === way.name));
    printRatios(`${title}, CPU ${slowdown}×`, players, builds, samples, [{ key: 'cpuMs', title: 'CPU' }]);
    for (const [way, budget] of budgets) measured[`${budget}, CPU ${slowdown}×`] = ratioOf(way);
  }
}

const seconds = WATCH_MS / 1_000;
await compareCpu(
  `Main thread while playing ${seconds} s`,
  ways,
  [
    [hidden, 'playing, controls hidden, ÷ bare video'],
    [visible, 'playing, controls visible, ÷ bare video'],
  ],
  mainCpuMs,
);
/** Where the video of another player is in a shadow tree, its first frame cannot be seen from here. */
const ownWays = waysOfBuilds([...WAYS, TAPPED], builds);
await compareCpu(
  `Main thread in the first ${seconds} s from the first frame`,
  ownWays,
  [[hidden, 'first ten seconds, ÷ bare video']],
  arrivalCpuMs,
);

const HEAP_TITLE = 'Heap after a forced collection, and the longest task at 4×';
const others = await samplesInTurn({
  title: 'Heap and longest task',
  ways,
  rounds: Math.min(3, ROUNDS),
  expectedStepMs: 2 * WATCH_MS,
  measure: async (way) => ({ heapBytes: await heapBytes(way), longestMs: await longestTaskMs(way) }),
});
const otherOf = (name, key) => median(others.get(name).map((sample) => sample[key]));
printTable(
  HEAP_TITLE,
  ['way', 'heap MB', 'longest task CPU ms'],
  ways.map(({ name }) => [
    name,
    (otherOf(name, 'heapBytes') / 1_048_576).toFixed(2),
    otherOf(name, 'longestMs').toFixed(1),
  ]),
);
printRatios(HEAP_TITLE, WAYS, builds, others, [
  { key: 'heapBytes', title: 'heap' },
  { key: 'longestMs', title: 'longest task' },
]);

const heapOf = ({ name }) => otherOf(name, 'heapBytes') / 1_048_576;
measured['heap of main, controls hidden'] = heapOf(hidden);
measured['heap of main, controls visible'] = heapOf(visible);

const commits = [];
for (const way of ways.filter(isOfPlayer)) {
  const { perSecond, mounted, controls } = await commitsPerSecond(way);
  commits.push([way.name, controls, mounted, perSecond.toFixed(2)]);
}
printTable('React commits while playing', ['way', 'controls', 'until then', 'per second'], commits);

await compareWithBudgets('playback', measured);

await browser.close();
await Promise.all(fronts.map((front) => front.stop()));
await builds.stop();
