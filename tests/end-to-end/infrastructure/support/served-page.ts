import type { Page, Worker } from 'playwright';
import { expect } from 'vitest';
import '../../../../src/page/infrastructure/bench-hook.ts';
import '../../../../src/page/debug/inspect.ts';
import { RETRY_DELAY_MS } from '../../../../protocol/constants.ts';
import { STORE_NAMES, type StoredRequest } from '../../../../protocol/infrastructure/records.ts';
import type { RecordedRequest, RecordingProxy } from './recording-proxy.ts';
import type { WorkerPlatform } from './worker-platform.ts';
import { infrastructureWorkers } from '../../support/infrastructure-workers.ts';

declare const self: WorkerPlatform & { readonly indexedDB?: IDBFactory };

/** The log database of a viewer who is not signed in. */
export const LOG_DATABASE = 'oriel-logs.logged-out';
/** Result of random choices that lies above the thresholds of the usual samples. */
export const USUAL_CHANCE = 0.5;
const LAST_STEP_SHARE = 0.1;
/** Longer waits end only when a test moves the clock. */
const SHORT_WAIT_MAX_MS = 500;

/** An embed page that the provider has served; the test moves the clock of its infrastructure worker. */
export class ServedPage {
  readonly page: Page;
  readonly proxy: RecordingProxy;
  readonly #earlierReports: number;

  constructor(page: Page, proxy: RecordingProxy) {
    this.page = page;
    this.proxy = proxy;
    this.#earlierReports = proxy.to('/error_204').length;
  }

  /** Waits until the page's logging runs. */
  async untilReady(): Promise<void> {
    await this.page.waitForFunction(() => window.__bench !== undefined);
    await this.page.evaluate(() => window.__bench?.ready);
  }

  /** Waits until the worker has stored each event that the page has logged. */
  async untilStored(): Promise<void> {
    await this.page.waitForFunction(() => window.oriel?.inspect().infrastructure.unacknowledgedEvents === 0);
  }

  /** The current worker of the page, which may have replaced earlier workers. */
  get worker(): Worker {
    const worker = infrastructureWorkers(this.page).at(-1);
    if (worker === undefined) throw new Error('the page has no infrastructure worker');
    return worker;
  }

  /** Ends the worker and waits until the page has replaced it, which happens when the page logs an event. */
  async replaceWorker(): Promise<void> {
    const { worker } = this;
    // A worker that closes itself never responds to this call.
    void worker.evaluate(() => close()).catch(() => {});
    await this.post('replacing', 1);
    await expect.poll(() => this.worker !== worker).toBe(true);
    await this.flush();
  }

  /**
   * Moves the worker's clock, which otherwise only short waits move, and returns its time in milliseconds. Moves it in two
   * steps, so that a request that is due early shows an earlier time than a request that is due at the end.
   */
  async advance(durationMs: number): Promise<number> {
    const lastStepMs = durationMs * LAST_STEP_SHARE;
    await this.#skip(durationMs - lastStepMs);
    return this.#skip(lastStepMs);
  }

