import { expect, test } from 'vitest';
import { AD_STATUS_TIMEOUT_MS } from '../../../../../protocol/constants.ts';
import type { AbortSignalLike } from '../../../../../protocol/runtime/clock.ts';
import { JobScheduler } from '../../../../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../../../../protocol/runtime/navigation-gate.ts';
import { createPostTask } from '../../../../../protocol/runtime/post-task.ts';
import type { AdStatus } from '../../../../../protocol/infrastructure/rpc.ts';
import { loadAdStatus } from '../../../../../src/page/infrastructure/viewer/ad-status.ts';
import { startDeferredWork, type DeferredWork } from '../../../../../src/page/infrastructure/viewer/deferred-work.ts';
import { LocalEntries } from '../../../../../src/page/infrastructure/viewer/local-entries.ts';
import { locate, type Geolocator } from '../../../../../src/page/infrastructure/viewer/locate.ts';
import { createViewerServices } from '../../../../../src/page/infrastructure/viewer/viewer-services.ts';
import { watchLifecycle } from '../../../../../src/page/lifecycle/lifecycle.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeCookies } from '../../../../support/fake-cookies.ts';
import { createFakePage } from '../../../../support/fake-document.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

/** The part of a document that loads scripts: inserted scripts wait for the test to decide their outcome. */
function createScriptDocument() {
  const scripts: (EventTarget & { src: string; isRemoved: boolean })[] = [];
  const document = {
    createElement: () =>
      Object.assign(new EventTarget(), {
        src: '',
        async: false,
        isRemoved: false,
        remove() {
          this.isRemoved = true;
        },
      }),
    head: { append: (script: (typeof scripts)[number]) => void scripts.push(script) },
  } as unknown as Pick<Document, 'createElement' | 'head'>;
  return { document, scripts };
}

const POLICY = { createScriptURL: (address: string): string => `checked:${address}` };

function openAdStatus(policy = POLICY) {
  const clock = createFakeClock();
  const { document, scripts } = createScriptDocument();
  const scope: Record<string, unknown> = {};
  const statuses: AdStatus[] = [];
  const gate = new NavigationGate(clock);
  const jobs = new JobScheduler({ clock, gate, post: createPostTask(clock, undefined), onError() {} });
  const load = async (): Promise<void> => {
    const work = async (signal: AbortSignalLike): Promise<void> =>
      void statuses.push(await loadAdStatus('/ads.js', { document, scope, policy, signal }));
    jobs.schedule('ad status', work, { priority: 'background', timeLimitMs: AD_STATUS_TIMEOUT_MS });
    await clock.advance(0);
  };
  return { clock, scripts, scope, statuses, load };
}

test('an ad-status script that has run has the status loaded, a checked address, and its tag is removed [P12]', async () => {
  const { clock, scripts, scope, statuses, load } = openAdStatus();
  await load();
  expect(scripts.map(({ src }) => src)).toEqual(['checked:/ads.js']);
  scope['orielAdStatus'] = 1;
  scripts[0]?.dispatchEvent(new Event('load'));
  await clock.advance(0);
  expect(statuses).toEqual(['loaded']);
  expect(scripts[0]?.isRemoved).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});

test.each(['load', 'error'])(
  'an ad-status script with the event “%s” that has not set its mark has the status blocked [P12]',
  async (type) => {
    const { clock, scripts, statuses, load } = openAdStatus();
    await load();
    scripts[0]?.dispatchEvent(new Event(type));
    await clock.advance(0);
    expect(statuses).toEqual(['blocked']);
  },
);

test('an ad-status script without a result after 5 s has the status timed_out, and a later result is ignored [P12]', async () => {
  const { clock, scripts, scope, statuses, load } = openAdStatus();
  await load();
  await clock.advance(4_999);
  expect(statuses).toEqual([]);
  await clock.advance(1);
  expect(statuses).toEqual(['timed_out']);
  scope['orielAdStatus'] = 1;
  scripts[0]?.dispatchEvent(new Event('load'));
  await clock.advance(0);
  expect(statuses).toEqual(['timed_out']);
});

