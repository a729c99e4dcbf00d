import { compareWithBudgets } from './support/budgets.mjs';
import { startBuilds } from './support/builds.mjs';
import { HEAD } from './support/front.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { heaviestRenderer } from './support/renderer-memory.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * The cost of cued embeds before a press: 1, 2 and 20 of them on a page of another site, as plain frames, beside one that
 * plays, and driven by the host script, which requests the video of each; 20 of which three play, all within the window; and a
 * page of 100, beside as many pages with a poster, a title and a button alone. CPU is the thread time of the frames' main thread from navigation
 * on; memory is that of the process that the frames share (proportional set size, Linux only), in total and in addition
 * to the same frames with an empty page. `--rounds=5` measures more often; `--against=FOLDER` adds another build to the
 * run, `--scale` measures the last three and one that plays alone.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 3);
const COUNTS = [1, 2, 20];
const SLOWDOWNS = [1, 6];
/** All work of an embed at its start is over by then, also at 6×. */
const SETTLE_MS = 4_000;
/** A hundred embeds start one after another on one thread. */
const MANY = 100;
const SETTLE_MANY_MS = 16_000;
/** Both slow-downs, each with the empty frames first. */
const EXPECTED_STEP_MS = 30_000;
/** Has room for 20 frames. */
const VIEWPORT = { width: 1_280, height: 920 };

/** One address asks for more pages and files than a viewer does. */
const NO_RATES = Object.fromEntries(
  ['CALLS', 'VIEWER_CALLS', 'PAGES', 'FILES', 'BODY_BYTES'].map((name) => [`ORIEL_${name}_PER_SECOND`, '0']),
);
/** A hundred frames that start at once, at 6×, respond late. */
const OPEN_TIMEOUT_MS = 180_000;

const builds = await startBuilds(option('against'), NO_RATES);
/** The least that a cued embed can be. */
const POSTER = '/poster.html';
const POSTER_PAGE = `${HEAD}<img src="/media/demo/poster.jpg" width="320" height="180" alt=""><h1>Four small worlds</h1><button>Play</button>`;
const fronts = await builds.startFronts(undefined, [[POSTER, ['text/html', Buffer.from(POSTER_PAGE)]]]);
const browser = await launchBrowser();
const session = await browser.newBrowserCDPSession();

const PLAYING_QUERY = '?autoplay=1&mute=1';
const KINDS = [
  { name: 'plain frames', query: '' },
  { name: 'one playing', query: '', playing: 1 },
  { name: 'driven by script', query: '?enablejsapi=1', isDriven: true },
];
const SCALE = [
  { name: 'three playing', query: '', playing: 3, count: 20 },
  { name: 'plain frames', query: '', count: MANY },
  { name: 'posters alone', path: POSTER, query: '', count: MANY },
];
const isScaleAlone = process.argv.includes('--scale');
const counted = isScaleAlone
  ? [{ ...KINDS[1], count: 1 }, ...SCALE]
  : [...KINDS.flatMap((kind) => COUNTS.map((count) => ({ ...kind, count }))), ...SCALE];
const ways = counted.flatMap((way) =>
  builds.list.map(({ suffix }, build) => ({ ...way, name: `${way.count}, ${way.name}${suffix}`, build })),
);

/** Frames exist before the measurement: attached, slowed down, and with an empty page of the player's site. */
async function openFrames(player, hostPort, count, slowdown) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(`http://localhost:${hostPort}/blank.html`);
  const frame = `<iframe src="${player}/blank.html" width="320" height="180" style="border:0"></iframe>`;
  await page.setContent(frame.repeat(count));
  await page.waitForFunction((wanted) => window.frames.length === wanted, count);
  const frames = page.frames().slice(1);
  await Promise.all(frames.map((one) => one.waitForLoadState()));
  // Frames of one site share a thread.
  const cdp = await context.newCDPSession(frames[0]);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { context, page, frames, cdp };
}

