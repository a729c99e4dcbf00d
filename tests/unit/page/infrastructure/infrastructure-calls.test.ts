import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { FakeBrowser } from '../../../support/page-harness.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { bodyOf } from '../../../support/service-harness.ts';

const PLAYER = '/youtubei/v1/player';
const PAGE = makeSettings().page;

/** A page whose service is called on main or in a worker. */
function open(options: Parameters<FakeBrowser['openPage']>[0] = { inlineOnly: true }) {
  const browser = new FakeBrowser();
  const page = browser.openPage(options);
  const settled = async <T>(call: Promise<T>): Promise<T> => {
    await browser.clock.advance(0);
    return call;
  };
  return { ...page, ...browser.provider, clock: browser.clock, settled };
}

/** A page without a service, which sends only pings. */
async function openWithoutService(options: Parameters<FakeBrowser['openPage']>[0]) {
  const { client, seen } = open({ inlineOnly: true, ...options });
  await client.ready;
  return { client, pings: seen.map(({ address }) => address) };
}

test('where no service can run, the operator gets a ping and calls fail at once [E1]', async () => {
  const { client, pings } = await openWithoutService({ inlineRefusal: 'refused' });
  const reason = 'inline requested; inline service failed to load: TypeError: refused';
  expect(await client.ready).toEqual({ mode: 'inline', reason, storage: 'memory', config: {} });
  expect(pings.map(({ pathname }) => pathname)).toEqual([PAGE.addresses.errorReport]);
  expect(Object.fromEntries(pings[0]?.searchParams ?? [])).toEqual({
    type: 'Error',
    msg: `The infrastructure did not start: ${reason}`,
    level: 'error',
  });
  const notReady = fail('worker.unavailable', 'innertube xhrclient not ready');
  expect(await client.readPreferences()).toEqual(notReady);
  expect(await client.call('player', { videoId: 'orieldemo01' })).toEqual(notReady);
});

test('the message of the ping is cut at 250 characters [E5]', async () => {
  const { pings } = await openWithoutService({ inlineRefusal: 'r'.repeat(300) });
  const message = `The infrastructure did not start: inline requested; inline service failed to load: TypeError: ${'r'.repeat(300)}`;
  expect(pings[0]?.searchParams.get('msg')).toBe(message.slice(0, 250));
});

test('a bot without a running service sends no ping [E6]', async () => {
  const options = { inlineRefusal: 'refused', userAgent: 'facebookexternalhit/1.1' };
  expect((await openWithoutService(options)).pings).toEqual([]);
});

test.each([
  ['on main', { inlineOnly: true }],
  ['in a worker', {}],
])('the methods of a service %s respond', async (_where, options) => {
  const { client, settled, cookies } = open(options);
  await settled(client.ready);
  expect(await settled(client.writePreference('volume', '5'))).toEqual(succeed(undefined));
  await expect.poll(() => cookies).toEqual(['__Host-oriel-preferences=volume=5']);
  expect(await settled(client.readPreferences())).toEqual(succeed({ volume: '5' }));
  expect(await settled(client.stateConsent('functional'))).toEqual(succeed(undefined));
  expect(await settled(client.privacy({}))).toMatchObject({ ok: true, value: { level: 'functional', isStated: true } });
  expect(await settled(client.saveData(true))).toEqual(succeed(undefined));
  expect(await settled(client.cacheFiles([]))).toEqual(succeed(undefined));
  expect(await settled(client.summariseActivity())).toMatchObject({ ok: true });
  expect(await settled(client.flush())).toMatchObject({ ok: true, value: { remainingEvents: 0 } });
});

test('errors of the page, also of an event that cannot be serialised, are reported with the thread main [E4]', async () => {
  const { client, fakePage, clock, seenAt } = open();
  await client.ready;
  void client.reportError(new TypeError('broken'), { where: 'here' });
  client.log('hostCommand', { name: 1n } as never);
  fakePage.window.dispatchEvent(
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

test('the ad script is requested once the service runs, and its result is in later calls of the service [P12]', async () => {
  const { client, settled, askedAboutAds, seenAt, tellAdStatus } = open();
  expect(askedAboutAds).toEqual([]);
  await client.ready;
  expect(askedAboutAds).toEqual([PAGE.addresses.adStatusScript]);
  tellAdStatus('loaded');
  await settled(client.call('player', { videoId: 'orieldemo01' }));
  const { context } = bodyOf(seenAt(PLAYER)[0]!) as { context: { adSignalsInfo: { params: unknown } } };
  expect(context.adSignalsInfo.params).toContainEqual({ key: 'ad_status', value: 'loaded' });
});
