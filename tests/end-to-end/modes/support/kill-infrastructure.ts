import type { BrowserContext } from 'playwright';
import { expect } from 'vitest';
import '../../../../src/page/infrastructure/bench-hook.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../../../src/page/supervision/liveness.ts';
import { WORKER_RESTARTS_MAX } from '../../../../src/page/supervision/restart-budget.ts';
import { infrastructureWorkers } from '../../support/infrastructure-workers.ts';
import type { Visit } from './open-player.ts';

declare global {
  interface Window {
    /** Runs the timers that wait now and are due within this time. */
    readonly runTimers: (durationMs: number) => void;
  }
}

/** Playwright's clock would replace `performance` by an object without resources and events, which the player uses. */
export const haveTimersToRun = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { setTimeout: set, clearTimeout: clear } = window;
    const waiting = new Map<number, { readonly dueMs: number; readonly run: () => void }>();
    const timers = {
      setTimeout(task: (...parameters: unknown[]) => void, delayMs = 0, ...parameters: unknown[]): number {
        const run = (): void => {
          waiting.delete(timer);
          task(...parameters);
        };
        const timer = set(run, delayMs);
        waiting.set(timer, { dueMs: performance.now() + delayMs, run });
        return timer;
      },
      clearTimeout(timer: number): void {
        waiting.delete(timer);
        clear(timer);
      },
      runTimers(durationMs: number): void {
        const untilMs = performance.now() + durationMs;
        for (const [timer, { dueMs, run }] of [...waiting]) {
          if (dueMs > untilMs || !waiting.has(timer)) continue;
          clear(timer);
          run();
        }
      },
    };
    Object.assign(window, timers);
  });

/** Ends the infrastructure worker until the page starts no other one. */
export async function killInfrastructure({ page, frame }: Visit): Promise<void> {
  const runTimers = (durationMs: number) => frame.evaluate((limitMs) => window.runTimers(limitMs), durationMs);
  await frame.evaluate(() => window.__bench?.ready);
  for (let deaths = 0; deaths <= WORKER_RESTARTS_MAX; deaths += 1) {
    await expect.poll(() => infrastructureWorkers(page).length).toBe(1);
    await frame.evaluate(() => window.__bench?.flush());
    const [worker] = infrastructureWorkers(page);
    void worker?.evaluate(() => self.close()).catch(() => undefined);
    await expect.poll(() => infrastructureWorkers(page).length).toBe(0);
    // Pings find it dead while something waits for it.
    await frame.evaluate(() => window.__bench?.logEvents(1));
    await runTimers(WORKER_PING_INTERVAL_MS);
    await runTimers(WORKER_PING_TIMEOUT_MS);
  }
  await frame.evaluate(() => window.__bench?.flush());
}
