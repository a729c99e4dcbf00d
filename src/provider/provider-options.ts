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
  /** Serves what links in the media folder point to outside of it. */
  readonly followLinks?: boolean;
  /** A libSQL address, such as `file:/data/oriel.db` or `:memory:`. */
  readonly databaseUrl: string;
  readonly databaseAuthToken?: string;
  /** Opens it elsewhere than in this process, as `DatabaseProcess` does. */
  readonly openStorage?: (address: DatabaseAddress, clock: Clock, limits: StorageLimits) => Promise<Storage>;
  readonly frontend: Frontend;
  readonly clock: Clock;
  readonly random: Random;
  /** Version of the pages, sent with every call. */
  readonly version: string;
  /** Origin to write into cards, share links and oEmbed; else taken from each request. */
  readonly publicOrigin?: string;
  /** Path that a proxy shows this provider below, such as `/player`; none where absent. */
  readonly pathPrefix?: string;
  /** Pages define `window.__bench` and may send their log anywhere. */
  readonly bench?: boolean;
  /** Faults on demand (`scenarios.ts`). Never on a server that strangers reach. */
  readonly scenarios?: boolean;
  /** Loosens the CSP as far as the Vite dev server needs it. */
  readonly development?: boolean;
  /** Those that are not named have their defaults. */
  readonly limits?: Partial<Limits>;
  /** Host names to answer for; all of them where absent or empty. */
  readonly allowedHosts?: readonly string[];
  /** Proxies in front whose `X-Forwarded-…` headers are believed; none where absent. */
  readonly trustedHops?: number;
  /** Asked for on `/provider`, with any user name; without it, that is for this machine alone. */
  readonly operatorPassword?: string;
  /** Data-sync id of whoever is signed in by the operator's own means. */
  readonly dataSyncIdOf?: (request: Request) => string | undefined;
  /** Hears of each bug that answered 500; the log has them too, bursts of the same one as a count. */
  readonly onBug?: (error: unknown) => void;
  /** Silent where absent. */
  readonly log?: Log;
  /** `/metrics` tells of the process too: for one provider of a process. */
  readonly processMetrics?: boolean;
}

export interface Provider {
  readonly app: Hono;
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
  readonly metrics: Metrics;
  /** Ends answers that would go on for ever and is not ready for others, so that a server can stop listening. */
  readonly endStreams: () => void;
  /** Stops timers and streams, and closes the database once what was taken has been stored. */
  readonly close: () => Promise<void>;
}