async function measure({ build, count, query, path = '/embed/orieldemo01', playing = 0, isDriven = false }, slowdown) {
  const { port } = fronts[build];
  const player = `http://127.0.0.1:${port}`;
  const { context, page, frames, cdp } = await openFrames(player, port, count, slowdown);
  const workersBefore = await workerCount();
  // The process of the frames is the largest one.
  const emptyBytes = await heaviestRenderer(session);
  const before = await taskMs(cdp);
  const addressOf = (index) => `${player}${path}${index < playing ? PLAYING_QUERY : query}`;
  await Promise.all(
    frames.map((frame, index) => frame.goto(addressOf(index), { waitUntil: 'commit', timeout: OPEN_TIMEOUT_MS })),
  );
  if (isDriven) {
    await page.addScriptTag({ url: `${player}/iframe_api` });
    await page.evaluate(() => {
      window.players = [...document.querySelectorAll('iframe')].map((frame) => new window.Oriel.Player(frame));
    });
  }
  await page.waitForTimeout((count === MANY ? SETTLE_MANY_MS : SETTLE_MS) * Math.min(slowdown, 2));
  const cpuMs = (await taskMs(cdp)) - before;
  const played = await Promise.all(frames.slice(0, playing).map(playedSeconds));
  if (played.some((seconds) => seconds === 0)) throw new Error(`of ${playing} embeds one did not play`);
  const bytes = await heaviestRenderer(session);
  const workers = (await workerCount()) - workersBefore;
  await context.close();
  return { cpuMs, megabytes: bytes / 2 ** 20, addedMegabytes: (bytes - emptyBytes) / 2 ** 20, workers };
}

/** Seconds that a frame has played. */
function playedSeconds(frame) {
  return frame.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
}

async function taskMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function workerCount() {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  return targetInfos.filter(({ type }) => type === 'worker').length;
}

const samples = await samplesInTurn({
  title: 'Embeds at full speed and at CPU 6×',
  ways,
  rounds: ROUNDS,
  expectedStepMs: EXPECTED_STEP_MS,
  measure: async (way) => {
    const bySlowdown = [];
    for (const slowdown of SLOWDOWNS) bySlowdown.push(await measure(way, slowdown));
    return bySlowdown;
  },
});

const [atOnce, slowed] = [0, 1];
const of = (name, index, key) => median(samples.get(name).map((sample) => sample[index][key]));
printTable(
  `Embeds of another site, cued but for the one that plays, median of ${ROUNDS}`,
  ['embeds', 'main CPU ms', 'at CPU 6×', 'MB', 'MB added', 'workers'],
  ways.map(({ name }) => [
    name,
    of(name, atOnce, 'cpuMs').toFixed(0),
    of(name, slowed, 'cpuMs').toFixed(0),
    of(name, atOnce, 'megabytes').toFixed(0),
    of(name, atOnce, 'addedMegabytes').toFixed(1),
    of(name, atOnce, 'workers'),
  ]),
);

const [{ suffix }] = builds.list;
const one = `1, one playing${suffix}`;
const two = `2, one playing${suffix}`;
const twenty = `20, one playing${suffix}`;
const visible = `20, three playing${suffix}`;
const hundred = `${MANY}, plain frames${suffix}`;
const measured = {};
for (const [index, slowdown] of SLOWDOWNS.entries()) {
  const cpuOf = (name) => of(name, index, 'cpuMs');
  measured[`twenty visible embeds, three playing, ÷ one, main CPU, CPU ${slowdown}×`] = cpuOf(visible) / cpuOf(one);
  measured[`a hundred cued embeds ÷ one playing, main CPU, CPU ${slowdown}×`] = cpuOf(hundred) / cpuOf(one);
  if (isScaleAlone) continue;
  measured[`second embed ÷ first, main CPU, CPU ${slowdown}×`] = (cpuOf(two) - cpuOf(one)) / cpuOf(one);
  measured[`twenty embeds, one playing, ÷ one, main CPU, CPU ${slowdown}×`] = cpuOf(twenty) / cpuOf(one);
}
measured['twenty visible embeds, three playing, ÷ one, memory'] =
  of(visible, atOnce, 'megabytes') / of(one, atOnce, 'megabytes');
measured['a hundred cued embeds ÷ one playing, memory'] =
  of(hundred, atOnce, 'megabytes') / of(one, atOnce, 'megabytes');
if (!isScaleAlone) {
  // Memory of the process of the frames beyond empty frames.
  const memoryOf = (name) => of(name, atOnce, 'addedMegabytes');
  measured['second embed ÷ first, memory'] = (memoryOf(two) - memoryOf(one)) / of(one, atOnce, 'megabytes');
  measured['twenty embeds, one playing, ÷ one, memory'] =
    of(twenty, atOnce, 'megabytes') / of(one, atOnce, 'megabytes');
}
await compareWithBudgets('embeds', measured);

await browser.close();
await Promise.all(fronts.map((front) => front.stop()));
await builds.stop();
