import { compareWithBudgets } from './support/budgets.mjs';
import { isOfPlayer, printRatios, startBuilds, waysOfBuilds } from './support/builds.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { loadPeers } from './support/peers.mjs';
import { samplesInTurn } from './support/samples.mjs';
import { markTap, tapsOf } from './support/tap-trace.mjs';

/**
 * Cost of a tap on a slow device (CPU 6×) while a video plays: time from the input to the next paint by Event Timing, and
 * CPU time of script on main until then. `--rounds=9` measures more often; `--cpu=4` at another slow-down;
 * `--against=FOLDER` adds another build to the run, `--peers` other players (tests/bench/peers).
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 3);
const SLOWDOWN = Number(option('cpu') ?? 6);
/** After this long, the interface and the parts that it preloads have loaded. */
const SETTLE_MS = 6_000;
/** After this long, the work that a tap defers is done. */
const BETWEEN_MS = 1_200;
const TIMEOUT_MS = 60_000;
const PICTURE = { x: 320, y: 90 };

const EMBED = '/embed/orieldemo01?autoplay=1&mute=1&endscreen=0&loop=1';

/** Selectors of the parts that are tapped, here and in `PEER_PARTS`; a part that a player lacks is absent and not tapped. */
const ORIEL = {
  hidden: '#player[data-idle]',
  play: '.centre-play',
  seek: '.seek',
  menu: '.settings-button',
  captions: '[data-icon=captions]',
  fullscreen: '[data-icon=fullscreen], [data-icon=exitFullscreen]',
};
const PEER_PARTS = {
  '/media-chrome.html': {
    hidden: 'media-controller[userinactive]',
    play: 'media-play-button',
    seek: 'media-time-range',
    fullscreen: 'media-fullscreen-button',
  },
  '/vidstack.html': {
    hidden: 'media-player:not([data-controls])',
    play: 'media-play-button',
    seek: 'media-time-slider',
    menu: '.vds-settings-menu .vds-menu-button, .vds-menu-button',
    captions: 'media-caption-button',
    fullscreen: 'media-fullscreen-button',
  },
  '/video-js.html': {
    hidden: '.vjs-user-inactive.vjs-playing',
    play: '.vjs-play-control',
    seek: '.vjs-progress-holder',
    fullscreen: '.vjs-fullscreen-control',
  },
};
/** Taps in order: each starts from the state that the tap before left. A tap without a name is not reported. */
const STEPS = [
  ['pause', 'play'],
  ['play', 'play'],
  ['seek', 'seek'],
  ['menu, first opening', 'menu'],
  ['menu, closing', 'menu'],
  ['menu', 'menu'],
  ['', 'menu'],
  ['captions', 'captions'],
  ['', 'captions'],
  ['full screen', 'fullscreen'],
  ['full screen, leaving', 'fullscreen'],
];

const peers = process.argv.includes('--peers') ? await loadPeers() : { ways: [], pages: [] };
const builds = await startBuilds(option('against'));
const fronts = await builds.startFronts(undefined, peers.pages);
const WAYS = [{ name: 'oriel', path: EMBED }];
/** Without Plyr: the touches that this measurement dispatches run none of its handlers, so its figures would be void. */
const peerWays = peers.ways.filter(({ path }) => PEER_PARTS[path] !== undefined);
const ways = waysOfBuilds([...WAYS, ...peerWays], builds);
const browser = await launchBrowser();

async function measure({ path, build }) {
  const parts = isOfPlayer({ path }) ? ORIEL : PEER_PARTS[path];
  const context = await browser.newContext({ viewport: { width: 640, height: 360 }, hasTouch: true });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  await page.goto(`http://localhost:${fronts[build].port}${path}`);
  await page.waitForFunction(() => (document.querySelector('video, hls-video')?.currentTime ?? 0) > 0.5);
  await page.evaluate(() => (document.querySelector('video, hls-video').loop = true));
  // Oriel mounts its interface when a pointer moves, not for a video that plays by itself.
  await page.evaluate(() =>
    document
      .querySelector('#player')
      ?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' })),
  );
  await page.waitForTimeout(SETTLE_MS);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: ['devtools.timeline', '__metadata'] });

  const isHidden = async () => (await page.locator(parts.hidden).count()) > 0;
  const tapAt = async (name, { x, y }) => {
    await page.evaluate(markTap, name);
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForTimeout(BETWEEN_MS);
  };
  const untilHidden = (wanted) =>
    page.waitForFunction(
      ([selector, is]) => (document.querySelector(selector) !== null) === is,
      [parts.hidden, wanted],
    );

  await untilHidden(true);
  await tapAt('show', PICTURE);
  // A player that shows its controls for a shorter time may have hidden them again.
  if (await isHidden()) await tapAt('', PICTURE);
  await tapAt('hide', PICTURE);
  for (const [name, part] of STEPS) {
    if (parts[part] === undefined) continue;
    if (await isHidden()) await tapAt('', PICTURE);
    const box = await page.locator(parts[part]).first().boundingBox();
    await tapAt(name, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  return Object.fromEntries(
    tapsOf(traceEvents)
      .filter(({ name }) => name !== '')
      .flatMap(({ name, paintMs, scriptMs }) => [
        [`${name}: paint`, paintMs],
        [`${name}: script`, scriptMs],
      ]),
  );
}

const title = `Taps, CPU ${SLOWDOWN}×`;
const samples = await samplesInTurn({ title, ways, rounds: ROUNDS, expectedStepMs: 40_000, measure });
const taps = ['show', 'hide', ...STEPS.map(([name]) => name).filter(Boolean)];
const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
for (const [key, unit] of [
  ['paint', 'input to the next paint, ms'],
  ['script', 'script of main in it, ms'],
])
  printTable(
    `${title}: ${unit}, median of ${ROUNDS}`,
    ['tap', ...ways.map(({ name }) => name)],
    taps.map((tap) => [
      tap,
      ...ways.map(({ name }) => {
        const value = of(name, `${tap}: ${key}`);
        return Number.isNaN(value) || value === undefined ? '–' : value.toFixed(key === 'paint' ? 0 : 1);
      }),
    ]),
  );
printRatios(
  title,
  WAYS,
  builds,
  samples,
  taps.map((tap) => ({ key: `${tap}: script`, title: `script, ${tap}` })),
);
await compareWithBudgets(
  'taps',
  Object.fromEntries(taps.map((tap) => [`script until the next paint: ${tap}`, of('oriel', `${tap}: script`)])),
);

await browser.close();
await Promise.all(fronts.map((front) => front.stop()));
await builds.stop();
