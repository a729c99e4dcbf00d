import { bundleScript } from './support/bundle-script.mjs';
import { startCollector } from './support/collector.mjs';
import { typicalLine } from './support/loggers/typical-event.mjs';
import { launchBrowser, median, printTable } from './support/measure.mjs';

/** Time to compress one batch in a worker, and the compression ratio, from the smallest body to the largest (N19). */
const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1] ?? 15);
const SIZES_KB = [0.5, 2, 8, 32, 128, 480];

const script = await bundleScript('compression-worker.mjs');
const collector = await startCollector(
  new Map([
    ['/page', { type: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }],
    ['/worker.js', { type: 'text/javascript', body: script }],
  ]),
);
const browser = await launchBrowser();
const page = await browser.newPage();
await page.goto(`${collector.origin}/page`);

/** Body of a log request of this size; the numbers in its events differ, as in real events. */
function bodyOf(sizeKb) {
  const lines = [];
  for (let size = 0, index = 0; size < sizeKb * 1_024; index += 1) {
    const line = varied(typicalLine(index), index);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n').slice(0, sizeKb * 1_024);
}

function varied(line, index) {
  const noise = Array.from({ length: 4 }, (_, part) => ((index * 2_654_435_761 + part * 40_503) >>> 0).toString(36));
  return line
    .replace('12.5', (index * 7.31).toFixed(2))
    .replace('332.75', (index * 3.17).toFixed(2))
    .replace('xxxxxxxx'.repeat(6), noise.join('-'));
}

const measureInWorker = ([body, rounds]) =>
  new Promise((resolve) => {
    const worker = new Worker('/worker.js');
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.postMessage({ body, rounds }, []);
  });

const columns = [];
for (const sizeKb of SIZES_KB) columns.push(await page.evaluate(measureInWorker, [bodyOf(sizeKb), ROUNDS]));
printTable(
  `Milliseconds in a worker (ratio), median of ${ROUNDS}`,
  ['way', ...SIZES_KB.map((sizeKb) => `${sizeKb} KB`)],
  columns[0].map(({ name }, row) => [
    name,
    ...columns.map((column) => `${median(column[row].timesMs).toFixed(2)} (${column[row].ratio.toFixed(1)})`),
  ]),
);

await browser.close();
collector.stop();
