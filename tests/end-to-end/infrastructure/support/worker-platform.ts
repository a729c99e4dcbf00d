import type { BrowserContext } from 'playwright';

/** Controls of a test over the worker of a page, on the worker's global scope. */
export interface WorkerPlatform {
  /** Moves the worker's clock forward, and runs the timers that have become due. */
  skip(durationMs: number): void;
  /** Sets the result of all later random choices of the worker. */
  setChance(share: number): void;
  /** Whether short waits move the clock by themselves. */
  movesByItself: boolean;
  /** Whether each compression takes longer than the limit (N20). */
  isCompressionSlow: boolean;
}

/**
 * Runs in the worker before its first line: a clock that a test moves, and randomness that a test chooses. Playwright
 * installs its clock only in pages. Short waits, such as the gap between two requests, move the clock by themselves.
 */
const PLATFORM = `{
  let skippedMs = 0;
  let lastTimer = 0;
  const timers = new Map();
  const startMs = Date.now();
  const { timeOrigin } = performance;
  const { setTimeout: inRealTime } = self;
  const shortMs = 500;
  self.movesByItself = true;
  /** Number of running compressions, which take no time on the clock unless a test makes them slow. */
  let compressions = 0;
  Date.now = () => startMs + skippedMs;
  performance.now = () => startMs - timeOrigin + skippedMs;
  /** Makes random numbers differ slightly: Comlink makes the ids of its calls from them. */
  let drawn = 0;
  self.setChance = (share) => {
    Math.random = () => share - (drawn++ % 1e3) * 1e-12;
  };
  self.setTimeout = (task, delayMs = 0, ...parameters) => {
    lastTimer += 1;
    const [id, dueMs] = [lastTimer, skippedMs + delayMs];
    timers.set(id, { dueMs, run: () => task(...parameters) });
    const move = () => {
      if (!self.movesByItself || !timers.has(id)) return;
      if (compressions > 0) inRealTime(move, 1);
      else self.skip(Math.max(0, dueMs - skippedMs));
    };
    if (delayMs <= shortMs) inRealTime(move, 0);
    return id;
  };
  self.clearTimeout = (id) => timers.delete(id);
  self.skip = (durationMs) => {
    skippedMs += durationMs;
    for (const [id, timer] of [...timers].sort(([, a], [, b]) => a.dueMs - b.dueMs))
      if (timer.dueMs <= skippedMs && timers.delete(id)) timer.run();
  };
  const { CompressionStream: Stream } = self;
  self.isCompressionSlow = false;
  self.CompressionStream = class {
    constructor(format) {
      compressions += 1;
      if (self.isCompressionSlow) self.skip(251);
      const { readable, writable } = new Stream(format);
      /** Ends the compression only after its duration has been measured. */
      const flush = () => void inRealTime(() => (compressions -= 1), 20);
      return { readable: readable.pipeThrough(new TransformStream({ flush })), writable };
    }
  };
}`;

/** Puts the platform above in front of the infrastructure worker's script, in all pages of a context. */
export async function installWorkerPlatform(context: BrowserContext, chance: () => number): Promise<void> {
  await context.route(/\/assets\/infrastructure\.worker-[^/]+\.js$/, async (route) => {
    // Only browsers resolve names below `localhost`.
    const address = Object.assign(new URL(route.request().url()), { hostname: '127.0.0.1' });
    const response = await route.fetch({ url: address.href });
    await route.fulfill({ response, body: `${PLATFORM}self.setChance(${chance()});\n${await response.text()}` });
  });
}
