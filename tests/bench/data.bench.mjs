import { compareWithBudgets } from './support/budgets.mjs';
import { startFront } from './support/front.mjs';
import { LADDER_ADDRESS, LADDER_ID, makeLadderCatalog } from './support/ladder-catalog.mjs';
import { launchBrowser, median, printTable, startServer } from './support/measure.mjs';
import { loadPeers } from './support/peers.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * Bytes that a viewer downloads in the first ten seconds and the first minute of playback with an empty cache, in frames of 360
 * and 1280 px, compared with plain hls.js and other players at the same five qualities (240 to 1080 lines). Ratios are to players
 * that show at least as many lines as Oriel without its data saver. Bytes are the bodies of all responses, scripts included, on a
 * line of 20 Mbit/s. Then the share of frames dropped in a minute with the processor six times slower. `--peers` adds the other
 * players, `--rounds=3` measures more often. Needs ffmpeg.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 1);
const LINE = { roundTripMs: 40, bytesPerSecond: 2_500_000 };
const FRAMES = [
  { width: 360, height: 203 },
  { width: 1_280, height: 720 },
];
const SHORT_MS = 10_000;
const LONG_MS = 60_000;
const SLOWDOWN = 6;
const START_MS = 2_000;
const START_TIMEOUT_MS = 120_000;
const EMBED = `/embed/${LADDER_ID}?autoplay=1&mute=1`;
const SAVER = 'oriel, data saver';

const peers = process.argv.includes('--peers') ? await loadPeers() : { ways: [], pages: [] };
const OTHERS = [{ name: 'hls.js alone', path: '/hls.html' }, ...peers.ways];
const WAYS = [
  { name: 'oriel', path: EMBED },
  { name: SAVER, path: `${EMBED}&data_saver=1` },
  ...OTHERS.map(({ name, path }) => ({ name, path: `${path}?address=${LADDER_ADDRESS}` })),
];

const catalog = await makeLadderCatalog();
const server = await startServer({ ORIEL_CATALOG_DIR: catalog.folder });
const browser = await launchBrowser();

/** Bytes after ten seconds and after a minute, the lines shown at the end, and the share of frames dropped in between. */
async function play({ path }, viewport, slowdown = 1) {
  const front = await startFront(server.port, LINE, peers.pages);
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(START_TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`http://localhost:${front.port}${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (document.querySelector('video, hls-video')?.currentTime ?? 0) > 0);
  await page.waitForTimeout(SHORT_MS);
  const [short, before] = [front.sentBytes(), await pictures(page)];
  await page.waitForTimeout(LONG_MS - SHORT_MS);
  const [long, after] = [front.sentBytes(), await pictures(page)];
  await context.close();
  await front.stop();
  const droppedShare = (after.dropped - before.dropped) / (after.total - before.total);
  return { shortBytes: short.all, longBytes: long.all, mediaBytes: long.media, lines: after.lines, droppedShare };
}

function pictures(page) {
  return page.evaluate(() => {
    const found = document.querySelector('video, hls-video');
    const video = found.nativeEl ?? found;
    const { droppedVideoFrames: dropped, totalVideoFrames: total } = video.getVideoPlaybackQuality();
    return { dropped, total, lines: video.videoHeight };
  });
}

async function measureInTurn(title, ways, viewport, slowdown) {
  const samples = await samplesInTurn({
    title,
    ways,
    rounds: ROUNDS,
    expectedStepMs: LONG_MS + START_MS,
    measure: (way) => play(way, viewport, slowdown),
  });
  const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
  const keys = ['shortBytes', 'longBytes', 'mediaBytes', 'lines', 'droppedShare'];
  return new Map(ways.map(({ name }) => [name, Object.fromEntries(keys.map((key) => [key, of(name, key)]))]));
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(2);
const measured = {};
for (const viewport of FRAMES) {
  const title = `Frame of ${viewport.width} px`;
  const figures = await measureInTurn(title, WAYS, viewport);
  printTable(
    `${title}, MB`,
    ['way', 'first 10 s', 'first minute', 'of it media', 'lines shown'],
    [...figures].map(([name, { shortBytes, longBytes, mediaBytes, lines }]) => [
      name,
      ...[shortBytes, longBytes, mediaBytes].map(megabytes),
      lines,
    ]),
  );
  // A player that shows fewer lines in the same frame loads fewer bytes for them, so it is not compared.
  const compared = OTHERS.map(({ name }) => figures.get(name)).filter(
    ({ lines }) => lines >= figures.get('oriel').lines,
  );
  const best = (key) => Math.min(...compared.map((sample) => sample[key]));
  for (const name of ['oriel', SAVER]) {
    const { shortBytes, longBytes } = figures.get(name);
    measured[`${name} ÷ best other, first ten seconds, ${viewport.width} px`] = shortBytes / best('shortBytes');
    measured[`${name} ÷ best other, first minute, ${viewport.width} px`] = longBytes / best('longBytes');
  }
}

const slowed = await measureInTurn(
  `CPU ${SLOWDOWN}×`,
  WAYS.filter(({ name }) => name !== SAVER),
  FRAMES[1],
  SLOWDOWN,
);
printTable(
  `Frames dropped from ${SHORT_MS / 1_000} to ${LONG_MS / 1_000} s, CPU ${SLOWDOWN}×`,
  ['way', 'share', 'lines shown'],
  [...slowed].map(([name, { droppedShare, lines }]) => [name, `${(droppedShare * 100).toFixed(1)} %`, lines]),
);
measured['oriel, frames dropped, CPU 6×'] = slowed.get('oriel').droppedShare * 100;
await compareWithBudgets('data', measured);

await browser.close();
await server.stop();
await catalog.remove();
