import { expect, onTestFinished, test, vi } from 'vitest';
import { AHEAD, type SphereCommand, type SphereReport } from '../../../protocol/media/spherical.ts';
import { SphericalView } from '../../../src/page/spherical/spherical-view.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakePlayer } from '../../support/fake-player.ts';
import { FakeWorker } from '../../support/fake-worker.ts';
import { DRAWING_START_TIMEOUT_MS } from '../../../src/page/spherical/sphere-drawing.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../../src/page/supervision/liveness.ts';
import { WORKER_RESTARTS_MAX } from '../../../src/page/supervision/restart-budget.ts';

const DEATH_IS_FOUND_MS = WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS;

interface Options {
  readonly allowWorker?: boolean;
  readonly createWorker?: () => Worker;
  readonly mainReport?: SphereReport;
}

function showView({ allowWorker = true, createWorker, mainReport = 'ready' }: Options = {}) {
  const root = document.createElement('div');
  const media = document.createElement('video');
  root.append(media);
  document.body.append(root);
  const clock = createFakeClock();
  const player = createFakePlayer({ spherical: AHEAD });
  const workers: FakeWorker[] = [];
  const onMain: SphereCommand[] = [];
  const failures: unknown[] = [];
  const end = new AbortController();
  const createFakeWorker = (): Worker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const view = new SphericalView({
    player,
    clock,
    root,
    media,
    allowWorker,
    startWorker: createWorker ?? createFakeWorker,
    loadModule: () =>
      Promise.resolve({
        createSphereRenderer: (report) => (command) => {
          onMain.push(command);
          if (command.kind === 'open') report(mainReport);
        },
      }),
    reportError: (error) => failures.push(error),
    onUnavailable: () => end.abort(),
  });
  onTestFinished(() => root.remove());
  const workerAt = (index: number): FakeWorker => {
    const worker = workers[index];
    if (worker === undefined) throw new Error(`there is no worker ${index}`);
    return worker;
  };
  const kindsOnMain = (): string[] => onMain.map(({ kind }) => kind);
  // Its code is loaded first, which takes real time.
  const untilMainDraws = (): Promise<void> =>
    vi.waitFor(
      async () => {
        await clock.advance(0);
        expect(kindsOnMain().slice(0, 3)).toEqual(['open', 'size', 'look']);
      },
      { timeout: 30_000 },
    );
  return {
    root,
    clock,
    player,
    view,
    workers,
    workerAt,
    kindsOnMain,
    untilMainDraws,
    failures,
    unavailable: end.signal,
  };
}

const kindsTo = ({ posted }: FakeWorker): unknown[] => posted.map((command) => (command as SphereCommand).kind);

/** A worker that draws and responds. */
function bringToLife(worker: FakeWorker): void {
  const { postMessage } = worker;
  worker.postMessage = (command) => {
    postMessage.call(worker, command);
    if ((command as SphereCommand).kind === 'ping') worker.say('alive');
  };
  worker.say('ready');
}

test('a worker that is ready draws, and main does not', async () => {
  const { clock, workerAt, workers, kindsOnMain } = showView();
  bringToLife(workerAt(0));
  await clock.advance(60_000);
  expect(workers).toHaveLength(1);
  expect(kindsTo(workerAt(0)).slice(0, 3)).toEqual(['open', 'size', 'look']);
  expect(kindsOnMain()).toEqual([]);
});

test('main draws if workers are not allowed', async () => {
  const { workers, untilMainDraws } = showView({ allowWorker: false });
  expect(workers).toEqual([]);
  await untilMainDraws();
});

test('main draws if the browser refuses the worker', async () => {
  const { untilMainDraws, root } = showView({
    createWorker: () => {
      throw new DOMException('Access denied', 'SecurityError');
    },
  });
  await untilMainDraws();
  expect(root.querySelectorAll('canvas')).toHaveLength(1);
});

test.each<[string, (worker: FakeWorker) => void]>([
  ['fails to load', (worker) => worker.failToLoad()],
  ['cannot draw', (worker) => worker.say('unavailable')],
  [
    'throws while it draws',
    (worker) => {
      bringToLife(worker);
      worker.failToLoad('uncaught');
    },
  ],
  [
    'loses its graphics for good',
    (worker) => {
      bringToLife(worker);
      worker.say('lost');
      worker.say('unavailable');
    },
  ],
])('main draws on a new canvas if the worker %s', async (_, fault) => {
  const { clock, view, workerAt, workers, untilMainDraws, root } = showView();
  const handedOver = view.canvas;
  await clock.advance(0);
  fault(workerAt(0));
  await clock.advance(60_000);
  expect(workerAt(0).isTerminated).toBe(true);
  expect(workers).toHaveLength(1);
  await untilMainDraws();
  expect([...root.querySelectorAll('canvas')]).toEqual([view.canvas]);
  expect(view.canvas).not.toBe(handedOver);
});

