import { compareWithBudgets } from './support/budgets.mjs';
import { printRatios, startBuilds, waysOfBuilds } from './support/builds.mjs';
import { HEAD, VIDEO } from './support/front.mjs';
import { greet, pressByHand, watchPress } from './support/hand.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { samplesInTurn } from './support/samples.mjs';
import { kindId, makeStreamKinds } from './support/stream-kinds.mjs';

/**
 * From navigation to the first frame, with muted autoplay in an iframe of another site: time, CPU time of the frame's main
 * thread, and the sum by which its tasks exceed 50 ms. The floor is a bare `<video controls>` with the same video as one file;
 * for sound only, it is the sound as one file, until it plays. Then from a press on the play button to the first frame: a mouse
 * has rested on the button for 300 ms, or a finger has been down for 100 ms. Variants are interleaved, so that other load
 * affects all equally. `--setting=4G` and `--way=oriel` select by a word in the name and keep the floors;
 * `--rounds=9` measures more often; `--against=FOLDER` adds another build to the run. Needs ffmpeg.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 5);
const PLAYER = 'autoplay=1&mute=1';
const FAST = { roundTripMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
/** Connection of Lighthouse: 1.6 Mbit/s, 150 ms. */
const SLOW_4G = { roundTripMs: 150, bytesPerSecond: 200_000 };
const LONG_TASK_MS = 50;
/** Duration of a start on slow 4G, with opening its browser context. */
const EXPECTED_START_MS = 5_000;
const SOUND_PAGE = Buffer.from(`${HEAD}<video ${VIDEO} src="/media/bench/sound.m4a"></video>`);

const FLOOR = { name: 'bare video, one file', path: '/bare.html' };
const SOUND_FLOOR = { name: 'bare video, sound alone', path: '/bare-sound.html' };
const PLAYER_WAY = { name: 'oriel', path: `/embed/orieldemo01?${PLAYER}` };
const ofKind = (kind) => `/embed/${kindId(kind)}?${PLAYER}`;
const ALL_WAYS = [
  FLOOR,
  { name: 'hls.js alone on main', path: '/hls.html' },
  PLAYER_WAY,
  { name: 'oriel, workers off', path: `/embed/orieldemo01?${PLAYER}&worker=off` },
  { name: 'oriel, kind: as ffmpeg writes it', path: ofKind('usual') },
  { name: 'oriel, kind: sound and pictures in one', path: ofKind('muxed') },
  { name: 'oriel, kind: byte ranges', path: ofKind('ranges') },
  { name: 'oriel, kind: MPEG-TS', path: ofKind('transp') },
  { name: 'oriel, kind: one file', path: `/embed/orielmp4001?${PLAYER}` },
  { name: 'oriel, kind: live', path: `/embed/oriellive01?${PLAYER}` },
  SOUND_FLOOR,
  { name: 'oriel, kind: sound alone', path: ofKind('sound'), floor: SOUND_FLOOR },
];
const measured = {};
const picked = ALL_WAYS.filter(({ name }) => name.includes(option('way') ?? ''));
const WAYS = ALL_WAYS.filter((way) => way === FLOOR || picked.some((one) => one === way || one.floor === way));
const SETTINGS = [
  ['CPU 1×', 1, FAST],
  ['CPU 6×', 6, FAST],
  ['slow 4G, CPU 4×', 4, SLOW_4G],
];

/** Phones press by finger. A host that drives the player by script has made it load before the press. */
const HAND_WAYS = [
  { name: 'by hand: mouse', path: '/embed/orieldemo01', hand: 'mouse' },
  { name: 'by hand: finger', path: '/embed/orieldemo01', hand: 'finger' },
  { name: 'by hand: mouse, page loaded', path: '/embed/orieldemo01?enablejsapi=1', hand: 'mouse', isGreeted: true },
].filter(({ name }) => name.includes(option('way') ?? ''));
const HAND_SETTINGS = [
  ['by hand, CPU 1×', 1, FAST],
  ['by hand, slow 4G, CPU 6×', 6, SLOW_4G],
];

const MEASURES = [
  { key: 'firstFrameMs', title: 'first frame' },
  { key: 'mainCpuMs', title: 'main CPU' },
];

