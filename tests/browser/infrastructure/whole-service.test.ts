import { gunzipSync, strFromU8 } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { LogRequest } from '../../../protocol/provider/logging.ts';
import { EVENT_TIER } from '../../../protocol/event-tiers.ts';
import { InfrastructureService } from '../../../workers/infrastructure/service.ts';
import { createSystemEnvironment } from '../../../workers/infrastructure/system-environment.ts';
import { idsIn, makeLine, makeLines, makeSettings } from '../../support/pipeline-harness.ts';

/** The service on real storage and real locks; only the network is played. */
async function startService({ identifier = `user ${Math.random()}`, sessionId = '', random = 1 } = {}) {
  const requests: LogRequest[] = [];
  const network = { works: true };
  const environment = createSystemEnvironment();
  const service = new InfrastructureService({
    ...environment,
    random: { ...environment.random, fraction: () => random },
    async fetch(address, init) {
      if (!String(address).includes('log_event')) return new Response(null, { status: 204 });
      if (!network.works) throw new TypeError('Failed to fetch');
      const body = init?.body as string | Uint8Array;
      const text = typeof body === 'string' ? body : strFromU8(gunzipSync(body));
      requests.push(LogRequest.parse(JSON.parse(text)));
      return Response.json({ accepted: 1, repeated: 0 });
    },
  });
  const settings = makeSettings({ loggedIn: true, dataSyncId: identifier });
  await service.start({ ...settings, ...(sessionId === '' ? {} : { sessionId }) });
  onTestFinished(() => service.stop());
  /** Of the page's own events, as often as they came. */
  const ids = (): string[] =>
    requests
      .flatMap(({ events }) => events)
      .filter(({ name }) => name === 'hostCommand')
      .map(({ clientEventId }) => clientEventId);
  return { service, requests, network, identifier, ids };
}

test('events go through IndexedDB to the provider, once, and leave nothing behind [X6, S5]', async () => {
  const { service, ids } = await startService();
  const lines = makeLines(230);
  await service.logEvents(lines);
  expect(await service.flush()).toMatchObject({ value: { sentEvents: 230, remainingEvents: 0 } });
  expect(ids().sort()).toEqual(idsIn(lines).sort());
});

test('what one page could not send the next one does [X6, S6]', async () => {
  const first = await startService({ sessionId: '1'.repeat(32) });
  first.network.works = false;
  const [batched, waiting] = [makeLines(7), makeLines(2)];
  await first.service.logEvents(batched);
  await first.service.flush();
  await first.service.logEvents(waiting);
  first.service.stop();
  const next = await startService({ identifier: first.identifier, sessionId: '2'.repeat(32) });
  await expect
    .poll(async () => {
      await next.service.flush();
      return next.ids().sort();
    })
    .toEqual([...idsIn(batched), ...idsIn(waiting)].sort());
});

test('two tabs of a user never send the same request [S10]', async () => {
  const first = await startService({ sessionId: '3'.repeat(32) });
  const second = await startService({ identifier: first.identifier, sessionId: '4'.repeat(32) });
  const lines = Array.from({ length: 12 }, () => makeLine({ tier: EVENT_TIER.immediate }));
  await Promise.all(lines.map((line, index) => [first, second][index % 2]?.service.logEvents(line)));
  await Promise.all([first.service.flush(), second.service.flush()]);
  await expect.poll(() => [...first.ids(), ...second.ids()].sort()).toEqual(idsIn(lines.join('\n')).sort());
});

test('a database that is deleted under the page takes nothing along [X6]', async () => {
  const { service, identifier, network, ids } = await startService();
  network.works = false;
  const [batched, waiting] = [makeLines(7), makeLines(2)];
  await service.logEvents(batched);
  await service.flush();
  await service.logEvents(waiting);
  await new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(`oriel-logs.${encodeURIComponent(identifier)}`);
    deletion.onsuccess = resolve;
    deletion.onerror = reject;
  });
  network.works = true;
  await expect
    .poll(async () => {
      await service.flush();
      return ids().sort();
    })
    .toEqual([...idsIn(batched), ...idsIn(waiting)].sort());
});

test('a newer database in another tab: what waits is sent from memory [X6, S3]', async () => {
  const { service, identifier, network, ids } = await startService();
  network.works = false;
  const lines = makeLines(7);
  await service.logEvents(lines);
  await service.flush();
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`oriel-logs.${encodeURIComponent(identifier)}`, 99);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = reject;
  });
  onTestFinished(() => newer.close());
  network.works = true;
  await expect
    .poll(async () => {
      await service.flush();
      return ids().sort();
    })
    .toEqual(idsIn(lines).sort());
  const more = makeLines(5);
  const logged = service.logEvents(more);
  await service.flush();
  expect(await logged).toMatchObject({ ok: true, value: { mode: 'memory' } });
});

test('sampled transactions go along with the page’s own events, and never by themselves [S13]', async () => {
  const { service, requests } = await startService({ random: 0 });
  await service.logEvents(makeLines(5));
  await service.flush();
  await service.flush();
  const count = requests.length;
  await service.flush();
  expect(requests).toHaveLength(count);
  await service.logEvents(makeLine());
  await service.flush();
  const samples = requests.flatMap(({ events }) => events.filter(({ name }) => name === 'storageTransaction'));
  expect(samples.map(({ payload }) => payload['kind'])).toContain('put-events');
});
