import { randomBytes } from 'node:crypto';
import { createBudgets, type Budgets } from '../../../../src/provider/budgets/create-budgets.ts';
import { ROW_BYTES } from '../../../../src/provider/budgets/row-bytes.ts';
import type { Sender } from '../../../../src/provider/budgets/sender.ts';
import type { Storage } from '../../../../src/provider/storage/storage.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import { ViewerStore } from '../../../../src/provider/stores/viewer-store.ts';
import { configureSchemas } from '../../../../src/provider/schema-configuration.ts';
import { DEFAULT_LIMITS } from '../../../../src/provider/settings/limits.ts';
import { openServerStorage } from '../../../../src/server/open-server-storage.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

configureSchemas();

export interface SentEvent {
  readonly session: string;
  readonly index: number;
  readonly name: string;
  readonly payload: object;
  readonly tier?: number;
}

export type Taken = 'kept' | 'refused' | 'unavailable';

export const newSession = (): string => randomBytes(16).toString('hex');

/** A store with a small budget that takes posts as the server does, with the budgets that shed its rows. */
export class FloodedStore {
  readonly clock: FakeClock;
  readonly #url: string;
  readonly #maxBytes: number;
  #storage: Storage;
  #budgets: Budgets;

  private constructor(url: string, maxBytes: number, storage: Storage, clock: FakeClock) {
    this.clock = clock;
    this.#url = url;
    this.#maxBytes = maxBytes;
    this.#storage = storage;
    this.#budgets = createBudgets(storage.database, this.clock, maxBytes);
  }

  static async open(url: string, maxBytes: number): Promise<FloodedStore> {
    const limits = { ...DEFAULT_LIMITS, databaseMaxBytes: maxBytes };
    const clock = createFakeClock();
    return new FloodedStore(url, maxBytes, await openServerStorage({ url }, clock, limits), clock);
  }

  get database(): Storage['database'] {
    return this.#storage.database;
  }

  get budgets(): Budgets {
    return this.#budgets;
  }

  async post(sender: Sender, events: readonly SentEvent[]): Promise<Taken> {
    const sent = events.map(({ session, index, tier = 100, ...more }) => ({
      ...{ clientEventId: `${session}.${index}`, eventTimeMs: this.clock.now(), tier },
      ...{ sequence: { id: session, index }, ...more },
    }));
    const client = { clientName: 'WEB', clientVersion: '1' };
    const bytes = Buffer.from(JSON.stringify({ context: { client }, events: sent }));
    const headers = { contentEncoding: null, headerTimeMs: undefined, retryCount: 0 };
    return takenBy(() => this.#storage.logs.take({ endpoint: 'log_event', bytes, ...headers, sender }));
  }

  /** Adds this many entries to a list of a viewer. */
  async keep(sender: Sender, viewer: string, count: number): Promise<Taken> {
    const bytes = (count + 1) * ROW_BYTES.viewerRow;
    const edits = Array.from({ length: count }, (_, index) => ({ add: true, videoId: `video-${index}` }));
    const viewers = new ViewerStore(this.database, this.clock);
    return takenBy(async () => {
      const admitted = await this.#budgets.admission.admit('viewers', sender, bytes);
      if (admitted.ok) await viewers.editList({ viewer, sender }, 'saved', edits, DEFAULT_LIMITS.viewerListEntriesMax);
      return admitted;
    });
  }

  /** Sheds as the server does every few seconds. */
  async shed(): Promise<void> {
    await this.clock.advance(2_000);
    await this.#budgets.shed();
  }

  /** The given event ids that are not stored. */
  async missing(ids: ReadonlySet<string>): Promise<string[]> {
    const { rows } = await this.database.execute('SELECT client_event_id AS id FROM events');
    const stored = new Set(rows.map(({ id }) => String(id)));
    return [...ids].filter((id) => !stored.has(id));
  }

  /** Viewers whose stored list differs in length from the acknowledged list. */
  async changedLists(lengths: ReadonlyMap<string, number>): Promise<string[]> {
    const { rows } = await this.database.execute(
      'SELECT viewer, count(*) AS count FROM playlist_items GROUP BY viewer',
    );
    const stored = new Map(rows.map(({ viewer, count }) => [String(viewer), Number(count)]));
    return [...lengths].flatMap(([viewer, length]) => (stored.get(viewer) === length ? [] : [viewer]));
  }

  async restart(): Promise<void> {
    await this.close();
    const limits = { ...DEFAULT_LIMITS, databaseMaxBytes: this.#maxBytes };
    this.#storage = await openServerStorage({ url: this.#url }, this.clock, limits);
    this.#budgets = createBudgets(this.#storage.database, this.clock, this.#maxBytes);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }
}

async function takenBy(store: () => Promise<{ readonly ok: boolean }>): Promise<Taken> {
  try {
    return (await store()).ok ? 'kept' : 'refused';
  } catch (error) {
    if (error instanceof StorageUnavailable) return 'unavailable';
    throw error;
  }
}
