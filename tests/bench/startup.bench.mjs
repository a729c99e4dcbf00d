import { compareWithBudgets } from './support/budgets.mjs';
import { inTurn, printRatios, startBuilds, waysOfBuilds } from './support/builds.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';

/**
 * From navigation to the first frame, muted autoplay, in an iframe of another site: time, CPU time of the frame's main
 * thread, and the time for which its tasks block longer than 50 ms. The floor is a bare `<video controls>` with the
 * same film as one file. Variants are interleaved, so that other load affects all equally. `--setting=4G` and
 * `--way=oriel` select by a word in the name, except the floor; `--rounds=9` measures more often; `--against=FOLDER`
 * adds another build to the run.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 5);
const PLAYER = 'autoplay=1&mute=1';
const FAST = { roundTripMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
/** As in Lighthouse: 1.6 Mbit/s, 150 ms. */
const SLOW_4G = { roundTripMs: 150, bytesPerSecond: 200_000 };
const LONG_TASK_MS = 50;

const ALL_WAYS = [
  { name: 'bare video, one file', path: '/bare.html' },
  { name: 'hls.js alone on main', path: '/hls.html' },
  { name: 'oriel', path: `/embed/orieldemo01?${PLAYER}` },
  { name: 'oriel, workers off', path: `/embed/orieldemo01?${PLAYER}&worker=off` },
  { name: 'oriel, one file', path: `/embed/orielmp4001?${PLAYER}` },
];
const [FLOOR, , PLAYER_WAY] = ALL_WAYS;
const measured = {};
const WAYS = ALL_WAYS.filter((way) => way === FLOOR || way.name.includes(option('way') ?? ''));
const SETTINGS = [
  ['CPU 1×', 1, FAST],
  ['CPU 6×', 6, FAST],
  ['slow 4G, CPU 4×', 4, SLOW_4G],
];

const MEASURES = [
  { key: 'firstFrameMs', title: 'first frame' },
  { key: 'mainCpuMs', title: 'main CPU' },
];

const builds = await startBuilds(option('against'));
const ways = waysOfBuilds(WAYS, builds);
const browser = await launchBrowser();

/** Runs in the frame before anything else. */
function watchStart() {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
  window.firstFrameMs = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const video = document.querySelector('video');
      if (video === null) return;
      observer.disconnect();
      video.requestVideoFrameCallback(() => resolve(performance.now()));
    }).observe(document, { childList: true, subtree: true });
  });
}

/** A frame in a separate process is opened and slowed first, then navigated to the measured page. */
async function measure(port, path, slowdown) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  await page.addInitScript(watchStart);
  const player = `http://127.0.0.1:${port}`;
  await page.goto(`http://localhost:${port}/blank.html`);
  await page.setContent(
    `<iframe src="${player}/blank.html" width="640" height="360" style="border:0" allow="autoplay"></iframe>`,
  );
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForLoadState();
  const cdp = await context.newCDPSession(frame);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const before = await taskMs(cdp);
  await frame.goto(player + path, { waitUntil: 'commit' });
  const firstFrameMs = await frame.evaluate(() => window.firstFrameMs);
  const mainCpuMs = (await taskMs(cdp)) - before;
  const tasks = await frame.evaluate(() => window.longTasks.map(({ startTime, duration }) => [startTime, duration]));
  const blockingMs = tasks
    .filter(([startTimeMs]) => startTimeMs < firstFrameMs)
    .reduce((sum, [, durationMs]) => sum + durationMs - LONG_TASK_MS, 0);
  await context.close();
  return { firstFrameMs, mainCpuMs, blockingMs };
}

async function taskMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

for (const [title, slowdown, line] of SETTINGS.filter(([title]) => title.includes(option('setting') ?? ''))) {
  const fronts = await builds.startFronts(line);
  const samples = new Map(ways.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, path, build } of inTurn(ways, round))
      samples.get(name).push(await measure(fronts[build].port, path, slowdown));
  await Promise.all(fronts.map((front) => front.stop()));
  const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
  printTable(
    `${title}, iframe of another site, median of ${ROUNDS}`,
    ['way', 'first frame ms', 'ratio', 'main CPU ms', 'ratio', 'blocking ms'],
    ways.map(({ name }) => [
      name,
      of(name, 'firstFrameMs').toFixed(0),
      (of(name, 'firstFrameMs') / of(FLOOR.name, 'firstFrameMs')).toFixed(2),
      of(name, 'mainCpuMs').toFixed(0),
      (of(name, 'mainCpuMs') / of(FLOOR.name, 'mainCpuMs')).toFixed(2),
      of(name, 'blockingMs').toFixed(0),
    ]),
  );
  printRatios(title, WAYS, builds, samples, MEASURES);
  if (!samples.has(PLAYER_WAY.name)) continue;
  const ratio = (key) => of(PLAYER_WAY.name, key) / of(FLOOR.name, key);
  measured[`first frame ÷ bare video, ${title}`] = ratio('firstFrameMs');
  measured[`main CPU to the first frame ÷ bare video, ${title}`] = ratio('mainCpuMs');
  measured[`tasks beyond 50 ms before the first frame, ${title}`] = of(PLAYER_WAY.name, 'blockingMs');
}
await compareWithBudgets('startup', measured);

await browser.close();
await builds.stop();
