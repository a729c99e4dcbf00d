import type { AdStatus, LifecycleChange } from '../../protocol/infrastructure/rpc.ts';
import { openInlineHost } from '../../src/page/infrastructure/connection/inline-host.ts';
import { openWorkerHost } from '../../src/page/infrastructure/connection/worker-host.ts';
import type { Infrastructure } from '../../src/page/infrastructure/infrastructure.ts';
import { composeInfrastructure } from '../../src/page/infrastructure/start-infrastructure.ts';
import { watchLifecycle, type Lifecycle } from '../../src/page/lifecycle/lifecycle.ts';
import { PageSpans } from '../../src/page/profiling/page-spans.ts';
import { InfrastructureService } from '../../workers/infrastructure/infrastructure-service.ts';
import { ViewerLog, type OpenedLog } from '../../workers/infrastructure/logging/viewer-log.ts';
import { serveInfrastructure } from '../../workers/infrastructure/serve-infrastructure.ts';
import { createSeededRandom } from './fake-clock.ts';
import { createFakePage, type FakePage } from './fake-document.ts';
import { createPromptChannel } from './fake-port.ts';
import { createSpans } from './fake-spans.ts';
import { FakeStorage } from './fake-storage.ts';
import { ServingFakeWorker } from './fake-worker.ts';
import { makeSettings, Origin, type Tab } from './pipeline-harness.ts';
import { createEnvironment, createFakeProvider } from './service-harness.ts';

export const PLAYER_CONFIG = { args: {}, attrs: {}, assets: { js: '', css: '' }, loaded: true };
const PAGE_ORIGIN = 'https://player.example';

/** Fate of a beacon: accepted and delivered, accepted and lost on the way, or refused. */
export type BeaconFate = 'delivered' | 'lost' | 'refused';

/** One browser at one origin: its pages share storage, disk, locks and provider. */
export class FakeBrowser {
  readonly origin = new Origin();
  readonly storage = new FakeStorage();
  /** Receives everything but events, which the collector of the origin receives. */
  readonly provider = createFakeProvider();
  readonly pages: OpenPage[] = [];
  beaconFate: BeaconFate = 'delivered';
  #opened = 0;

  get clock() {
    return this.origin.clock;
  }