const kinds = await makeStreamKinds();
const builds = await startBuilds(option('against'), { ORIEL_CATALOG_DIR: kinds.folder });
const ways = waysOfBuilds(WAYS, builds);
const browser = await launchBrowser();

/** Runs in the frame before any other script: collects long tasks, and the time of the first frame. */
function watchStart() {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
  window.firstFrameMs = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no first frame within a minute')), 60_000);
    new MutationObserver((_, observer) => {
      const video = document.querySelector('video');
      if (video === null) return;
      observer.disconnect();
      video.requestVideoFrameCallback(() => resolve(performance.now()));
      // A stream with only sound shows no frame.
      const sound = () => video.videoWidth === 0 && resolve(performance.now());
      video.addEventListener('playing', sound);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Opens an empty frame in a separate process and slows it down; the caller then navigates it to the measured page. */
async function openFrame(port, slowdown, watch) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 }, hasTouch: watch === watchPress });
  const page = await context.newPage();
  await page.addInitScript(watch);
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
  return { context, page, frame, cdp, player };
}

/** Time from the press to the first frame; a finger presses when it leaves the glass. */
async function measureHand(port, { path, hand, isGreeted = false }, slowdown) {
  const { context, page, frame, cdp, player } = await openFrame(port, slowdown, watchPress);
  await frame.goto(player + path);
  if (isGreeted) {
    await greet(page);
    await frame.waitForSelector('#player[data-state="cued"]');
  }
  const pressed = frame.evaluate(() => window.firstFrameMs);
  await pressByHand(page, hand);
  const pressMs = await pressed;
  await cdp.detach();
  await context.close();
  return { pressMs };
}

async function measure(port, path, slowdown) {
  const { context, frame, cdp, player } = await openFrame(port, slowdown, watchStart);
  const before = await taskMs(cdp);
  await frame.goto(player + path, { waitUntil: 'commit' });
  const firstFrameMs = await frame
    .evaluate(() => window.firstFrameMs)
    .catch(({ message }) => {
      throw new Error(`${path}: ${message}`);
    });
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
  const fronts = await builds.startFronts(line, [['/bare-sound.html', ['text/html', SOUND_PAGE]]]);
  const samples = await samplesInTurn({
    title,
    ways,
    rounds: ROUNDS,
    expectedStepMs: EXPECTED_START_MS,
    measure: ({ path, build }) => measure(fronts[build].port, path, slowdown),
  });
  await Promise.all(fronts.map((front) => front.stop()));
  const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
  printTable(
    `${title}, iframe of another site, median of ${ROUNDS}`,
    ['way', 'first frame ms', 'ratio', 'main CPU ms', 'ratio', 'blocking ms'],
    ways.map(({ name, floor = FLOOR }) => [
      name,
      of(name, 'firstFrameMs').toFixed(0),
      (of(name, 'firstFrameMs') / of(floor.name, 'firstFrameMs')).toFixed(2),
      of(name, 'mainCpuMs').toFixed(0),
      (of(name, 'mainCpuMs') / of(floor.name, 'mainCpuMs')).toFixed(2),
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
for (const [title, slowdown, line] of HAND_SETTINGS.filter(([title]) => title.includes(option('setting') ?? ''))) {
  if (HAND_WAYS.length === 0) break;
  const fronts = await builds.startFronts(line);
  const samples = await samplesInTurn({
    title,
    ways: waysOfBuilds(HAND_WAYS, builds),
    rounds: ROUNDS,
    expectedStepMs: EXPECTED_START_MS,
    measure: ({ build, ...way }) => measureHand(fronts[build].port, way, slowdown),
  });
  await Promise.all(fronts.map((front) => front.stop()));
  const pressMs = ([, taken]) => taken.map((sample) => sample.pressMs);
  printTable(
    `${title}: from the press to the first frame, median of ${ROUNDS}`,
    ['way', 'ms', 'all'],
    [...samples].map((of) => [
      of[0],
      median(pressMs(of)).toFixed(0),
      pressMs(of)
        .map((ms) => ms.toFixed(0))
        .join(' '),
    ]),
  );
  for (const { name } of HAND_WAYS)
    measured[`press to first frame ${name.replace('by hand: ', 'by ')}${title.slice('by hand'.length)}`] = median(
      pressMs([name, samples.get(name)]),
    );
}
await compareWithBudgets('startup', measured);

await browser.close();
await builds.stop();
await kinds.remove();