  /** Moves the clock in one step, and waits for the transactions that begin then. */
  #skip(durationMs: number): Promise<number> {
    return this.worker.evaluate(async (skippedMs) => {
      self.skip(skippedMs);
      for (let transaction = 0; transaction < 3; transaction += 1) await self.indexedDB?.databases();
      return Date.now();
    }, durationMs);
  }

  /** Moves the worker's clock to a time in milliseconds, unless the clock is already later. */
  async advanceTo(timeMs: number): Promise<void> {
    await this.advance(Math.max(0, timeMs - (await this.advance(0))));
  }

  async setChance(share: number): Promise<void> {
    await this.worker.evaluate((chosen) => self.setChance(chosen), share);
  }

  /** Logs events with the text `prefix-0` and so on. */
  async post(prefix: string, count: number, pad = 0): Promise<void> {
    await this.page.evaluate(([name, number, padding]) => window.__bench?.logEvents(number, name, { pad: padding }), [
      prefix,
      count,
      pad,
    ] as const);
  }

  /** Logs events and waits until the worker has stored them. */
  async log(prefix: string, count: number): Promise<void> {
    await this.post(prefix, count);
    await this.untilStored();
  }

  /** Logs and flushes events, and returns the request that contains them; works without storage, too. */
  async send(prefix: string, count: number): Promise<RecordedRequest> {
    const before = this.sent(prefix).length;
    await this.post(prefix, count);
    await this.flush();
    await expect.poll(() => this.sent(prefix).length).toBeGreaterThan(before);
    const [request] = this.sent(prefix).slice(before);
    if (request === undefined) throw new Error(`${prefix} has not been sent`);
    return request;
  }

  /**
   * Sends all pending requests, then runs `work` while not even short waits move the clock, so that events can be sent
   * at once. Passes the time in milliseconds to `work`.
   */
  async atRest(work: (nowMs: number) => Promise<void>): Promise<void> {
    await this.settle();
    // Passes the gap that follows a request.
    await this.advance(SHORT_WAIT_MAX_MS);
    await this.worker.evaluate(() => void (self.movesByItself = false));
    try {
      await work(await this.advance(0));
    } finally {
      await this.worker.evaluate(() => void (self.movesByItself = true));
      await this.advance(SHORT_WAIT_MAX_MS);
    }
  }

  /** Sends all events and requests that may be sent now. */
  async flush(): Promise<void> {
    await this.page.evaluate(() => window.__bench?.flush());
  }

  /** Prepares a test: all requests are sent, random choices take no samples, and the provider's responses pass unchanged. */
  async settle(): Promise<void> {
    for (const path of ['/log_event', '/video_stats']) this.proxy.reply(path, 'pass');
    await this.setChance(USUAL_CHANCE);
    await this.flush();
    await expect
      .poll(async () => {
        const left = await this.storedRequests();
        // A rejected request waits for its next attempt.
        if (left.length > 0) await this.advance(RETRY_DELAY_MS);
        return left;
      })
      .toEqual([]);
  }

  /** Log requests with an event whose text begins with `prefix-`. */
  sent(prefix: string): readonly RecordedRequest[] {
    const requests = [...this.proxy.to('/log_event'), ...this.proxy.to('/video_stats')];
    return requests.filter(({ body }) => body.includes(`"${prefix}-`));
  }

  /** Levels and messages of the error reports since the page was opened. */
  reports(): readonly (readonly [level: string | null, message: string | null])[] {
    const reports = this.proxy.to('/error_204').slice(this.#earlierReports);
    return reports.map(({ query }) => [query.get('level'), query.get('msg')]);
  }

  storedRequests(): Promise<StoredRequest[]> {
    return this.rows(LOG_DATABASE, STORE_NAMES.requests) as Promise<StoredRequest[]>;
  }

  /** All rows of a store of a database. */
  rows(database: string, store: string): Promise<unknown[]> {
    return this.page.evaluate(readRows, [database, store] as const);
  }
}

/** When a request was sent, on the worker's clock, milliseconds. */
export const sentAtMs = (request: RecordedRequest | undefined): number =>
  Number(request?.headers['x-goog-request-time']);

interface SentBatch {
  readonly context: { readonly client: { readonly clientName: string; readonly configInfo?: object } };
  readonly events: readonly SentEvent[];
}
interface SentEvent {
  readonly name: string;
  readonly eventTimeMs: number;
  readonly tier: number;
  readonly clientEventId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The batches of a request, one on each line of its body. */
export const batchesOf = ({ body }: RecordedRequest): readonly SentBatch[] =>
  body.split('\n').map((line) => JSON.parse(line) as SentBatch);
export const eventsOf = (request: RecordedRequest): readonly SentEvent[] =>
  batchesOf(request).flatMap(({ events }) => events);

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
