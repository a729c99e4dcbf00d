import { expect, test } from 'vitest';
import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { ServiceHost } from '../../../../src/page/infrastructure/connection/service-host.ts';
import { composeInfrastructure } from '../../../../src/page/infrastructure/start-infrastructure.ts';
import type { PageEnvironment } from '../../../../src/page/infrastructure/page-context.ts';
import { watchLifecycle } from '../../../../src/page/lifecycle/lifecycle.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { createFakeClock, createSeededRandom, settle } from '../../../support/fake-clock.ts';
import { createFakePage } from '../../../support/fake-document.ts';
import { FakeStorage } from '../../../support/fake-storage.ts';
import { PLAYER_CONFIG } from '../../../support/page-harness.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';

const PAGE = { ...makeSettings().page, player: PLAYER_CONFIG };

/** A client whose service, on main, notes each call; `replies` replace what it says. */
function open({ isThere = true, userAgent = 'browser', refusal = 'refused' } = {}) {
  const clock = createFakeClock();
  const fakePage = createFakePage(clock);
  const calls: unknown[][] = [];
  const pings: string[] = [];
  const deferred: (string | null)[] = [];
  let tellAdStatus = (_status: 'loaded'): void => {};
  const replies: Record<string, Outcome<unknown>> = {};
  const deliveries: string[] = [];
  const api = new Proxy({} as InfrastructureApi, {
    get:
      (_target, name: string) =>
      async (...parameters: unknown[]) => {
        if (name === 'logEvents') deliveries.push(String(parameters[0]));
        else calls.push([name, ...parameters]);
        return replies[name] ?? succeed(name === 'start' ? { storage: 'memory', storageReason: '' } : name);
      },
  });
  const unavailable = fail('worker.unavailable', refusal);
  const openInline = async (signal: AbortSignal): Promise<Outcome<ServiceHost>> =>
    isThere
      ? succeed({ mode: 'inline', api, signal, events: { deliver: (lines, lost) => api.logEvents(lines, lost) } })
      : unavailable;
  const environment = Object.assign(fakePage.window, {
    navigator: { onLine: true, userAgent, sendBeacon: (address: string) => pings.push(address) > 0 },
    localStorage: new FakeStorage(),
    location: { origin: 'https://player.example', hostname: 'player.example' },
    document: { referrer: '' },
    screen: { width: 1, height: 1 },
    devicePixelRatio: 1,
  }) as unknown as PageEnvironment;
  const client = composeInfrastructure({
    clock,
    random: createSeededRandom(3),
    lifecycle: watchLifecycle(fakePage),
    page: PAGE,
    theme: 'dark',
    collector: undefined,
    inlineOnly: true,
    spans: new PageSpans(clock),
    hosts: { createWorker: () => Promise.reject() as never, openWorker: async () => unavailable, openInline },
    environment,
    viewer: {
      hooks: {
        askLocation: () => new Promise(() => {}),
        writeCookie() {},
      },
      readCookies: () => 'a=b',
      objectsToTracking: false,
      startDeferredWork(address, onAdStatus) {
        deferred.push(address);
        tellAdStatus = onAdStatus;
      },
      stop() {},
    },
  });
  const callsOf = (name: string): unknown[][] => calls.filter(([called]) => called === name).map(([, ...rest]) => rest);
  return {
    client,
    clock,
    fakePage,
    environment,
    replies,
    callsOf,
    pings,
    deferred,
    deliveries,
    tellAdStatus: () => tellAdStatus('loaded'),
  };
}

test('a page is ready when its service has started, and logs how long that took', async () => {
  const { client, clock, replies, deliveries } = open();
  replies['start'] = succeed({ storage: 'indexeddb', storageReason: '', config: { hot: 1 } });
  expect(await client.ready).toEqual({ mode: 'inline', reason: 'asked for', storage: 'indexeddb', config: { hot: 1 } });
  await clock.advance(1_000);
  const events = deliveries.flatMap((lines) => lines.split('\n').map((line) => JSON.parse(line) as { name: string }));
  expect(events.find(({ name }) => name === 'infrastructureStarted')).toMatchObject({
    payload: { mode: 'inline', reason: 'asked for', startMs: 0 },
  });
});

test('a service that refuses its settings runs all the same, in memory', async () => {
  const { client, replies } = open();
  replies['start'] = fail('request.rejected', 'bad settings');
  expect(await client.ready).toEqual({ mode: 'inline', reason: 'asked for', storage: 'memory', config: {} });
});

