import { launchBrowser, median, printTable, startServer } from './support/measure.mjs';

/**
 * From navigation to the first frame, muted autoplay: time, and CPU time of the main thread. The floor is a bare
 * `<video controls>` with the same film as one file. Ways are interleaved, so that a busy machine troubles all alike.
 */
const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1] ?? 5);
const PLAYER_QUERY = 'autoplay=1&mute=1';

const server = await startServer();
const origin = `http://localhost:${server.port}`;
const browser = await launchBrowser();
const bare = `<!doctype html><link rel="icon" href="data:,"><video controls autoplay muted src="/media/demo/progressive-240.mp4"></video>`;

const ways = [
  ['bare video, one file', `${origin}/bare.html`],
  ['oriel', `${origin}/embed/orieldemo01?${PLAYER_QUERY}`],
  ['oriel, workers off', `${origin}/embed/orieldemo01?${PLAYER_QUERY}&worker=off`],
  ['oriel, one file', `${origin}/embed/orielmp4001?${PLAYER_QUERY}`],
];

async function measure(url, slowdown) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  await page.route('**/bare.html', (route) => route.fulfill({ body: bare, contentType: 'text/html' }));
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    window.firstFrameMs = new Promise((resolve) => {
      const watch = (video) => video.requestVideoFrameCallback(() => resolve(performance.now()));
      new MutationObserver((_, observer) => {
        const video = document.querySelector('video');
        if (video === null) return;
        observer.disconnect();
        watch(video);
      }).observe(document, { childList: true, subtree: true });
    });
  });
  const before = await taskMs(cdp);
  await page.goto(url);
  const firstFrameMs = await page.evaluate(() => window.firstFrameMs);
  const mainCpuMs = (await taskMs(cdp)) - before;
  await context.close();
  return { firstFrameMs, mainCpuMs };
}

async function taskMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

for (const slowdown of [1, 6]) {
  const samples = new Map(ways.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, url] of ways) samples.get(name).push(await measure(url, slowdown));
  const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
  const [floor] = ways[0];
  printTable(
    `CPU ${slowdown}×, median of ${ROUNDS}`,
    ['way', 'first frame ms', 'ratio', 'main CPU ms', 'ratio'],
    ways.map(([name]) => [
      name,
      of(name, 'firstFrameMs').toFixed(0),
      (of(name, 'firstFrameMs') / of(floor, 'firstFrameMs')).toFixed(2),
      of(name, 'mainCpuMs').toFixed(0),
      (of(name, 'mainCpuMs') / of(floor, 'mainCpuMs')).toFixed(2),
    ]),
  );
}

await browser.close();
await server.stop();
