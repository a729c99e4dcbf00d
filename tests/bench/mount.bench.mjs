import { printRatios, startBuilds, waysOfBuilds } from './support/builds.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';
import { outermost } from './support/outermost.mjs';
import { samplesInTurn } from './support/samples.mjs';

/**
 * CPU time of main when the interface takes over from the first paint, after the press that starts a video, on a slow device
 * (CPU 6×): of the longest call into the interface's code, and of all calls. `--rounds=9` measures more often, `--cpu=4` at
 * another slow-down; `--against=FOLDER` adds another build.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const ROUNDS = Number(option('rounds') ?? 5);
const SLOWDOWN = Number(option('cpu') ?? 6);
/** After this long, the work that follows the first display of the control bar is done. */
const SETTLE_MS = 1_500;
const TIMEOUT_MS = 60_000;

const WAYS = [{ name: 'oriel', path: '/embed/orieldemo01?mute=1' }];
const builds = await startBuilds(option('against'));
const ways = waysOfBuilds(WAYS, builds);
const browser = await launchBrowser();

async function measure({ path, build }) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  await page.goto(`http://localhost:${builds.list[build].server.port}${path}`);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.locator('.big-play').click();
  await page.locator('.control-bar').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  const callsMs = outermost(traceEvents.filter(isOfInterface)).map(({ tdur }) => tdur / 1_000);
  return { longestMs: Math.max(...callsMs), sumMs: callsMs.reduce((sum, ms) => sum + ms, 0) };
}

const isOfInterface = ({ name, args }) =>
  name === 'FunctionCall' && /\/open-interface-[^/]*\.js$/.test(args.data?.url ?? '');

const title = `Taking over, CPU ${SLOWDOWN}×`;
const samples = await samplesInTurn({ title, ways, rounds: ROUNDS, expectedStepMs: 8_000, measure });
const measures = [
  { key: 'longestMs', title: 'longest call, ms' },
  { key: 'sumMs', title: 'all calls, ms' },
];
printTable(
  `${title}, median of ${ROUNDS}`,
  ['way', ...measures.map((measured) => measured.title)],
  ways.map(({ name }) => [
    name,
    ...measures.map(({ key }) => median(samples.get(name).map((sample) => sample[key])).toFixed(0)),
  ]),
);
printRatios(title, WAYS, builds, samples, measures);
await browser.close();
await builds.stop();
