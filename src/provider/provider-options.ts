import type { Hono } from 'hono';
import type { Clock, Random } from '../../protocol/runtime/clock.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { OnRefusal } from './http/refusal.ts';
import type { Storage, StorageAddress, StorageLimits } from './storage/storage.ts';
import type { Log } from './operations/log.ts';
import type { Metrics } from './operations/metrics.ts';
import type { SignIn } from './security/sign-in.ts';
import type { Limits } from './settings/limits.ts';
import type { Settings } from './settings/settings.ts';
import type { Frontend } from './frontend/frontend.ts';

/** Options that the environment sets elsewhere, or in another form. */
type OtherSettings = 'port' | 'host' | 'catalogFolder' | 'databaseUrl' | 'uploadFolder' | 'logLevel' | 'limits';

/** The settings, each with its default if absent, and the dependencies that programs and tests pass. */
export interface ProviderOptions extends Partial<Omit<Settings, OtherSettings>> {
  readonly catalog: Catalog;
  /** Folder of the catalog's `media/` files. */
  readonly mediaFolder: string;
  /** A libSQL address, such as `file:/data/oriel.db` or `:memory:`. */
  readonly databaseUrl: string;
  /** Opens the database in another process, as `DatabaseProcess` does. */
  readonly openStorage?: (address: StorageAddress, clock: Clock, limits: StorageLimits) => Promise<Storage>;
  readonly frontend: Frontend;
  readonly clock: Clock;
  /** Runs a task in a later turn of the event loop; `setImmediate` if absent. */
  readonly defer?: (task: () => void) => void;
  readonly random: Random;
  /** Requests licenses from the servers that the catalog names; the platform's if absent. */
  readonly fetch?: typeof fetch;
  /** Version of the pages, sent with every call. */
  readonly version: string;
  /** Loosens the CSP as far as the Vite dev server needs it. */
  readonly development?: boolean;
  /** Limits that are absent have their defaults. */
  readonly limits?: Partial<Limits>;
  /** Data-sync id of a user signed in by the operator's own means. */
  readonly dataSyncIdOf?: SignIn['dataSyncIdOf'];
  /** The `Authorization` that the pages of a signed-in user send with their calls (N1). */
  readonly authorizationOf?: NonNullable<SignIn['authorizationOf']>;
  /** Called for each bug that caused a 500; the log has them too, with repeats as a count. */
  readonly onBug?: (error: unknown) => void;
  /** Silent if absent. */
  readonly log?: Log;
  /** Name of this process among several with one database, as its operator knows it; `null` where it is the only one. */
  readonly nodeName?: () => string | null;
  /** Adds process metrics to `/metrics`: for one provider of a process. */
  readonly processMetrics?: boolean;
}

export interface Provider {
  readonly app: Hono;
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
  readonly metrics: Metrics;
  /** Counts and logs refusals and closed connections of the server in front of the provider. */
  readonly onRefusal: OnRefusal;
  /** Whether a request to this path may take longer than the others, such as an upload. */
  readonly mayTakeLong: (path: string) => boolean;
  /** Ends responses that never end by themselves, such as event streams, and reports not ready: a server can stop listening. */
  readonly endStreams: () => void;
  /** Stops timers and streams, and closes the database once all accepted requests are stored. */
  readonly close: () => Promise<void>;
}
