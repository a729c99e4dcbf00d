import type { Hono } from 'hono';
import type { Clock, Random } from '../../protocol/runtime/clock.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { DatabaseAddress } from './database/open-database.ts';
import type { Storage, StorageLimits } from './database/storage.ts';
import type { Log } from './operations/log.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Limits } from './settings/limits.ts';
import type { Frontend } from './frontend/frontend.ts';

export interface ProviderOptions {
  readonly catalog: Catalog;
  /** Folder of the catalog's `media/` files. */
  readonly mediaFolder: string;
  /** Serves targets of links in the media folder that lie outside of it. */
  readonly followLinks?: boolean;
  /** A libSQL address, such as `file:/data/oriel.db` or `:memory:`. */
  readonly databaseUrl: string;
  readonly databaseAuthToken?: string;
  /** Opens it outside of this process, as `DatabaseProcess` does. */
  readonly openStorage?: (address: DatabaseAddress, clock: Clock, limits: StorageLimits) => Promise<Storage>;
  readonly frontend: Frontend;
  readonly clock: Clock;
  readonly random: Random;
  /** Version of the pages, sent with every call. */
  readonly version: string;
  /** Origin for cards, share links and oEmbed; else taken from each request. */
  readonly publicOrigin?: string;
  /** Path below which a proxy serves this provider, such as `/player`; none if absent. */
  readonly pathPrefix?: string;
  /** Pages define `window.__bench` and may log to any origin. */
  readonly bench?: boolean;
  /** Fault injection (`scenarios.ts`). Never on a public server. */
  readonly scenarios?: boolean;
  /** There is a page at `/states` with every screen of the player. */
  readonly states?: boolean;
  /** Loosens the CSP as far as the Vite dev server needs it. */
  readonly development?: boolean;
  /** Limits that are absent have their defaults. */
  readonly limits?: Partial<Limits>;
  /** Host names to serve; all of them if absent or empty. */
  readonly allowedHosts?: readonly string[];
  /** Number of proxies in front whose `X-Forwarded-…` headers are trusted; none if absent. */
  readonly trustedHops?: number;
  /** Required for `/provider`, with any user name; without it, that is accessible from this machine only. */
  readonly operatorPassword?: string;
  /** Data-sync id of a user signed in by the operator's own means. */
  readonly dataSyncIdOf?: (request: Request) => string | undefined;
  /** Called for each bug that caused a 500; the log has them too, with repeats as a count. */
  readonly onBug?: (error: unknown) => void;
  /** Silent if absent. */
  readonly log?: Log;
  /** Adds process metrics to `/metrics`: for one provider of a process. */
  readonly processMetrics?: boolean;
}

export interface Provider {
  readonly app: Hono;
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
  readonly metrics: Metrics;
  /** Ends endless responses and reports not ready, so that a server can stop listening. */
  readonly endStreams: () => void;
  /** Stops timers and streams, and closes the database once all accepted requests are stored. */
  readonly close: () => Promise<void>;
}