test('an ad-status script whose address the policy refuses is not inserted and has the status blocked [P12]', async () => {
  const refusing = {
    createScriptURL: (): string => {
      throw new TypeError('another origin');
    },
  };
  const { clock, scripts, statuses, load } = openAdStatus(refusing);
  await load();
  await clock.advance(0);
  expect(statuses).toEqual(['blocked']);
  expect(scripts).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('a location has coordinates, and the browser gets the requested options [B7]', async () => {
  const asked: unknown[] = [];
  const geolocator: Geolocator = {
    getCurrentPosition(found, _failed, options) {
      asked.push(options);
      found({ coords: { latitude: 1, longitude: 2, accuracy: 3 } });
    },
  };
  expect(await locate(() => geolocator, 10_000, 0)).toEqual({
    locationInfoStatus: 'granted',
    latitude: 1,
    longitude: 2,
    accuracyMeters: 3,
  });
  expect(asked).toEqual([{ timeout: 10_000, maximumAge: 0 }]);
});

test.each([
  [1, 'denied'],
  [2, 'unavailable'],
  [3, 'timeout'],
  [9, 'unavailable'],
])('the geolocation error %i has the status %s [B7]', async (code, status) => {
  const geolocator: Geolocator = { getCurrentPosition: (_found, failed) => failed({ code }) };
  expect(await locate(() => geolocator, 10_000, 0)).toEqual({ locationInfoStatus: status });
});

test('without geolocation, or if it throws, the location has the status unavailable [B7]', async () => {
  const refuse = (): never => {
    throw new DOMException('policy', 'SecurityError');
  };
  expect(await locate(() => undefined, 10_000, 0)).toEqual({ locationInfoStatus: 'unavailable' });
  expect(await locate(refuse, 10_000, 0)).toEqual({ locationInfoStatus: 'unavailable' });
});

function openDeferred() {
  const page = createFakePage();
  const { clock } = page;
  const { document, scripts } = createScriptDocument();
  const storage = new FakeStorage();
  const entries = new LocalEntries(() => storage, clock);
  const statuses: AdStatus[] = [];
  const lifecycle = watchLifecycle(page);
  const start = (adStatusAddress: string | null = '/ads.js'): DeferredWork =>
    startDeferredWork({
      clock,
      lifecycle,
      policy: POLICY,
      scope: { document },
      entries,
      adStatusAddress,
      onAdStatus: (status) => statuses.push(status),
      onError: () => {},
    });
  return { page, clock, scripts, storage, entries, statuses, lifecycle, start };
}

test('main defers the ad-status check and the sweep of old entries to separate tasks [P12, S8, X5]', async () => {
  const { clock, scripts, storage, entries, statuses, start } = openDeferred();
  entries.write('old', 'x', 1_000);
  clock.jumpWallClock(1_000);
  start();
  expect([scripts.length, storage.length]).toEqual([0, 1]);
  await clock.advance(0);
  expect([scripts.length, storage.length]).toEqual([1, 0]);
  scripts[0]?.dispatchEvent(new Event('error'));
  await clock.advance(0);
  expect(statuses).toEqual(['blocked']);
});

test('without an ad-status address no script is loaded, and old entries are still swept [P10, P12]', async () => {
  const { clock, scripts, storage, entries, start } = openDeferred();
  entries.write('old', 'x', 1_000);
  clock.jumpWallClock(1_000);
  start(null);
  await clock.advance(10_000);
  expect([scripts.length, storage.length]).toEqual([0, 0]);
});

test('deferred work waits while an unload is pending, until an input shows that the page stays [X4, X5]', async () => {
  const { page, clock, scripts, start } = openDeferred();
  page.fire('beforeunload');
  start();
  await clock.advance(4_000);
  expect(scripts).toEqual([]);
  page.fire('pointerdown');
  await clock.advance(0);
  expect(scripts).toHaveLength(1);
});

test('deferred work that is stopped before it runs never runs, whatever page events follow [X5]', async () => {
  const { page, clock, scripts, start } = openDeferred();
  start().stop();
  await clock.advance(10_000);
  page.fire('beforeunload');
  expect(scripts).toEqual([]);
});

test('work that other parts defer runs once deferred work has started, and also waits for a pending unload [X5]', async () => {
  const page = createFakePage();
  const { clock } = page;
  const { document } = createScriptDocument();
  const services = createViewerServices({
    clock,
    lifecycle: watchLifecycle(page),
    policy: POLICY,
    onError: () => {},
    window: { document: Object.assign(document, { cookie: '' }), localStorage: new FakeStorage(), navigator: {} },
  });
  const ran: string[] = [];
  const defer = (name: string): void => services.defer(name, () => ran.push(name), { priority: 'background' });
  defer('early');
  await clock.advance(1_000);
  expect(ran).toEqual([]);
  services.startDeferredWork(null, () => {});
  await import('../../../../../src/page/infrastructure/viewer/deferred-work.ts');
  await clock.advance(0);
  expect(ran).toEqual(['early']);
  page.fire('beforeunload');
  defer('late');
  await clock.advance(1_000);
  expect(ran).toEqual(['early']);
  page.fire('pointerdown');
  await clock.advance(0);
  expect(ran).toEqual(['early', 'late']);
});

test('main reads and writes cookies, and reads Global Privacy Control, for the service in the worker [S9, B4]', () => {
  const page = createFakePage();
  const cookies = new FakeCookies(page.clock);
  const { document } = createScriptDocument();
  const open = (globalPrivacyControl?: boolean) =>
    createViewerServices({
      clock: page.clock,
      lifecycle: watchLifecycle(page),
      policy: POLICY,
      onError: () => {},
      window: {
        document: Object.defineProperty(document, 'cookie', {
          configurable: true,
          get: () => cookies.cookie,
          set(text: string) {
            cookies.cookie = text;
          },
        }) as typeof document & { cookie: string },
        localStorage: new FakeStorage(),
        navigator: globalPrivacyControl === undefined ? {} : { globalPrivacyControl },
      },
    });
  const services = open();
  void services.hooks.writeCookie('__Host-oriel-preferences', 'volume=50', 63_072_000);
  expect(services.readCookies()).toBe('__Host-oriel-preferences=volume=50');
  expect([services.objectsToTracking, open(false).objectsToTracking, open(true).objectsToTracking]).toEqual([
    false,
    false,
    true,
  ]);
});
