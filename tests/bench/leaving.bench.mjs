import { createServer } from 'node:http';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../.ci/chromium.mjs';
import { printTable, startServer } from './support/measure.mjs';

/**
 * Events that are sent twice when a page is left, for each way to leave it. The page logs 150 events and is left, and the
 * viewer visits again; the provider counts the events that arrived and the repeats that it dropped. If an event is lost, the
 * run ends with exit code 1. `--rounds=3` repeats each way. No times are measured.
 */
const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 3);
const EVENT_COUNT = 150;
/** The next visit takes over the journals of dead pages at its start and 5 s later. */
const QUIET_MS = 7_000;
const ARRIVAL_TIMEOUT_MS = 60_000;

const server = await startServer({ ORIEL_BENCH: '1', ORIEL_SCENARIOS: '1' });
const hostPage = (port) => `<!doctype html><title>Host</title><link rel="icon" href="data:,">
  <iframe src="http://127.0.0.1:${port}/embed/orieldemo01" width="640" height="360" allow="autoplay"></iframe>`;
const site = createServer((request, response) => {
  const body = request.url === '/host' ? hostPage(server.port) : '<!doctype html><link rel="icon" href="data:,">';
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(body);
});
await new Promise((resolve) => site.listen(0, 'localhost', resolve));
const origin = `http://localhost:${site.address().port}`;
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ask = async (path, init) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/provider/api/${path}`, {
    headers: { 'Content-Type': 'application/json' },
    ...init,
  });
  return JSON.parse((await response.text()).replace(/^\)]\}'\n/, ''));
};
const repeats = async () => (await ask('summary')).logs.reduce((sum, { repeated }) => sum + repeated, 0);
const arrived = async (prefix) => (await ask(`events?limit=1000&contains=${prefix}-`)).length;
const slowReplies = () =>
  ask('scenarios', {
    method: 'POST',
    body: JSON.stringify([{ path: 'log_event', fault: { kind: 'late-answer', delayMs: 1_000 } }]),
  });

async function visit(context) {
  const page = await context.newPage();
  await page.goto(`${origin}/host`);
  const frame = await page.waitForSelector('iframe').then((element) => element.contentFrame());
  await frame.waitForFunction(() => window.__bench !== undefined);
  await frame.evaluate(() => window.__bench.ready);
  return { page, frame };
}

const close = ({ page }) => page.close();
const closeAfter = (ms) => async (at) => {
  await pause(ms);
  await close(at);
};
const WAYS = {
  'frame taken out at once': ({ page }) => page.evaluate(() => document.querySelector('iframe').remove()),
  'top page navigated at once': ({ page }) => page.goto(`${origin}/elsewhere`),
  'tab closed at once': close,
  'tab closed after 20 ms': closeAfter(20),
  'tab closed after 100 ms': closeAfter(100),
  'tab closed after 300 ms': closeAfter(300),
  'tab closed after 1 s': closeAfter(1_000),
  'tab closed while a response is late': async (at) => {
    await slowReplies();
    void at.frame.evaluate(() => window.__bench.flush()).catch(() => undefined);
    await pause(500);
    await close(at);
    await ask('scenarios', { method: 'DELETE' });
  },
};

const rows = [];
let lostCount = 0;
for (const [name, leave] of Object.entries(WAYS)) {
  let repeated = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext();
    const prefix = `leaving${rows.length}x${round}`;
    const at = await visit(context);
    await at.frame.evaluate(() => window.__bench.flush());
    const before = await repeats();
    await at.frame.evaluate(([count, marker]) => window.__bench.logEvents(count, marker), [EVENT_COUNT, prefix]);
    await leave(at);
    await visit(context);
    const endMs = performance.now() + ARRIVAL_TIMEOUT_MS;
    while ((await arrived(prefix)) < EVENT_COUNT && performance.now() < endMs) await pause(100);
    await pause(QUIET_MS);
    lostCount += EVENT_COUNT - (await arrived(prefix));
    repeated += (await repeats()) - before;
    await context.close();
  }
  const share = (100 * repeated) / (EVENT_COUNT * ROUNDS);
  rows.push([name, EVENT_COUNT * ROUNDS, repeated, `${share.toFixed(1)} %`]);
  console.log(rows.at(-1).join('  '));
}
printTable('Events that travel twice', ['way to leave', 'events', 'repeated', 'share'], rows);
console.log(`lost: ${lostCount}`);
await browser.close();
site.close();
await server.stop();
process.exitCode = lostCount === 0 ? 0 : 1;
