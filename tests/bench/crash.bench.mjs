import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createServer } from 'node:http';
import { startBuilds } from './support/builds.mjs';
import { launchBrowser, printTable } from './support/measure.mjs';

/**
 * Events that a crash of the renderer loses: a page logs an event, 100 ms later ten more in one task, and its renderer
 * crashes `--delays` milliseconds after the ten. The next visit sends the events that are in the journal. Options:
 * `--rounds=8` (80 events for each delay), `--delays=0,50`, `--busy=no` (by default, a process keeps every core busy),
 * `--against=FOLDER` (another build in the same run).
 */
const option = (name, usual) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const ROUNDS = Number(option('rounds', 8));
const DELAYS_MS = option('delays', '0,50').split(',').map(Number);
const EVENT_COUNT = 10;
/** Longer than the delay of a write to the journal, shorter than the delay of the next post to the worker. */
const AFTER_POST_MS = 100;
/** The next visit takes over the journals of dead pages at its start and 5 s later. */
const QUIET_MS = 6_000;

const isBusy = option('busy', 'yes') === 'yes';
const burners = Array.from({ length: isBusy ? availableParallelism() : 0 }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const [builds, browser] = await Promise.all([startBuilds(option('against'), { ORIEL_BENCH: '1' }), launchBrowser()]);

/** A host page of another site, so that the frame has a renderer process of its own. */
const site = createServer((request, response) => {
  const port = /\d+/.exec(request.url)?.[0];
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
    <iframe src="http://127.0.0.1:${port}/embed/orieldemo01" width="640" height="360" allow="autoplay"></iframe>`);
});
await new Promise((resolve) => site.listen(0, 'localhost', resolve));

async function visit(context, port) {
  const page = await context.newPage();
  await page.goto(`http://localhost:${site.address().port}/${port}`);
  const frame = await page.waitForSelector('iframe').then((element) => element.contentFrame());
  await frame.waitForFunction(() => window.__bench !== undefined);
  await frame.evaluate(() => window.__bench.ready);
  return { page, frame };
}

async function arrived(port, prefix) {
  const response = await fetch(`http://127.0.0.1:${port}/provider/api/events?limit=1000&contains=${prefix}-`);
  return JSON.parse((await response.text()).replace(/^\)]}'\n/, '')).length;
}

async function crashAfter(port, delayMs, prefix) {
  const context = await browser.newContext();
  const { page, frame } = await visit(context, port);
  await frame.evaluate(() => window.__bench.flush());
  const cdp = await context.newCDPSession(frame);
  const crashed = page.waitForEvent('crash');
  await frame.evaluate(
    async ([count, marker, afterMs]) => {
      window.__bench.logEvents(1, 'earlier');
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      window.__bench.logEvents(count, marker);
    },
    [EVENT_COUNT, prefix, AFTER_POST_MS],
  );
  if (delayMs > 0) await pause(delayMs);
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  await visit(context, port);
  await pause(QUIET_MS);
  const count = await arrived(port, prefix);
  await context.close();
  return EVENT_COUNT - count;
}

const rows = [];
for (const delayMs of DELAYS_MS)
  for (const { suffix, server } of builds.list) {
    let lost = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      lost += await crashAfter(server.port, delayMs, `crash${rows.length}x${round}`);
    rows.push([`${delayMs === 0 ? 'at once' : `${delayMs} ms after`}${suffix}`, EVENT_COUNT * ROUNDS, lost]);
    console.log(rows.at(-1).join('  '));
  }
printTable(
  `Events lost by a crash of the renderer${isBusy ? ', every core busy' : ''}`,
  ['crash', 'events', 'lost'],
  rows,
);
await browser.close();
site.close();
await builds.stop();
for (const burner of burners) burner.kill();
