import { expect, test } from 'vitest';
import type { PageHooks } from '../../../../protocol/infrastructure/rpc.ts';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { openInlineHost } from '../../../../src/page/infrastructure/connection/inline-host.ts';
import { composeInfrastructure } from '../../../../src/page/infrastructure/start-infrastructure.ts';
import type { PageEnvironment } from '../../../../src/page/infrastructure/page-context.ts';
import { watchLifecycle } from '../../../../src/page/lifecycle/lifecycle.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { createSeededRandom } from '../../../support/fake-clock.ts';
import { createFakePage } from '../../../support/fake-document.ts';
import { FakeStorage } from '../../../support/fake-storage.ts';
import { PLAYER_CONFIG } from '../../../support/page-harness.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, json, type SeenRequest } from '../../../support/service-harness.ts';

const PLAYER = '/youtubei/v1/player';
const PAGE = { ...makeSettings().page, player: PLAYER_CONFIG };

/** A client whose service is the real one on main, over a network that the test answers for. */
function open({ isThere = true, userAgent = makeSettings().userAgent, refusal = 'refused' } = {}) {
  const harness = createServiceHarness();
  const { clock, service } = harness;
  const fakePage = createFakePage(clock);
  const pings: string[] = [];
  const deferred: (string | null)[] = [];
  const cookies: string[] = [];
  let tellAdStatus = (_status: 'loaded'): void => {};
  const load = async () => {
    if (!isThere) throw new TypeError(refusal);
    return { createInfrastructure: () => service };
  };
  const environment = Object.assign(fakePage.window, {
    navigator: { onLine: true, userAgent, sendBeacon: (address: string) => pings.push(address) > 0 },
    localStorage: new FakeStorage(),
    location: { origin: 'https://player.example', hostname: 'player.example' },
    document: { referrer: '' },
    screen: { width: 1, height: 1 },
    devicePixelRatio: 1,
  }) as unknown as PageEnvironment;
  const spans = new PageSpans(clock);
  const hooks: Pick<PageHooks, 'askLocation' | 'writeCookie'> = {
    askLocation: () => new Promise(() => {}),
    writeCookie: (name, value) => void cookies.push(`${name}=${value}`),
  };
  const client = composeInfrastructure({
    clock,
    random: createSeededRandom(3),
    lifecycle: watchLifecycle(fakePage),
    page: PAGE,
    theme: 'dark',
    collector: undefined,
    inlineOnly: true,
    spans,
    hosts: {
      createWorker: () => Promise.reject() as never,
      openWorker: async () => fail('worker.unavailable', 'no worker'),
      openInline: (signal) => openInlineHost('/worker.js', load, signal, spans),
    },
    environment,
    viewer: {
      hooks,
      readCookies: () => 'a=b',
      objectsToTracking: false,
      startDeferredWork(address, onAdStatus) {
        deferred.push(address);
        tellAdStatus = onAdStatus;
      },
      stop() {},
    },
  });
  return {
    ...harness,
    client,
    fakePage,
    environment,
    pings,
    deferred,
    cookies,
    tellAdStatus: () => tellAdStatus('loaded'),
  };
}

/** Events that arrived at the provider. */
function arrived(seen: readonly SeenRequest[]): { name: string; payload: Record<string, unknown> }[] {
  return seen
    .filter(({ address }) => address.pathname.endsWith('/log_event'))
    .flatMap((request) => bodyOf(request)['events'] as { name: string; payload: Record<string, unknown> }[]);
}

const eventsNamed = (seen: readonly SeenRequest[], name: string): Record<string, unknown>[] =>
  arrived(seen)
    .filter((event) => event.name === name)
    .map(({ payload }) => payload);

test('a page is ready when its service has started, and logs how long that took', async () => {
  const { client, clock, seen } = open();
  await clock.advance(0);
  const mode = { mode: 'inline', reason: 'asked for', storage: 'memory', config: {} };
  expect(await client.ready).toEqual(mode);
  void client.flush();
  await clock.advance(20_000);
  expect(eventsNamed(seen, 'infrastructureStarted')).toEqual([{ mode: 'inline', reason: 'asked for', startMs: 0 }]);
});

