import { makeCatalog } from '../../support/catalog.ts';
import { Contexts, type ContextOptions } from '../../support/contexts.ts';
import { startServer, type RunningServer } from '../../support/server.ts';
import { test as base } from '../../support/test.ts';
import { tracePathOf } from '../../support/trace-path.ts';
import { leaveBehind, type LeftBehind } from './left-behind.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { ServedPage, USUAL_CHANCE } from './served-page.ts';
import { installWorkerPlatform } from './worker-platform.ts';

/** Host names of this machine that the site's configuration lists as a school and as private. */
export const SCHOOL = 'class.school.localhost';
export const PRIVATE = 'private.localhost';
const USUAL_HOST = '127.0.0.1';

export const HOT_CONFIG = { playbackQualityDefault: 'auto' };
export const COLD_CONFIG = { product: 'of the tests' };
const SITE = {
  educationHosts: ['school.localhost'],
  privateEmbedHosts: [PRIVATE],
  enableSafetyMode: true,
  lockedSafetyMode: true,
  config: { hot: HOT_CONFIG, cold: COLD_CONFIG },
};

export interface OpenOptions extends ContextOptions {
  readonly host?: string;
  /** Query of the address, beside `debug=1`. */
  readonly query?: string;
  readonly videoId?: string;
  /** Initial result of the worker's random choices. */
  readonly chance?: number;
  /** Storage that an earlier page of the viewer has left. */
  readonly left?: LeftBehind;
}

export interface ServedLab {
  /** Proxy between the pages of this file and their provider. */
  readonly proxy: RecordingProxy;
  /** Opens a page for a new viewer, whose storage is empty except for `left`. */
  open(options?: OpenOptions): Promise<ServedPage>;
}

/** The test files of a worker share a server; their pages have different origins, because each file has its own proxy. */
let started: Promise<RunningServer & { remove(): Promise<void> }> | undefined;
async function start(): Promise<RunningServer & { remove(): Promise<void> }> {
  const { folder, remove } = await makeCatalog({ 'site.json': SITE });
  return { ...(await startServer({ ORIEL_BENCH: '1', ORIEL_CATALOG_DIR: folder })), remove };
}

/** Tests of pages of the reference provider, behind a proxy that records their requests and simulates faults. */
export const test = base
  .extend('provider', { scope: 'worker' }, ({}, { onCleanup }) => {
    onCleanup(async () => {
      const server = await started;
      started = undefined;
      await server?.stop();
      await server?.remove();
    });
    return () => (started ??= start());
  })
  .extend('opened', { scope: 'file' }, ({}, { onCleanup }) => {
    const contexts = new Contexts();
    onCleanup(() => contexts.close());
    return contexts;
  })
  // Its pages stay open until the file ends, so that tests can share a page.
  .extend('lab', { scope: 'file' }, async ({ provider, opened, browser }, { onCleanup }): Promise<ServedLab> => {
    const { port } = await provider();
    const proxy = await startRecordingProxy(port);
    onCleanup(() => proxy.stop());
    return {
      proxy,
      async open({ host = USUAL_HOST, query = 'consent=measured', videoId = 'orieldemo01', ...options } = {}) {
        const { chance = USUAL_CHANCE, left, ...contextOptions } = options;
        const context = await opened.open(browser, { userAgent: ordinaryAgent(browser.version()), ...contextOptions });
        await installWorkerPlatform(context, () => chance);
        const page = await context.newPage();
        const origin = `http://${host}:${proxy.port}`;
        if (left !== undefined) await leaveBehind(page, origin, left);
        const served = new ServedPage(page, proxy);
        await page.goto(`${origin}/embed/${videoId}?debug=1&${query}`);
        await served.untilReady();
        return served;
      },
    };
  })
  // A test that fails reports the state of the players in the pages of the file.
  .extend('evidence', { auto: true }, ({ task, opened }, { onCleanup }): void => {
    onCleanup(async () => {
      if (task.result?.state === 'fail')
        Object.assign(task.meta, await opened.examine((index) => tracePathOf(task, index)));
    });
  });

/** Headless browsers count as robots, whose errors are not reported (E6). */
function ordinaryAgent(version: string): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
}
