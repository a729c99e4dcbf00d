import { PageSpans } from '../../src/page/profiling/page-spans.ts';
import { createSeededRandom } from './fake-clock.ts';
import { createFakePage, type FakePage } from './fake-document.ts';
import { FakeStorage } from './fake-storage.ts';
import { FakeWorker } from './fake-worker.ts';
import { makeSettings, Origin, type Tab } from './pipeline-harness.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { PageConfig } from '../../protocol/page/page-config.ts';
import type { InfrastructureApi, InfrastructureSettings, PageHooks } from '../../protocol/infrastructure/rpc.ts';
import type { ServiceHost } from '../../src/page/infrastructure/connection/service-host.ts';
import type { Infrastructure } from '../../src/page/infrastructure/infrastructure.ts';
import { composeInfrastructure } from '../../src/page/infrastructure/start-infrastructure.ts';
import { watchLifecycle, type Lifecycle } from '../../src/page/lifecycle/lifecycle.ts';
import { followLifecycle } from '../../workers/infrastructure/logging/viewer-log.ts';

export const PLAYER_CONFIG = { args: {}, attrs: {}, assets: { js: '', css: '' }, loaded: true };

/** Fate of a beacon: accepted and delivered, accepted and lost on the way, or refused. */
export type BeaconFate = 'delivered' | 'lost' | 'refused';

/** One browser at one origin: its pages share storage, disk, locks and provider. */
export class FakeBrowser {
  readonly origin = new Origin();
  readonly storage = new FakeStorage();
  readonly pages: OpenPage[] = [];
  beaconFate: BeaconFate = 'delivered';
  #opened = 0;

  get clock() {
    return this.origin.clock;
  }