test('main draws if the worker does not respond', async () => {
  const { clock, workerAt, untilMainDraws } = showView();
  await clock.advance(DRAWING_START_TIMEOUT_MS - 1);
  expect(workerAt(0).isTerminated).toBe(false);
  await clock.advance(1);
  expect(workerAt(0).isTerminated).toBe(true);
  await untilMainDraws();
});

test('without WebGL on main either, the view is unavailable and leaves nothing behind', async () => {
  const { clock, workerAt, failures, unavailable, root, player } = showView({ mainReport: 'unavailable' });
  workerAt(0).say('unavailable');
  await clock.advance(0);
  expect(unavailable.aborted).toBe(true);
  expect(failures).toHaveLength(1);
  expect(root.querySelector('canvas')).toBeNull();
  expect(player.subscriberCount()).toBe(0);
  expect(clock.pendingCount()).toBe(0);
});

test('a dead worker is replaced by one with the viewer’s direction', async () => {
  const { clock, view, workerAt, root, kindsOnMain } = showView();
  const handedOver = view.canvas;
  workerAt(0).say('ready');
  view.turnBy(10, 0);
  await clock.advance(DEATH_IS_FOUND_MS - 1);
  expect(workerAt(0).isTerminated).toBe(false);
  await clock.advance(1);
  expect(workerAt(0).isTerminated).toBe(true);
  expect([...root.querySelectorAll('canvas')]).toEqual([view.canvas]);
  expect(view.canvas).not.toBe(handedOver);
  expect(workerAt(1).posted).toContainEqual({ kind: 'look', direction: { ...AHEAD, yaw: 10 } });
  bringToLife(workerAt(1));
  await clock.advance(60_000);
  expect(kindsOnMain()).toEqual([]);
});

test('messages of an earlier worker are ignored', async () => {
  const { clock, view, workerAt, workers, kindsOnMain } = showView();
  workerAt(0).say('ready');
  view.turnBy(10, 0);
  await clock.advance(DEATH_IS_FOUND_MS);
  bringToLife(workerAt(1));
  workerAt(0).say('unavailable');
  workerAt(0).failToLoad();
  await clock.advance(0);
  expect(workers).toHaveLength(2);
  expect(workerAt(1).isTerminated).toBe(false);
  expect(kindsOnMain()).toEqual([]);
});

test('after the fourth death in a row main draws', async () => {
  const { clock, view, workers, kindsOnMain } = showView();
  for (let life = 0; life <= WORKER_RESTARTS_MAX; life += 1) {
    workers.at(-1)?.say('ready');
    view.turnBy(1, 0);
    await clock.advance(DEATH_IS_FOUND_MS);
  }
  expect(workers).toHaveLength(WORKER_RESTARTS_MAX + 1);
  expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
  expect(kindsOnMain().slice(0, 3)).toEqual(['open', 'size', 'look']);
});

test('a replacing canvas keeps the attributes for keyboard access', async () => {
  const { clock, view, workerAt } = showView();
  view.canvas.tabIndex = 0;
  view.canvas.setAttribute('role', 'application');
  workerAt(0).say('unavailable');
  await clock.advance(0);
  expect(view.canvas.tabIndex).toBe(0);
  expect(view.canvas.getAttribute('role')).toBe('application');
});

test('after a worker dies in the middle of a video, the flat video is shown until a new worker draws', async () => {
  const { clock, view, workerAt, root } = showView();
  Object.defineProperty(root.querySelector('video'), 'readyState', { value: HTMLMediaElement.HAVE_CURRENT_DATA });
  expect(root.dataset['spherical']).toBe('waiting');
  workerAt(0).say('ready');
  workerAt(0).say('taken');
  expect(root.dataset['spherical']).toBe('shown');
  view.turnBy(1, 0);
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(root.dataset['spherical']).toBe('lost');
  workerAt(1).say('ready');
  workerAt(1).say('taken');
  expect(root.dataset['spherical']).toBe('shown');
  expect(view.canvas.hidden).toBe(false);
});
