import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import * as z from 'zod/mini';
import { PROVIDER } from '../../protocol/constants.ts';
import { loadCatalog } from './catalog/loading/load-catalog.ts';
import { findCheckout } from './checkout.ts';
import { createProvider, type Provider, type ProviderOptions } from './create-provider.ts';
import { createBuiltFrontend } from './frontend/built-frontend.ts';
import { configureSchemas } from './schema-configuration.ts';
import { systemClock, systemRandom } from './system.ts';

/** Everything may be left out; what is, comes from the checkout this file lies in. */
export interface OpenProviderOptions extends Partial<Omit<ProviderOptions, 'catalog' | 'mediaFolder'>> {
  readonly catalogFolder?: string;
  /** Hears what was wrong in the catalog, one sentence each. */
  readonly onProblem?: (problem: string) => void;
}

export interface StartProviderOptions extends OpenProviderOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  /** Address to listen on; all of them where absent. */
  readonly host?: string | undefined;
}

export interface RunningProvider {
  /** `http://localhost:{port}`, without a slash behind it. */
  readonly url: string;
  readonly port: number;
  readonly provider: Provider;
  /** Stops listening, ends what is open after a short grace, closes the database. */
  readonly close: () => Promise<void>;
}

const IDLE_LOOK_INTERVAL_MS = 20;

/** A provider over a catalog folder, not listening yet: what the dev server mounts. */
export async function openProvider(options: OpenProviderOptions = {}): Promise<Provider> {
  configureSchemas();
  const checkout = findCheckout(import.meta.url);
  const catalogFolder = options.catalogFolder ?? join(checkout, 'src/provider/catalog');
  const catalog = await loadCatalog(catalogFolder);
  for (const problem of catalog.problems) options.onProblem?.(problem);
  return createProvider({
    clock: systemClock,
    random: systemRandom,
    databaseUrl: ':memory:',
    frontend: createBuiltFrontend(join(checkout, 'dist')),
    version: await readVersion(checkout),
    ...options,
    catalog,
    mediaFolder: join(catalogFolder, 'media'),
  });
}

export async function startProvider(options: StartProviderOptions = {}): Promise<RunningProvider> {
  const provider = await openProvider(options);
  const server = createAdaptorServer({ fetch: provider.fetch }) as Server;
  try {
    await listen(server, options.port ?? PROVIDER.defaultPort, options.host);
  } catch (error) {
    await provider.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    port,
    provider,
    async close() {
      provider.endStreams();
      await stop(server);
      await provider.close();
    },
  };
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Idle connections end at once, busy ones when they have answered, and all of them after the grace. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const endIdle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_INTERVAL_MS);
    const cancel = systemClock.after(PROVIDER.shutdownGraceMs, () => server.closeAllConnections());
    server.close(() => {
      clearInterval(endIdle);
      cancel();
      resolve();
    });
  });
}

async function readVersion(checkout: string): Promise<string> {
  const manifest = z
    .object({ version: z.string() })
    .safeParse(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')));
  return manifest.success ? manifest.data.version : '0';
}