  openPage({
    hasDisk = true,
    workerStarts = true,
    isPrivate = false,
    privateEmbedHosts = [] as string[],
    /** Responses of the provider of a plain file, one after the other. */
    replies = undefined as Outcome<PageConfig>[] | undefined,
  } = {}): OpenPage {
    const { origin, storage } = this;
    const fakePage = createFakePage(origin.clock);
    const lifecycle = watchLifecycle(fakePage);
    const random = createSeededRandom(1_000 + this.#opened++);
    const settings = makeSettings({
      context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.0', visitorData: 'visitor' } },
    });
    const privacy = { ...settings.page.privacy, privateEmbed: isPrivate, privateEmbedHosts };
    const told = replies === undefined ? { ...settings.page, player: PLAYER_CONFIG } : settings.page;
    const tabs: Tab[] = [];
    const started: InfrastructureSettings[] = [];
    let hooks: PageHooks | undefined;
    const askedAboutAds: (string | null)[] = [];
    const alive = { value: true };
    const isDeferredWorkStopped = { value: false };
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
      userAgent: 'Mozilla/5.0',
      locks: { query: async () => ({ held: tabs.length === 0 ? [] : await heldLocks(origin) }) },
      sendBeacon: (_address: string, body: string): boolean => {
        if (this.beaconFate === 'refused' || !alive.value) return false;
        if (this.beaconFate === 'delivered') origin.collector.take(body);
        return true;
      },
    };
    const environment = Object.assign(fakePage.window, {
      navigator,
      localStorage,
      location: {
        origin: 'https://player.example',
        hostname: 'player.example',
        ancestorOrigins: ['https://host.example'],
      },
      document: { referrer: '' },
      screen: { width: 1280, height: 720 },
      devicePixelRatio: 2,
    });
    let lastMode: ServiceHost['mode'] | null = null;
    const openIn = async (mode: ServiceHost['mode'], signal: AbortSignal): Promise<Outcome<ServiceHost>> => {
      if (mode === 'worker' && !workerStarts) return fail('worker.unavailable', 'worker refused');
      lastMode = mode;
      const onStart: InfrastructureApi['start'] = async (settings, given) => {
        started.push(settings);
        hooks = given;
        return succeed({ storage: hasDisk ? 'indexeddb' : 'memory', storageReason: '' });
      };
      return succeed(openHost(origin, mode, hasDisk, signal, (tab) => tabs.push(tab), onStart, replies));
    };
    const client = composeInfrastructure({
      clock: origin.clock,
      random,
      lifecycle,
      page: { ...told, privacy },
      collector: undefined,
      theme: 'dark',
      inlineOnly: false,
      spans: new PageSpans(origin.clock),
      hosts: {
        createWorker: () => new FakeWorker(),
        openWorker: (_worker, signal) => openIn('worker', signal),
        openInline: (signal) => openIn('inline', signal),
      },
      environment: environment as never,
      viewer: {
        hooks: {
          askLocation: () => new Promise(() => {}),
          writeCookie() {},
        },
        readCookies: () => '',
        objectsToTracking: false,
        startDeferredWork: (adStatusAddress) => askedAboutAds.push(adStatusAddress),
        stop: () => void (isDeferredWorkStopped.value = true),
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
      started,
      get hooks() {
        return hooks;
      },
      askedAboutAds,
      get isDeferredWorkStopped() {
        return isDeferredWorkStopped.value;
      },
      crash: () => {
        alive.value = false;
        for (const tab of tabs) tab.crash();
        this.pages.splice(this.pages.indexOf(page), 1);
      },
      killWorker: () => (lastMode === 'worker' ? tabs.at(-1)?.crash() : undefined),
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
  /** The pipeline of the present service. */
  readonly tab: Tab | undefined;
  readonly tabs: readonly Tab[];
  /** Options that each service was started with. */
  readonly started: readonly InfrastructureSettings[];
  /** Hooks of the present service. */
  readonly hooks: PageHooks | undefined;
  /** Addresses requested for the ad status; `null` for none. */
  readonly askedAboutAds: readonly (string | null)[];
  readonly isDeferredWorkStopped: boolean;
  /** The renderer dies with all its state. */
  crash(): void;
  /** The worker dies without an event on main; a service on main dies with its page alone. */
  killWorker(): void;
  /** `pagehide`; a page that is not persisted ends. */
  leave(persisted: boolean): void;
}

async function heldLocks(origin: Origin) {
  return (await origin.locks.contextView().query()).held ?? [];
}

/** The service as main sees it, over one pipeline; a dead worker never responds. */
function openHost(
  origin: Origin,
  mode: ServiceHost['mode'],
  hasDisk: boolean,
  signal: AbortSignal,
  onTab: (tab: Tab) => void,
  onStart: InfrastructureApi['start'],
  replies: Outcome<PageConfig>[] = [],
): ServiceHost {
  let tab: Tab | null = null;
  let previous: Parameters<InfrastructureApi['lifecycleChanged']>[0] | null = null;
  const isDead = (): boolean => tab?.disk.isHalted ?? false;
  const unlessDead = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead()) return new Promise(() => {});
    const result = await work();
    return isDead() ? new Promise(() => {}) : result;
  };
  const notServed = async () => fail('request.rejected', 'Not part of this harness');
  const served: Partial<InfrastructureApi> = {
    ping: () => unlessDead(async () => 'ready' as const),
    start(settings, hooks) {
      const { sessionId } = settings;
      const report = onStart(settings, hooks);
      tab = origin.openTab({ sessionId, hasDisk });
      onTab(tab);
      void tab.pipeline.start();
      return report;
    },
    logEvents: (lines, lostCount) =>
      unlessDead(async () => {
        const stored = await tab?.pipeline.add(lines, lostCount);
        return succeed({ handedOverCount: stored?.handedOverCount ?? 0, mode: 'indexeddb' });
      }),
    flush: () =>
      unlessDead(async () =>
        succeed((await tab?.pipeline.flush()) ?? { sentEvents: 0, sentBytes: 0, remainingEvents: 0 }),
      ),
    loadPageConfig: async () => replies.shift() ?? notServed(),
    reportError: async () => succeed(undefined),
    adStatusKnown() {},
    lifecycleChanged(change) {
      if (tab === null || isDead()) return;
      tab.network.online = change.online;
      followLifecycle(tab.pipeline, change, previous);
      previous = change;
    },
  };
  const api = new Proxy(served, {
    get: (target, name) => Reflect.get(target, name) ?? notServed,
  }) as InfrastructureApi;
  signal.addEventListener('abort', () => tab?.crash());
  return { mode, api, signal, events: { deliver: (lines, lostCount) => api.logEvents(lines, lostCount) } };
}
