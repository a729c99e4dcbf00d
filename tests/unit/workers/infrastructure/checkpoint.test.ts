import { expect, test } from 'vitest';
import { STORAGE_ERROR_MESSAGES } from '../../../../protocol/errors.ts';
import type { InfrastructureSettings, PageHooks, ServiceCheckpoint } from '../../../../protocol/infrastructure/rpc.ts';
import { StorageFaults } from '../../../../workers/infrastructure/storage/storage-faults.ts';
import { storageFault } from '../../../../workers/infrastructure/storage/storage-fault.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, json } from '../../../support/service-harness.ts';
import type { Environment } from '../../../../workers/infrastructure/environment.ts';

const PLAYER = '/youtubei/v1/player';
const OK = { playabilityStatus: { status: 'OK' } };

/** A page whose service may be replaced: each service starts from the checkpoint of the previous service. */
function openPage(writeCookie: (name: string, value: string, maxAgeSeconds: number) => void = () => {}) {
  let checkpoint: ServiceCheckpoint | undefined;
  const hooks: PageHooks = {
    askLocation: () => new Promise(() => {}),
    writeCookie,
    saveCheckpoint: (saved) => void (checkpoint = saved),
    readSpans: async () => [],
  };
  return {
    checkpoint: () => checkpoint,
    async startService(change: Partial<Environment> = {}, settings: Partial<InfrastructureSettings> = {}) {
      const harness = createServiceHarness(change);
      await harness.start({ ...settings, checkpoint }, hooks);
      return {
        ...harness,
        /** Calls the provider, which responds with `responseContext`, and returns the context of the request. */
        async call(responseContext: object = {}) {
          harness.replies.set(PLAYER, () => json({ ...OK, responseContext }));
          await harness.settled(harness.service.call('player', { videoId: 'orieldemo01' }));
          const last = harness.seenAt(PLAYER).at(-1);
          if (last === undefined) throw new Error('no call was sent');
          return (bodyOf(last) as { context: { client: object; request: { consistencyTokenJars: unknown[] } } })
            .context;
        },
      };
    },
  };
}

test('without consent to store them, the token jar and the location token are still sent by a worker that replaces another [N18]', async () => {
  const page = openPage();
  const first = await page.startService();
  await first.call({
    consistencyTokenJar: { encryptedTokenJarContents: 'jar', expirationSeconds: 60 },
    locationPlayabilityToken: 'here',
  });
  const second = await page.startService();
  expect(await second.call()).toMatchObject({
    client: { locationInfo: { locationPlayabilityToken: 'here' } },
    request: { consistencyTokenJars: [{ encryptedTokenJarContents: 'jar' }] },
  });
  await second.clock.advance(60_000);
  expect((await second.call()).request.consistencyTokenJars).toEqual([]);
});

test('a worker that replaces another does not send a location token that the viewer has erased [N18]', async () => {
  const page = openPage();
  const first = await page.startService();
  await first.call({ locationPlayabilityToken: 'here' });
  await first.service.stateConsent('strict');
  await first.service.privacy({ erase: ['__Host-oriel-location'] });
  const { client } = await (await page.startService()).call();
  expect(client).not.toHaveProperty('locationInfo');
});

test('later consent stores the location token that the page has, also if an earlier worker received the token [N18]', async () => {
  const written: (readonly [name: string, value: string, maxAgeSeconds: number])[] = [];
  const page = openPage((name, value, maxAgeSeconds) => void written.push([name, value, maxAgeSeconds]));
  const { consent: _, ...privacy } = makeSettings().page.privacy;
  const settings = { page: { ...makeSettings().page, privacy } };
  const first = await page.startService({}, settings);
  await first.call({ locationPlayabilityToken: 'here' });
  const tokens = () => written.filter(([name]) => name === '__Host-oriel-location');
  expect(tokens()).toEqual([]);
  const second = await page.startService({}, settings);
  await second.service.stateConsent('functional');
  expect(tokens()).toEqual([['__Host-oriel-location', 'here', 15_552_000]]);
});

test('slow compressions in two workers of a page are counted together towards the limit [N20]', async () => {
  const page = openPage();
  const encodings = [];
  for (let worker = 0; worker < 3; worker += 1) {
    const { clock } = createServiceHarness();
    let nowMs = 0;
    const service = await page.startService({ clock: { ...clock, monotonicNow: () => (nowMs += 251) } });
    for (let call = 0; call < 2; call += 1) {
      await service.call();
      encodings.push(service.seenAt(PLAYER).at(-1)?.headers['content-encoding']);
    }
  }
  expect(encodings).toEqual(['gzip', 'gzip', 'gzip', 'gzip', undefined, undefined]);
});

test('storage faults in two workers of a page are counted together towards the ten that end storage [S12]', () => {
  let state: Partial<ServiceCheckpoint> = {};
  const countFaults = (count: number): boolean => {
    const faults = new StorageFaults(state, (change) => (state = { ...state, ...change }));
    for (let fault = 0; fault < count; fault += 1) faults.count(storageFault('unknownAbort'));
    return faults.hasEnded;
  };
  expect([countFaults(5), countFaults(4), countFaults(1), countFaults(0)]).toEqual([false, false, true, true]);
  expect(state.storageEnd).toBe(STORAGE_ERROR_MESSAGES.unknownAbort);
});
