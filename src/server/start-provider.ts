import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LiveCatalog, type LiveCatalogOptions } from '../provider/catalog/live-catalog.ts';
import { findCheckout } from '../provider/checkout.ts';
import { createProvider, type Provider, type ProviderOptions } from '../provider/create-provider.ts';
import { createBuiltFrontend } from '../provider/frontend/built-frontend.ts';
import { EventLoopTurns } from '../provider/listening/event-loop-turns.ts';
import { createListeningServer, listen, stop } from '../provider/listening/listening-server.ts';
import { measureInThread } from '../provider/listening/newcomer-thread.ts';
import { DEFAULT_PORT } from '../provider/settings/settings.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { DEFAULT_LIMITS } from '../provider/settings/limits.ts';
import { systemClock, systemRandom } from '../provider/system.ts';
import type { StudioOptions } from '../studio/studio-feature.ts';
import { serverFeatures } from './features.ts';
import { nodeNameOf } from './node-name.ts';
import { openServerStorage } from './open-server-storage.ts';

/** Options of a provider, all optional; paths default to the checkout that contains this file. */
export interface OpenProviderOptions extends Partial<Omit<ProviderOptions, 'catalog' | 'mediaFolder'>> {
  readonly catalogFolder?: string;
  /** Options of the operator's page for adding videos; absent to leave that page out. */
  readonly uploads?: Omit<StudioOptions, 'catalogFolder' | 'followLinks' | 'onAdded'>;
  /** Opens the reader of the catalog folder; by default it runs in this thread. */
  readonly openCatalog?: LiveCatalogOptions['openSource'];
  /** Called with a sentence about the first load of the catalog folder, and about later changes. */
  readonly onNotice?: (notice: string) => void;
  /** Called with a sentence about each problem of the catalog, when it appears. */
  readonly onProblem?: (problem: string) => void;
}

/** A provider whose catalog follows its folder. */
export interface OpenedProvider extends Provider {
  /** Reads the catalog folder now; it is also read at intervals and after changes. */
  readonly reloadCatalog: () => Promise<void>;
}

export interface StartProviderOptions extends OpenProviderOptions {
  /** 0 chooses any free port. */
  readonly port?: number;
  /** Address to listen on; all addresses if absent. */
  readonly host?: string | undefined;
  /** File descriptor of a listening socket, instead of port and host. */
  readonly listeningSocket?: number | undefined;
  /** The built `newcomers.ts`, which measures how long new viewers wait; absent to measure nothing. */
  readonly newcomerScript?: URL;
}

export interface RunningProvider {
  /** `http://localhost:{port}`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly provider: OpenedProvider;
  /** Stops listening, finishes accepted requests within the grace period, and closes the database. */
  readonly close: () => Promise<void>;
}

/** Opens a provider over a catalog folder without listening, as the dev server needs it. */
export async function openProvider(options: OpenProviderOptions = {}): Promise<OpenedProvider> {
  configureSchemas();
  const checkout = findCheckout(import.meta.url);
  const catalogFolder = options.catalogFolder ?? join(checkout, 'src/provider/catalog');
  const catalog = await LiveCatalog.open(catalogFolder, {
    clock: systemClock,
    ...options,
    openSource: options.openCatalog,
  });
  const closeCatalog = (): void => catalog.close();
  const { uploads, ...rest } = options;
  const provider = await createProvider(
    {
      clock: systemClock,
      random: systemRandom,
      databaseUrl: ':memory:',
      frontend: createBuiltFrontend(join(checkout, 'dist')),
      version: await readVersion(checkout),
      openStorage: openServerStorage,
      ...rest,
      catalog,
      mediaFolder: join(catalogFolder, 'media'),
    },
    serverFeatures(
      uploads && {
        ...uploads,
        ...{ catalogFolder, followLinks: options.followLinks ?? false, onAdded: () => catalog.check() },
      },
      options.limits,
    ),
  ).catch((error: unknown) => {
    closeCatalog();
    throw error;
  });
  return {
    ...provider,
    reloadCatalog: () => catalog.reload(),
    close() {
      closeCatalog();
      return provider.close();
    },
  };
}

export async function startProvider(options: StartProviderOptions = {}): Promise<RunningProvider> {
  const turns = new EventLoopTurns();
  const { port: asked = DEFAULT_PORT, host, listeningSocket } = options;
  let port = asked;
  const nodeName = (): string | null => nodeNameOf(options.databaseUrl ?? ':memory:', hostname(), port);
  const provider = await openProvider({ defer: turns.defer, nodeName, ...options });
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const listening = createListeningServer(provider, limits, systemClock, turns);
  const { server, connections } = listening;
  provider.metrics.gauge('oriel_connections_open', 'Open connections.', () => connections.count);
  try {
    await listen(server, listeningSocket === undefined ? { port: asked, host } : { fd: listeningSocket });
  } catch (error) {
    await provider.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  ({ port } = address);
  const { newcomerScript } = options;
  const stopMeasuring =
    newcomerScript && measureInThread(newcomerScript, address, (waitMs) => provider.metrics.newcomer(waitMs));
  return {
    url: `http://localhost:${port}`,
    port,
    provider,
    async close() {
      stopMeasuring?.();
      provider.endStreams();
      await stop(listening, limits.shutdownGraceMs, systemClock);
      await provider.close();
    },
  };
}

async function readVersion(checkout: string): Promise<string> {
  const manifest = z
    .object({ version: z.string() })
    .safeParse(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')));
  return manifest.success ? manifest.data.version : '0';
}
