import type { Frame, Page } from 'playwright';
import { END_MARK, FIRST_FRAME_MARK, STEP_PREFIX } from '../trace/milestones.ts';
import { tapAll } from './taps.ts';

/** Members of the open page that the steps need. */
export interface Stage {
  readonly page: Page;
  /** The frame of the player; it stays the same when it navigates. */
  readonly frame: Frame;
  readonly embedUrl: string;
  readonly emptyUrl: string;
  readonly playSeconds: number;
}

export interface Step {
  readonly name: string;
  run(stage: Stage): Promise<unknown>;
}

const EVENTS = 1_000;
/** Early in the video, since on a slow machine the video plays on while the steps wait. */
const SEEK_TO_SECONDS = 6;
/** Playing time of every later step, as a share of the playing time before the first seek. */
const SHORT_SHARE = 1 / 3;
const SHORT_SECONDS_MAX = 1;
const HIDDEN_MS = 1_000;
/** The page sends its last events within this time after it was left. */
const CLOSE_MS = 500;
/** Timeout for a slow processor on a slow line. */
const STEP_TIMEOUT_MS = 120_000;

/** Steps of every session, in order. A step ends when the player has done what it requests, or after a fixed time. */
export const STEPS: readonly Step[] = [
  { name: 'start', run: ({ page, embedUrl }) => page.evaluate((url) => window.orielProfileHost?.open(url), embedUrl) },
  {
    name: 'play',
    run: ({ page, playSeconds }) => page.evaluate((seconds) => window.orielProfileHost?.play(seconds), playSeconds),
  },
  {
    name: 'seek',
    run: ({ page }) => page.evaluate((seconds) => window.orielProfileHost?.seek(seconds), SEEK_TO_SECONDS),
  },
  {
    name: 'quality',
    async run(stage) {
      await stage.page.evaluate(() => window.orielProfileHost?.changeQuality());
      await watch(stage);
    },
  },
  {
    name: '1000 events',
    async run(stage) {
      await stage.frame.evaluate(logEvents, EVENTS);
      await watch(stage);
    },
  },
  {
    name: 'captions',
    async run(stage) {
      await stage.page.evaluate(() => window.orielProfileHost?.showCaptions());
      await watch(stage);
    },
  },
  {
    name: 'taps',
    async run(stage) {
      await tapAll(stage.page, stage.frame, (name) => markHost(stage.page, name));
      await watch(stage);
    },
  },
  {
    name: 'hidden',
    async run({ page, frame }) {
      await frame.evaluate(showAs, 'hidden');
      await page.waitForTimeout(HIDDEN_MS);
    },
  },
  {
    name: 'back',
    async run(stage) {
      await stage.frame.evaluate(showAs, 'visible');
      await watch(stage);
    },
  },
  {
    name: 'close',
    async run({ page, emptyUrl }) {
      await page.evaluate((url) => window.orielProfileHost?.close(url), emptyUrl);
      await page.waitForTimeout(CLOSE_MS);
    },
  },
];

/** Sets a mark at the first frame. Called between the first two steps, so that neither of them includes its cost. */
export async function watchFirstFrame(frame: Frame): Promise<void> {
  await frame.evaluate((mark) => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('the player has no video element');
    video.requestVideoFrameCallback(() => performance.mark(mark));
  }, FIRST_FRAME_MARK);
}

/** Runs a step; a mark in the trace shows its beginning on the clock of all threads. */
export async function runStep(step: Step, stage: Stage): Promise<void> {
  await markHost(stage.page, STEP_PREFIX + step.name);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new Error(`The player did not complete the step “${step.name}” within ${STEP_TIMEOUT_MS / 1_000} s.`)),
      STEP_TIMEOUT_MS,
    );
  });
  await Promise.race([step.run(stage), late]).finally(() => clearTimeout(timer));
}

export function markEnd(page: Page): Promise<void> {
  return markHost(page, END_MARK);
}

async function markHost(page: Page, mark: string): Promise<void> {
  await page.evaluate((name) => void performance.mark(name), mark);
}

function watch({ page, playSeconds }: Stage): Promise<void> {
  const seconds = Math.min(SHORT_SECONDS_MAX, playSeconds * SHORT_SHARE);
  return page.evaluate((wanted) => window.orielProfileHost?.watch(wanted), seconds);
}

/** Runs in the frame, in a timer: the browser has no span for code that a tool evaluates. */
function logEvents(count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      const hook = window.__bench;
      if (hook === undefined) return reject(new Error('the server does not run with ORIEL_BENCH=1'));
      hook.logEvents(count);
      hook.flush().then(() => resolve(), reject);
    }, 0);
  });
}

/** Runs in the frame. A headless browser hides no page, so this sets the state and dispatches the event. */
function showAs(state: string): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