test('the operator gets a ping where no service can run, and calls fail at once', async () => {
  const { client, pings } = open({ isThere: false });
  const reason = 'asked for; refused';
  expect(await client.ready).toEqual({ mode: 'inline', reason, storage: 'memory', config: {} });
  expect(pings).toHaveLength(1);
  const [path, query] = pings[0]?.split('?') ?? [];
  expect(path).toBe(PAGE.addresses.errorReport);
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    type: 'Error',
    msg: `The infrastructure did not start: ${reason}`,
    level: 'error',
  });
  expect(await client.readPreferences()).toEqual(fail('worker.unavailable', 'No infrastructure service runs'));
});

test('the message of the ping is cut at 250 characters [E5]', async () => {
  const { client, pings } = open({ isThere: false, refusal: 'r'.repeat(300) });
  await client.ready;
  const sent = new URLSearchParams(pings[0]?.split('?')[1]).get('msg');
  expect(sent).toBe(`The infrastructure did not start: asked for; ${'r'.repeat(300)}`.slice(0, 250));
});

test('a bot does not report that no service runs [E6]', async () => {
  const { client, pings } = open({ isThere: false, userAgent: 'facebookexternalhit/1.1' });
  await client.ready;
  expect(pings).toEqual([]);
});

test('calls reach the service with what they were given', async () => {
  const { client, callsOf } = open();
  expect(await client.call('player', { videoId: 'orieldemo01' }, { timeoutMs: 5 })).toEqual(succeed('call'));
  expect(await client.readPreferences()).toEqual(succeed('readPreferences'));
  expect(await client.writePreference('volume', '5')).toEqual(succeed('writePreference'));
  expect(await client.flush()).toEqual(succeed('flush'));
  expect(callsOf('call')).toEqual([['player', { videoId: 'orieldemo01' }, { timeoutMs: 5 }]]);
  expect(callsOf('writePreference')).toEqual([['volume', '5', 'a=b']]);
});

test('errors of the page are reported as those of main, also an event that has no JSON [E4]', async () => {
  const { client, environment, callsOf } = open();
  await client.ready;
  void client.reportError(new TypeError('broken'), { where: 'here' });
  client.log('hostCommand', { name: 1n } as never);
  environment.dispatchEvent(
    Object.assign(new Event('error'), { error: new Error('uncaught'), filename: '/a.js', lineno: 7 }),
  );
  await settle();
  expect(callsOf('reportError')).toMatchObject([
    [
      {
        record: { name: 'TypeError', message: 'broken', params: { where: 'here' } },
        severity: 'error',
        thread: 'main',
      },
    ],
    [{ record: { name: 'TypeError', params: { event: 'hostCommand' } } }],
    [{ record: { message: 'uncaught', fileName: '/a.js', lineNumber: 7 } }],
  ]);
});

test('the ad script is not requested before a service runs, and the service learns the result [P12]', async () => {
  const { client, deferred, callsOf, tellAdStatus } = open();
  expect(deferred).toEqual([]);
  await client.ready;
  expect(deferred).toEqual([PAGE.addresses.adStatusScript]);
  expect(callsOf('adStatusKnown')).toEqual([]);
  tellAdStatus();
  await settle();
  expect(callsOf('adStatusKnown')).toEqual([['loaded']]);
});

test('the service receives each change of lifecycle and connection', async () => {
  const { client, fakePage, environment, callsOf } = open();
  await client.ready;
  fakePage.setInSight(false);
  fakePage.setInSight(true);
  environment.dispatchEvent(new Event('offline'));
  await settle();
  expect(callsOf('lifecycleChanged').map(([change]) => change)).toMatchObject([
    { lifecycle: 'document_active', visibility: 'visible' },
    { lifecycle: 'flush_logs', visibility: 'hidden' },
    { lifecycle: 'document_active', visibility: 'hidden' },
    { lifecycle: 'document_active', visibility: 'visible' },
    { lifecycle: 'document_active', visibility: 'visible', online: true },
  ]);
});

test('unacknowledged events are known', async () => {
  const { client, replies } = open();
  replies['logEvents'] = fail('storage.fault', 'not safe');
  await client.ready;
  client.log('hostCommand', { name: 'waiting' });
  expect(client.unacknowledged().join()).toContain('"waiting"');
});
