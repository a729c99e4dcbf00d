import { expect, onTestFinished, test } from 'vitest';
import { GUTTER_PX, type PlotDisplay, type ProfilerReport } from '../../../protocol/profiling/profiler-messages.ts';
import { COLOURS } from '../../../workers/profiler/colours.ts';
import plotUrl from '../../../workers/profiler/profiler.worker.ts?worker&url';
import { PlotDrawing, workerRefusalOf } from '../../../src/page/interface/profiler/plot-drawing.ts';
import { systemClock } from '../../../src/page/infrastructure/system-clock.ts';
import { ORIGIN_MS, recordThread } from '../../support/thread-recordings.ts';

type State = Extract<ProfilerReport, { kind: 'state' }>['state'];

const WIDTH_PX = GUTTER_PX + 500;
const HEIGHT_PX = 160;
/** Ten seconds on 500 pixels: a second is 50. */
const DISPLAY: PlotDisplay = {
  view: { endMs: ORIGIN_MS + 20_000, lengthMs: 10_000 },
  originMs: ORIGIN_MS,
  widthPx: WIDTH_PX,
  heightPx: HEIGHT_PX,
  pixelRatio: 1,
  theme: 'dark',
  query: '',
  selected: null,
  withRows: true,
  withOwn: false,
  withSums: false,
  range: null,
};
const xOf = (ms: number): number => GUTTER_PX + (ms - 10_000) / 20;

/** Main and a worker, with a call between them, and a second that main was blocked. */
function recorded() {
  const main = recordThread('main');
  main.ring.add('long frame', 12_000, 0, 60, 0, 13_000);
  main.ring.add('infrastructure.flush', 15_000, 0, 0, 7, 17_000);
  const worker = recordThread('infrastructure', 19_000);
  worker.ring.add('infrastructure.flush', 15_500, 0, 0, 7, 16_500);
  return [main.ring.read(), worker.ring.read()];
}

function openDrawing(workerRefusal: string) {
  const reports: ProfilerReport[] = [];
  const workers: Worker[] = [];
  const drawing = new PlotDrawing({
    clock: systemClock,
    document,
    workerRefusal,
    startWorker() {
      const worker = new Worker(plotUrl, { type: 'module' });
      workers.push(worker);
      return worker;
    },
    loadModule: () => import('../../../workers/profiler/profiler.worker.ts') as never,
    onReport: (report) => reports.push(report),
    onPlace: () => undefined,
    onRenewed: () => undefined,
  });
  document.body.append(drawing.element);
  drawing.element.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${WIDTH_PX}px; height: ${HEIGHT_PX}px`;
  onTestFinished(() => {
    drawing.close();
    drawing.element.remove();
  });
  drawing.start();
  const state = (): State | undefined => reports.flatMap((one) => (one.kind === 'state' ? one.state : [])).at(-1);
  return { drawing, reports, workers, state };
}

/** Pixels of the canvas, drawn by any thread. */
function pixelAt(element: HTMLElement, x: number, y: number): string {
  const canvas = element.querySelector('canvas');
  const context = new OffscreenCanvas(WIDTH_PX, HEIGHT_PX).getContext('2d');
  if (canvas === null || context === null) return 'no canvas';
  context.drawImage(canvas, 0, 0);
  const [red = 0, green = 0, blue = 0] = context.getImageData(Math.round(x), Math.round(y), 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Rows that have a colour at this time, from the top. */
function rowsWith(element: HTMLElement, colour: string, ms: number): number[] {
  return Array.from({ length: HEIGHT_PX }, (_, y) => y).filter((y) => pixelAt(element, xOf(ms), y) === colour);
}

test.each([
  ['a worker', workerRefusalOf(window, true), 'worker'],
  ['main', workerRefusalOf(window, false), 'main'],
])('%s draws each span at its time and nothing where nothing was recorded', async (_, refusal, where) => {
  const { drawing, workers } = openDrawing(refusal);
  await expect.poll(() => drawing.place.where).toBe(where);
  expect(workers).toHaveLength(where === 'worker' ? 1 : 0);
  drawing.send({ kind: 'display', display: DISPLAY });
  drawing.send({ kind: 'spans', threads: recorded() });

  const { categories, background } = COLOURS.dark;
  await expect.poll(() => rowsWith(drawing.element, categories.blocked, 12_050).length).toBeGreaterThan(5);
  for (const ms of [11_900, 13_100, 15_000]) expect(rowsWith(drawing.element, categories.blocked, ms)).toEqual([]);
  // A wait is an outline: its left edge is two pixels wide.
  const [calledAt = 0] = rowsWith(drawing.element, categories.call, 15_000.5);
  const [servedAt = 0] = rowsWith(drawing.element, categories.call, 15_501);
  expect(calledAt).toBeGreaterThan(0);
  const served = rowsWith(drawing.element, categories.call, 15_520).filter((y) => y > calledAt + 20);
  expect(servedAt).toBeGreaterThan(0);
  expect(served.length).toBeGreaterThan(1);
  // The worker was read a second before main: of that second nothing is known, and it is not hatched either.
  const [row = 0] = served;
  expect(pixelAt(drawing.element, xOf(19_500), row + 4)).toBe(background);
  expect(pixelAt(drawing.element, xOf(18_500), row + 4)).not.toBe(background);
});

test('the table lists the drawn spans, and pointing at a span reports it', async () => {
  const { drawing, reports, state } = openDrawing(workerRefusalOf(window, true));
  drawing.send({ kind: 'display', display: DISPLAY });
  drawing.send({ kind: 'spans', threads: recorded() });
  const names = () => state()?.rows.map(({ name, lane }) => `${lane} ${name}`);
  await expect
    .poll(names)
    .toEqual(['infrastructure infrastructure.flush', 'main infrastructure.flush', 'main long frame']);
  // The browser has not said what main did in its long frame.
  expect(state()?.lanes.map(({ lane, busyShare60s }) => [lane, busyShare60s])).toEqual([
    ['main', 0],
    ['infrastructure', 0],
  ]);

  drawing.send({ kind: 'display', display: { ...DISPLAY, query: 'long' } });
  await expect.poll(names).toEqual(['main long frame']);
  const [y = 0] = rowsWith(drawing.element, COLOURS.dark.categories.blocked, 12_050);
  drawing.send({ kind: 'point', x: xOf(12_500), y: y + 2 });
  drawing.send({ kind: 'point', x: xOf(14_000), y: y + 2 });
  const pointed = () => reports.flatMap((one) => (one.kind === 'pointed' ? [one.span?.name ?? null] : []));
  await expect.poll(pointed).toEqual(['long frame', null]);
});

test('if the plot worker fails to load, main draws and reports the reason', async () => {
  const reports: ProfilerReport[] = [];
  const drawing = new PlotDrawing({
    clock: systemClock,
    document,
    workerRefusal: '',
    startWorker: () => new Worker('/missing.worker.js', { type: 'module' }),
    loadModule: () => import('../../../workers/profiler/profiler.worker.ts') as never,
    onReport: (report) => reports.push(report),
    onPlace: () => undefined,
    onRenewed: () => undefined,
  });
  onTestFinished(() => drawing.close());
  drawing.start();
  await expect.poll(() => drawing.place.where).toBe('main');
  expect(drawing.place.reason).toContain('worker failed to load');
  drawing.send({ kind: 'spans', threads: recorded() });
  await expect.poll(() => reports.map(({ kind }) => kind)).toContain('state');
});
