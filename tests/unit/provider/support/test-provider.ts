import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MAIN_SCRIPT_ELEMENT_ID } from '../../../../protocol/page/page-config.ts';
import { stripGuardPrefix } from '../../../../protocol/provider/guard-prefix.ts';
import type { Catalog } from '../../../../src/provider/catalog/catalog.ts';
import { loadCatalog } from './load-catalog.ts';
import { createProvider, type Provider, type ProviderOptions } from '../../../../src/provider/create-provider.ts';
import type { Feature } from '../../../../src/provider/feature.ts';
import { FileFolder } from '../../../../src/provider/files/file-folder.ts';
import type { Frontend } from '../../../../src/provider/frontend/frontend.ts';
import { serverFeatures } from '../../../../src/server/features.ts';
import { openServerStorage } from '../../../../src/server/open-server-storage.ts';
import type { StudioOptions } from '../../../../src/studio/studio-feature.ts';
import { createFakeClock, createSeededRandom, type FakeClock } from '../../../support/fake-clock.ts';

const CHECKOUT = process.cwd();
export const CATALOG_FOLDER = join(CHECKOUT, 'src/provider/catalog');

export interface TestProvider extends Provider {
  readonly clock: FakeClock;
  readonly catalog: Catalog;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: BodyInit | object, headers?: Record<string, string>): Promise<Response>;
  /** Posts a call with a context (N3); resolves with its status and JSON. */
  call(path: string, fields: object, client?: object): Promise<CallResponse>;
}

export interface CallResponse {
  readonly status: number;
  // Untyped, since tests only assert on it.
  readonly json: Record<string, unknown>;
}

export type TestProviderOptions = Partial<Omit<ProviderOptions, 'clock'>> & {
  readonly clock?: FakeClock;
  readonly uploads?: StudioOptions;
  /** Features of the provider; the features of the server if absent. */
  readonly features?: readonly Feature[];
  /** Overrides of the catalog's site settings. */
  readonly site?: Partial<Catalog['site']>;
};

let shipped: Promise<Catalog> | undefined;

/** The shipped catalog, read once for all tests of a file; no test modifies it. */
function shippedCatalog(): Promise<Catalog> {
  shipped ??= loadCatalog(CATALOG_FOLDER);
  return shipped;
}

/** The whole server in process, with the shipped catalog, an empty database and a fake clock. */
export async function openTestProvider({
  site,
  uploads,
  features,
  ...options
}: TestProviderOptions = {}): Promise<TestProvider> {
  const clock = options.clock ?? createFakeClock();
  const given = options.catalog ?? (await shippedCatalog());
  const catalog = site === undefined ? given : { ...given, site: { ...given.site, ...site } };
  const provider = await createProvider(
    {
      mediaFolder: join(CATALOG_FOLDER, 'media'),
      databaseUrl: ':memory:',
      frontend: testFrontend(),
      random: createSeededRandom(),
      version: '1.2.3',
      openStorage: openServerStorage,
      ...options,
      catalog,
      clock,
    },
    features ?? serverFeatures(uploads, options.limits),
  );
  onTestFinished(() => provider.close());
  const send = async (path: string, init: RequestInit): Promise<Response> =>
    provider.fetch(new Request(new URL(path, originFor(path)), init));
  const post: TestProvider['post'] = (path, body, headers = {}) => {
    const isPlain = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
    const type = isPlain ? { 'Content-Type': 'application/json' } : {};
    const sent = isPlain ? JSON.stringify(body) : (body as BodyInit);
    return send(path, { method: 'POST', body: sent, headers: { ...type, ...headers } });
  };
  return {
    ...provider,
    clock,
    catalog,
    get: (path, headers = {}) => send(path, { headers }),
    post,
    async call(path, fields, client = {}) {
      const response = await post(`/youtubei/v1/${path}`, { context: context(client), ...fields });
      return { status: response.status, json: await readJson(response) };
    },
  };
}

export function context(client: object = {}): object {
  return { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.2.3', ...client } };
}

/** Viewers connect from the network, the operator from this machine. */
function originFor(path: string): string {
  return /^\/(?:provider|metrics)/.test(path) ? 'http://localhost' : 'http://player.example';
}

/** The body of a call's response, without its guard prefix. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  return JSON.parse(stripGuardPrefix(await response.text())) as Record<string, unknown>;
}

/** Serves the page from the sources with a stub script, so that unit tests need no build. */
export function testFrontend(): Frontend {
  const files = new FileFolder(join(CHECKOUT, 'src/page/boot'));
  return {
    async template(name) {
      if (name !== 'page')
        return `<!doctype html><title>${name}</title><!--oriel:session--><script type="module" src="/assets/a.js"></script>`;
      const html = await readFile(join(CHECKOUT, 'src/page/index.html'), 'utf8');
      const main = `<meta id="${MAIN_SCRIPT_ELEMENT_ID}" content="/assets/page.js">`;
      return html.replace('<!--oriel:boot-->', `${main}<script>window.booted = true;</script>`);
    },
    hostScript: (name) => files.find(name === 'iframe_api.js' ? 'shell.css' : 'missing.js'),
    asset: (path) => files.find(path),
    thirdPartyNotices: () => files.find('missing.txt'),
  };
}
