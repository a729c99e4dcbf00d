import type { Page, Worker } from 'playwright';
import type { ThrottleTarget } from '../../../src/profile/report/schema/report.ts';
import { PLAYABLE_MARK } from '../trace/milestones.ts';
import type { Trace } from '../trace/trace-event.ts';
import { installHost } from './host-page.ts';
import { embedUrlOf, type Lab } from './lab.ts';
import { recordTrace } from './record-trace.ts';

export const PLANTED = {
  main: { lane: 'player-main', functionName: 'plantedOnMain', wantedMs: 100 },
  worker: { lane: 'infrastructure-worker', functionName: 'plantedInWorker', wantedMs: 150 },
} as const;

export interface PlantedSession {
  readonly trace: Trace;
  /** Duration of the work by the page's own clock: at least the requested duration, more on a busy machine. */
  readonly mainMs: number;
  readonly workerMs: number;
  readonly throttle: readonly ThrottleTarget[];
}

/**
 * Plants work of a known duration on main and in a worker of the real player, from outside. The work loops until the clock
 * reaches that duration, so it lasts equally long at every slow-down.
 */
export async function runPlantedSession(lab: Lab, slowdown: number): Promise<PlantedSession> {
  const { context, page, frame, session } = await lab.openHostPage(slowdown);
  try {
    await page.evaluate(installHost, { playableMark: PLAYABLE_MARK });
    await page.evaluate((url) => window.orielProfileHost?.open(url), embedUrlOf(lab.playerOrigin, 'workers'));
    const worker = await infrastructureWorkerOf(page);
    const recording = await recordTrace(session);
    // The profiler of a thread starts a moment after the recording.
    await Promise.all([frame.evaluate(pause), worker.evaluate(pause)]);
    const mainMs = await frame.evaluate(plantOnMain, PLANTED.main.wantedMs);
    const workerMs = await worker.evaluate(plantInWorker, PLANTED.worker.wantedMs);
    const { trace } = await recording.stop();
    const [mainSpeed, workerSpeed] = [await frame.evaluate(loopsPerMs), await worker.evaluate(loopsPerMs)];
    return { trace, mainMs, workerMs, throttle: throttleTargets(slowdown, workerSpeed / mainSpeed) };
  } finally {
    await context.close();
  }
}

/** Waits for the worker if necessary: the browser may report it later than the player reports that it is ready. */
async function infrastructureWorkerOf(page: Page): Promise<Worker> {
  const isWanted = (worker: Worker): boolean => worker.url().includes('infrastructure.worker');
  const found = page.workers().find(isWanted) ?? (await page.waitForEvent('worker', isWanted).catch(() => undefined));
  if (found === undefined)
    throw new Error('The player runs no infrastructure worker, so nothing can be planted in it.');
  return found;
}

function throttleTargets(rate: number, mainRate: number): ThrottleTarget[] {
  const refused = 'Chromium slows down main threads only: these times are always those of the full processor.';
  return [
    { target: 'Host main', askedRate: rate, measuredRate: null, note: '' },
    { target: 'Player main', askedRate: rate, measuredRate: mainRate, note: 'Of the same loop in the worker.' },
    { target: 'Workers', askedRate: 1, measuredRate: 1, note: refused },
    { target: 'Compositor and media threads', askedRate: 1, measuredRate: null, note: refused },
  ];
}

/** Runs on main and in the worker. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 250);
  });
}

/** Runs in the frame, in a timer: the browser has no span for code that a tool evaluates. */
function plantOnMain(wantedMs: number): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(function plantedOnMain() {
      const start = performance.now();
      let now = start;
      while (now - start < wantedMs) now = performance.now();
      resolve(now - start);
    }, 0);
  });
}

/** Runs in the worker. */
function plantInWorker(wantedMs: number): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(function plantedInWorker() {
      const start = performance.now();
      let now = start;
      while (now - start < wantedMs) now = performance.now();
      resolve(now - start);
    }, 0);
  });
}

/** Runs on main and in the worker, long enough to average the pauses by which the browser slows a thread down. */
function loopsPerMs(): number {
  const TRIES = 24;
  const LOOPS = 2_000_000;
  const start = performance.now();
  let sum = 0;
  for (let index = 0; index < TRIES * LOOPS; index += 1) sum = (sum * 31 + index) | 0;
  return (TRIES * LOOPS) / (performance.now() - start + (sum === 1 ? 1 : 0));
}