test('the operator gets a ping where no service can run, and calls fail at once', async () => {
  const { client, pings } = open({ isThere: false });
  const reason = 'asked for; inline service failed to load: TypeError: refused';
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
  const message = `The infrastructure did not start: asked for; inline service failed to load: TypeError: ${'r'.repeat(300)}`;
  expect(sent).toBe(message.slice(0, 250));
});

test('a bot does not report that no service runs [E6]', async () => {
  const { client, pings } = open({ isThere: false, userAgent: 'facebookexternalhit/1.1' });
  await client.ready;
  expect(pings).toEqual([]);
});

test('the methods of a service on main respond without a worker', async () => {
  const { client, settled, cookies } = open();
  await client.ready;
  expect(await settled(client.writePreference('volume', '5'))).toEqual(succeed(undefined));
  expect(cookies).toContain('__Host-oriel-preferences=volume=5');
  expect(await settled(client.readPreferences())).toEqual(succeed({ volume: '5' }));
  expect(await settled(client.stateConsent('functional'))).toEqual(succeed(undefined));
  expect(await settled(client.privacy({}))).toMatchObject({ ok: true, value: { level: 'functional', isStated: true } });
  expect(await settled(client.saveData(true))).toEqual(succeed(undefined));
  expect(await settled(client.summariseActivity())).toMatchObject({ ok: true });
  expect(await settled(client.flush())).toMatchObject({ ok: true, value: { remainingEvents: 0 } });
});

test('a call reaches the provider with what it was given', async () => {
  const { client, settled, replies, seenAt } = open();
  replies.set(PLAYER, () => json({ playabilityStatus: { status: 'OK' }, responseContext: {} }));
  await client.ready;
  expect(await settled(client.call('player', { videoId: 'orieldemo01' }))).toMatchObject({ ok: true });
  expect(seenAt(PLAYER).map((request) => bodyOf(request)['videoId'])).toEqual(['orieldemo01']);
});

test('errors of the page are reported as those of main, also an event that has no JSON [E4]', async () => {
  const { client, environment, clock, seenAt } = open();
  await client.ready;
  void client.reportError(new TypeError('broken'), { where: 'here' });
  client.log('hostCommand', { name: 1n } as never);
  environment.dispatchEvent(
    Object.assign(new Event('error'), { error: new Error('uncaught'), filename: '/a.js', lineno: 7 }),
  );
  await clock.advance(0);
  const reports = seenAt('/error_204').map(({ address, body }) => ({
    ...Object.fromEntries(address.searchParams),
    ...Object.fromEntries(new URLSearchParams(String(body))),
  }));
  expect(reports.slice(1)).toMatchObject([
    { type: 'TypeError', msg: 'broken', 'param.where': 'here', thread: 'main' },
    { type: 'TypeError', 'param.event': 'hostCommand', thread: 'main' },
    { type: 'Error', msg: 'uncaught', file: '/a.js', line: '7', thread: 'main' },
  ]);
});

test('the ad script is not requested before a service runs, and the service learns the result [P12]', async () => {
  const { client, settled, deferred, seenAt, tellAdStatus } = open();
  expect(deferred).toEqual([]);
  await client.ready;
  expect(deferred).toEqual([PAGE.addresses.adStatusScript]);
  tellAdStatus();
  await settled(client.call('player', { videoId: 'orieldemo01' }));
  const { context } = bodyOf(seenAt(PLAYER)[0]!) as { context: { adSignalsInfo: { params: unknown } } };
  expect(context.adSignalsInfo.params).toContainEqual({ key: 'ad_status', value: 'loaded' });
});

test('events without an acknowledgement are known', async () => {
  const { client, replies } = open();
  replies.set('/youtubei/v1/log_event', () => 'hang');
  await client.ready;
  client.log('hostCommand', { name: 'waiting' });
  expect(client.unacknowledged().join()).toContain('"waiting"');
});
