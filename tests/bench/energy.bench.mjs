import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../.ci/chromium.mjs';
import { compareWithBudgets } from './support/budgets.mjs';
import { printRatios, startBuilds, waysOfBuilds } from './support/builds.mjs';
import { HEAD } from './support/front.mjs';
import { median, printTable } from './support/measure.mjs';
import { loadPeers } from './support/peers.mjs';
import { processorSeconds } from './support/processor-time.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * An estimate of battery use: processor time of all processes of the browser, as the kernel counts it, in the twenty seconds after
 * navigation, with two and with twenty embeds of another site. The first embed plays, the others wait for a press; when another
 * player plays, the waiting embeds are bare videos. Each sample starts a new browser. `--seconds=300` watches longer;
 * `--rounds=9` measures more often; `--against=FOLDER` adds another build, `--peers` other players (tests/bench/peers). On Linux.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 3);
const SECONDS = Number(option('seconds') ?? 20);
const COUNTS = [2, 20];
const IDLE_MS = 2_000;
const EMBED = '/embed/orieldemo01?loop=1';

const FLOOR = { name: 'bare video, one file', path: '/bare.html', waiting: '/cued.html' };
const PLAYER = { name: 'oriel', path: `${EMBED}&autoplay=1&mute=1`, waiting: EMBED };
const WAYS = [
  FLOOR,
  { name: 'hls.js on main', path: '/hls.html', waiting: '/cued.html' },
  PLAYER,
  { name: 'oriel, workers off', path: `${PLAYER.path}&worker=off`, waiting: `${EMBED}&worker=off` },
];
/** A bare video that waits for a press on its controls. */
const CUED = Buffer.from(`${HEAD}<video controls preload="none" style="width:100vw;height:100vh"></video>`);

const peers = process.argv.includes('--peers') ? await loadPeers() : { ways: [], pages: [] };
const builds = await startBuilds(option('against'));
const fronts = await builds.startFronts(undefined, [['/cued.html', ['text/html', CUED]], ...peers.pages]);
const peerWays = peers.ways.map((way) => ({ ...way, waiting: '/cued.html' }));
const ways = waysOfBuilds([...WAYS, ...peerWays], builds);

async function measure({ path, waiting, build }, count) {
  const server = await chromium.launchServer({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const { port } = fronts[build];
  await page.goto(`http://localhost:${port}/blank.html`);
  await page.waitForTimeout(IDLE_MS);
  const before = processorSeconds(server.process().pid);
  const frames = Array.from(
    { length: count },
    (_, index) =>
      `<iframe src="http://127.0.0.1:${port}${index === 0 ? path : waiting}" width="320" height="180" allow="autoplay"></iframe>`,
  );
  await page.setContent(frames.join(''), { waitUntil: 'commit' });
  await page.waitForTimeout(SECONDS * 1_000);
  const spent = processorSeconds(server.process().pid) - before;
  await browser.close();
  await server.close();
  return { seconds: spent };
}

const measured = {};
for (const count of COUNTS) {
  const title = `Processor time of the browser in ${SECONDS} s, ${count} embeds`;
  const samples = await samplesInTurn({
    title,
    ways,
    rounds: ROUNDS,
    expectedStepMs: (SECONDS + 5) * 1_000,
    measure: (way) => measure(way, count),
  });
  const of = ({ name }) => median(samples.get(name).map(({ seconds }) => seconds));
  printTable(
    `${title}, median of ${ROUNDS}`,
    ['way', 's', 'ratio'],
    ways.map((way) => [way.name, of(way).toFixed(2), (of(way) / of(FLOOR)).toFixed(2)]),
  );
  printRatios(title, WAYS, builds, samples, [{ key: 'seconds', title: 'processor time' }]);
  if (SECONDS === 20) measured[`all processes in 20 s ÷ bare video, ${count} embeds`] = of(PLAYER) / of(FLOOR);
}
await compareWithBudgets('energy', measured);

await Promise.all(fronts.map((front) => front.stop()));
await builds.stop();