  /** Opens a page with the real service, in a worker without a thread or on main. */
  openPage({
    hasDisk = true,
    indexedDB = undefined as IDBFactory | undefined,
    workerStarts = true,
    inlineOnly = false,
    /** Why the service does not load on main; empty if it does. */
    inlineRefusal = '',
    isPrivate = false,
    privateEmbedHosts = [] as string[],
    /** Whether the page is served with its configuration, unlike a plain file. */
    hasConfig = true,
    userAgent = makeSettings().userAgent,
    afterPaint = (work: () => void): void => work(),
  } = {}): OpenPage {
    const { origin, storage, provider, clock } = this;
    const fakePage = createFakePage(clock);
    const lifecycle = watchLifecycle(fakePage);
    const spans = new PageSpans(clock);
    const random = createSeededRandom(1_000 + this.#opened++);
    const settings = makeSettings({
      context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.0', visitorData: 'visitor' } },
    });
    const privacy = { ...settings.page.privacy, privateEmbed: isPrivate, privateEmbedHosts };
    const told = hasConfig ? { ...settings.page, player: PLAYER_CONFIG } : settings.page;
    const tabs: Tab[] = [];
    const cookies: string[] = [];
    const askedAboutAds: (string | null)[] = [];
    const alive = { value: true };
    const deferred: string[] = [];
    let tellAdStatus = (_status: AdStatus): void => {};
    let end = (): void => {};
    let killWorker = (): void => {};
    // A dead page writes nothing more, even if it has timers left.
    const localStorage = new Proxy(storage, {
      get(target, name) {
        if (!alive.value) throw new DOMException('dead', 'InvalidStateError');
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const navigator = {
      onLine: true,
      userAgent,
      locks: { query: async () => ({ held: tabs.length === 0 ? [] : await heldLocks(origin) }) },
      sendBeacon: (address: string, body: string): boolean => {
        if (this.beaconFate === 'refused' || !alive.value) return false;
        if (this.beaconFate === 'lost') return true;
        if (body === '') void provider.fetch(new URL(address, PAGE_ORIGIN));
        else origin.collector.take(body);
        return true;
      },
    };
    const pathname = '/embed/orieldemo01';
    const environment = Object.assign(fakePage.window, {
      navigator,
      localStorage,
      location: {
        ...{ href: PAGE_ORIGIN + pathname, origin: PAGE_ORIGIN, hostname: 'player.example', pathname },
        ancestorOrigins: ['https://host.example'],
      },
      document: { referrer: '' },
      parent: {},
      screen: { width: 1280, height: 720 },
      devicePixelRatio: 1,
      Image: class {
        src = '';
      },
    });
    /** Creates the service in a worker if there is a worker, else on main. */
    const createService = (worker?: ServingFakeWorker): InfrastructureService => {
      let isAlive = true;
      const ownSpans = createSpans(clock);
      const log = new TabLog(() => {
        const tab = origin.openTab({ sessionId: client.sessionId, hasDisk, spans: ownSpans });
        tabs.push(tab);
        return tab;
      });
      const world = createEnvironment(clock, {
        random,
        spans: ownSpans,
        indexedDB: () => indexedDB,
        isOnline: () => navigator.onLine,
        fetch: (...request) => (isAlive ? provider.fetch(...request) : new Promise(() => {})),
      });
      const service = worker
        ? serveInfrastructure(worker.scope, world, log)
        : new InfrastructureService({ environment: world, log });
      end = () => {
        isAlive = false;
        service.stop();
        log.tab?.crash();
      };
      return service;
    };
    const client = composeInfrastructure({
      afterPaint,
      clock,
      random,
      lifecycle,
      page: { ...told, privacy },
      collector: undefined,
      theme: 'dark',
      inlineOnly,
      spans,
      hosts: {
        createWorker() {
          if (!workerStarts) throw new DOMException('by a policy', 'SecurityError');
          const worker = new ServingFakeWorker(createPromptChannel());
          createService(worker);
          worker.addEventListener('silenced', end);
          killWorker = () => worker.silence();
          return worker;
        },
        openWorker: (worker, signal) => openWorkerHost(worker, signal, clock, spans),
        async openInline(signal) {
          killWorker = () => {};
          const load = async () => {
            if (inlineRefusal !== '') throw new TypeError(inlineRefusal);
            return { createInfrastructure: createService };
          };
          return openInlineHost('/worker.js', load, signal, spans);
        },
      },
      environment,
      viewer: {
        hooks: {
          askLocation: () => new Promise(() => {}),
          writeCookie: (name, value) => void cookies.push(`${name}=${value}`),
        },
        readCookies: () => 'a=b',
        objectsToTracking: false,
        startDeferredWork(adStatusAddress, onAdStatus) {
          askedAboutAds.push(adStatusAddress);
          tellAdStatus = onAdStatus;
        },
        defer: (name) => void deferred.push(name),
        stop: () => {},
      },
    });
    const page: OpenPage = {
      client,
      fakePage,
      lifecycle,
      navigator,
      get tab() {
        return tabs.at(-1);
      },
      tabs,
      cookies,
      askedAboutAds,
      deferred,
      tellAdStatus: (status) => tellAdStatus(status),
      crash: () => {
        alive.value = false;
        end();
        this.pages.splice(this.pages.indexOf(page), 1);
      },
      killWorker: () => killWorker(),
      leave: (persisted) => {
        fakePage.fire('pagehide', { persisted });
        if (!persisted) page.crash();
      },
    };
    this.pages.push(page);
    return page;
  }
}

export interface OpenPage {
  readonly client: Infrastructure;
  readonly fakePage: FakePage;
  readonly lifecycle: Lifecycle;
  readonly navigator: { onLine: boolean };
  /** Tab of the present service. */
  readonly tab: Tab | undefined;
  /** A tab for each service that was started. */
  readonly tabs: readonly Tab[];
  /** Cookies that the services have set. */
  readonly cookies: readonly string[];
  /** Addresses requested for the ad status; `null` for none. */
  readonly askedAboutAds: readonly (string | null)[];
  /** Names of the jobs that other parts of the page have deferred. */
  readonly deferred: readonly string[];
  /** Reports whether the ad script has loaded. */
  tellAdStatus(status: AdStatus): void;
  /** Simulates the death of the renderer with all its state. */
  crash(): void;
  /** Ends the worker without an event on main; has no effect on a service on main, which ends only with its page. */
  killWorker(): void;
  /** Dispatches `pagehide`; a page that is not persisted ends. */
  leave(persisted: boolean): void;
}

async function heldLocks(origin: Origin) {
  return (await origin.locks.contextView().query()).held ?? [];
}

/** The log of a service whose pipeline is that of a tab: it stores on the disk of the origin. */
class TabLog extends ViewerLog {
  tab: Tab | null = null;
  readonly #openTab: () => Tab;

  constructor(openTab: () => Tab) {
    super();
    this.#openTab = openTab;
  }

  override open({ database }: OpenedLog): void {
    this.tab = this.#openTab();
    super.open({ pipeline: this.tab.pipeline, database });
  }

  override lifecycleChanged(change: LifecycleChange): void {
    if (this.tab !== null) this.tab.network.online = change.online;
    super.lifecycleChanged(change);
  }
}
