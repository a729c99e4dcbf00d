import { readdir } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import { STORE_NAMES } from '../../../../protocol/infrastructure/records.ts';
import type { InfrastructureApi, InfrastructureSettings } from '../../../../protocol/infrastructure/rpc.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { test as base } from '../../support/test.ts';
import { startRecordingProvider, type RecordedRequest, type RecordingProvider } from './recording-provider.ts';

type Method = Exclude<keyof InfrastructureApi, 'start'>;

/** The built worker, driven over its port by a page that has nothing else. */
export interface BuiltWorker {
  readonly page: Page;
  start(settings?: Partial<InfrastructureSettings>): Promise<unknown>;
  call<Name extends Method>(
    method: Name,
    ...parameters: Parameters<InfrastructureApi[Name]>
  ): Promise<Awaited<ReturnType<InfrastructureApi[Name]>>>;
  /** A call to the provider, by its name in the table of endpoints. */
  ask(endpoint: string, fields: object, options?: object): Promise<Outcome<unknown>>;
  /** Moves its clock, which stands still otherwise, runs what has become due, and returns the time, milliseconds. */
  advance(durationMs: number): Promise<number>;
  /** What it asked the page to do: places and cookies. */
  hookCalls(): Promise<unknown[][]>;
  /** Everything in a store of a database. */
  rows(database: string, store: string): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface WorkerLab {
  readonly provider: RecordingProvider;
  /** Databases and locks belong to it. */
  readonly context: BrowserContext;
  /** `platform` is script that runs in the worker before it. */
  open(platform?: string): Promise<BuiltWorker>;
}

/** A clock that only a test moves, and randomness that is always the middle, before the worker's first line. */
const PLATFORM = `
  let skippedMs = 0;
  let lastTimer = 0;
  const timers = new Map();
  const startMs = Date.now();
  const { timeOrigin } = performance;
  Date.now = () => startMs + skippedMs;
  performance.now = () => startMs - timeOrigin + skippedMs;
  /** Comlink makes its ids of it: two calls with one id are one. */
  let drawn = 0;
  self.setChance = (share) => {
    Math.random = () => share - (drawn++ % 1e3) * 1e-12;
  };
  self.setChance(0.5);
  self.setTimeout = (task, delayMs = 0, ...parameters) => {
    lastTimer += 1;
    timers.set(lastTimer, { dueMs: skippedMs + delayMs, run: () => task(...parameters) });
    return lastTimer;
  };
  self.clearTimeout = (id) => timers.delete(id);
  self.skip = (durationMs) => {
    skippedMs += durationMs;
    for (const [id, timer] of [...timers].sort(([, a], [, b]) => a.dueMs - b.dueMs))
      if (timer.dueMs <= skippedMs && timers.delete(id)) timer.run();
  };
  addEventListener('message', (event) => {
    if (typeof event.data?.advanceMs !== 'number') return;
    event.stopImmediatePropagation();
    self.skip(event.data.advanceMs);
    postMessage({ nowMs: Date.now() });
  });`;

const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="module">
  import { proxy, wrap } from '/comlink.mjs';
  window.openWorker = () => {
    const worker = new Worker('/start-worker.js', { type: 'module' });
    window.infrastructure = { worker, api: wrap(worker), hookCalls: [] };
    const { hookCalls } = window.infrastructure;
    window.infrastructure.hooks = proxy({
      askLocation: (...parameters) => {
        hookCalls.push(['askLocation', ...parameters]);
        return { locationInfoStatus: 'granted', latitude: 52.5, longitude: 13.4 };
      },
      writeCookie: (...parameters) => void hookCalls.push(['writeCookie', ...parameters]),
      saveCheckpoint: () => undefined,
      readSpans: async () => [],
    });
  };
  window.isLoaded = true;
</script>`;

interface LabWindow {
  readonly isLoaded?: boolean;
  openWorker(): void;
  readonly infrastructure: {
    readonly worker: Worker;
    readonly api: Record<string, (...parameters: unknown[]) => Promise<unknown>>;
    readonly hooks: object;
    readonly hookCalls: unknown[][];
  };
}
declare const self: LabWindow;

export const test = base.extend('lab', async ({ browser, contexts }, { onCleanup }): Promise<WorkerLab> => {
  const assets = await readdir('dist/client/assets');
  const worker = assets.find((name) => /^infrastructure\.worker-[^.]+\.js$/.test(name));
  const platforms: string[] = [];
  const provider = await startRecordingProvider({
    '/': PAGE,
    '/start-worker.js': `import '/platform.js'; import '/assets/${worker}';`,
    get '/platform.js'() {
      return PLATFORM + platforms.shift();
    },
  });
  onCleanup(() => provider.stop());
  provider.answer('/pagead/id', { body: { id: 'visitor of ads' } });
  for (const path of ['/generate_204', '/error_204']) provider.answer(path, { status: 204 });
  const context = await contexts.open(browser);
  return {
    provider,
    context,
    async open(platform = '') {
      const page = await context.newPage();
      await page.goto(provider.origin);
      await page.waitForFunction(() => self.isLoaded);
      platforms.push(platform);
      await page.evaluate(() => self.openWorker());
      const call = <Result>(method: string, parameters: readonly unknown[]) =>
        page.evaluate(([name, given]) => self.infrastructure.api[name]?.(...given), [
          method,
          parameters,
        ] as const) as Promise<Result>;
      return {
        page,
        start: (settings = {}) =>
          page.evaluate((given) => self.infrastructure.api['start']?.(given, self.infrastructure.hooks), {
            ...makeSettings(),
            origin: provider.origin,
            ...settings,
          }),
        call: (method, ...parameters) => call(method, parameters),
        ask: (endpoint, fields, options) => call('call', [endpoint, fields, options]),
        advance: (durationMs) =>
          page.evaluate(
            (advanceMs) =>
              new Promise<number>((resolve) => {
                const { worker: port } = self.infrastructure;
                const onMessage = ({ data }: MessageEvent<{ nowMs?: number } | undefined>): void => {
                  if (data?.nowMs === undefined) return;
                  port.removeEventListener('message', onMessage);
                  resolve(data.nowMs);
                };
                port.addEventListener('message', onMessage);
                port.postMessage({ advanceMs });
              }),
            durationMs,
          ),
        hookCalls: () => page.evaluate(() => self.infrastructure.hookCalls),
        rows: (database, store) => page.evaluate(readRows, [database, store] as const),
        close: () => page.close(),
      };
    },
  };
});

function readRows([name, store]: readonly [string, string]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction(store).objectStore(store).getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  });
}

/** The page's part of the settings, changed. */
export function pageSettings(change: Partial<InfrastructureSettings['page']>): Pick<InfrastructureSettings, 'page'> {
  return { page: makeSettings(change).page };
}

/** A started worker, and the time on its clock, milliseconds. */
export async function startWorker(
  open: () => Promise<BuiltWorker>,
  settings: Parameters<BuiltWorker['start']>[0] = {},
) {
  const worker = await open();
  await worker.start(settings);
  return { worker, startMs: await worker.advance(0) };
}

/** Sends what may be sent. Lets requests follow each other at the smallest gap until all is sent that can be. */
export async function flush(worker: BuiltWorker): Promise<void> {
  const flushed = worker.call('flush').then(() => true);
  let isDone = false;
  while (!isDone) isDone = await Promise.race([flushed, worker.advance(100).then(() => false)]);
}

/** On the worker's clock, milliseconds. */
export const sentAtMs = ({ headers }: RecordedRequest): number => Number(headers['x-goog-request-time']);

/** The database of a viewer who is not signed in. */
export const LOG_DATABASE = 'oriel-logs.logged-out';

/**
 * Until the worker has dealt with every response. The gap between two sends is counted from the response: one that comes
 * after the clock has been moved delays the next.
 */
export const whenAnswered = (worker: BuiltWorker): Promise<void> =>
  expect.poll(() => worker.rows(LOG_DATABASE, STORE_NAMES.requests)).toEqual([]);
