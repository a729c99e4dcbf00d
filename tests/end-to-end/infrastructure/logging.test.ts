import { expect } from 'vitest';
import { EVENT_TIER, type EventTier } from '../../../protocol/infrastructure/event-tier.ts';
import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import { idsIn, makeLine, makeLines } from '../../support/pipeline-harness.ts';
import type { RecordedRequest } from './support/recording-provider.ts';
import { flush, pageSettings, sentAtMs, startWorker, test, whenAnswered } from './support/worker-lab.ts';

/** When and how the built worker sends what a page logs. Its clock stands still: a request shows when it was sent. */

interface SentBatch {
  readonly context: { readonly client: { readonly clientName: string; readonly configInfo?: object } };
  readonly serializedClientEventId: string;
  readonly events: readonly { readonly clientEventId: string; readonly name: string; readonly payload: object }[];
}

const batchOf = ({ body }: RecordedRequest): SentBatch => JSON.parse(body) as SentBatch;
const idsOf = (request: RecordedRequest): string[] => batchOf(request).events.map(({ clientEventId }) => clientEventId);

const viewer = (name: string) => pageSettings({ loggedIn: true, dataSyncId: name, authorization: `Bearer ${name}` });

test('events leave by endpoint and identity, at most 100 together, at least 100 ms apart [L1, N4, N5, S1, S6]', async ({
  lab: { provider, open },
}) => {
  const first = await startWorker(open, { ...viewer('ann'), sessionId: 'd'.repeat(32) });
  const [left, lines, quality] = [
    makeLines(4, { session: 'd'.repeat(32) }),
    makeLines(230),
    makeLines(5, { name: 'playbackFrames' }),
  ];
  await first.worker.call('logEvents', left);
  await first.worker.close();
  const { worker: bob } = await startWorker(open, { ...viewer('bob'), sessionId: 'e'.repeat(32) });
  await flush(bob);
  expect(provider.to('/log_event')).toEqual([]);

  const { worker: ann } = await startWorker(open, viewer('ann'));
  await ann.call('logEvents', lines);
  await ann.call('logEvents', quality);
  const logged = [...idsIn(left), ...idsIn(lines)].toSorted();
  await expect
    .poll(async () => {
      await flush(ann);
      return provider.to('/log_event').flatMap(idsOf).toSorted();
    })
    .toEqual(logged);
  const logs = provider.to('/youtubei/v1/log_event');
  expect(Math.max(...logs.map((request) => idsOf(request).length))).toBe(100);
  expect(new Set(logs.map(({ headers }) => headers['authorization']))).toEqual(new Set(['Bearer ann']));
  const [stats] = provider.to('/youtubei/v1/video_stats');
  expect(stats === undefined ? [] : idsOf(stats)).toEqual(idsIn(quality));
  const sent = [...provider.to('/log_event'), ...provider.to('/video_stats')];
  for (const request of sent) {
    expect([request.method, request.query.get('alt'), request.query.get('key')]).toEqual(['POST', 'json', 'key']);
    expect(batchOf(request).context.client.clientName).toBe('WEB_EMBEDDED_PLAYER');
    expect(batchOf(request).serializedClientEventId).toMatch(/^[0-9a-f]{32}$/);
  }
  const timesMs = sent.map(sentAtMs).toSorted((a, b) => a - b);
  for (const [index, timeMs] of timesMs.slice(1).entries())
    expect(timeMs - (timesMs[index] ?? 0)).toBeGreaterThanOrEqual(100);
});

test('the first flush comes 2 s after the first event, and others 10 s after theirs [L4]', async ({
  lab: { provider, open },
}) => {
  const { worker, startMs } = await startWorker(open);
  const logs = () => provider.to('/log_event');
  await worker.call('logEvents', makeLines(5));
  await worker.advance(1_999);
  await worker.advance(1);
  await expect.poll(logs).toHaveLength(1);
  await whenAnswered(worker);
  await worker.call('logEvents', makeLines(5));
  await worker.advance(9_999);
  await worker.advance(1);
  await expect.poll(logs).toHaveLength(2);
  expect(logs().map((request) => sentAtMs(request) - startMs)).toEqual([2_000, 12_000]);
});

test('fewer than 5 events wait until the oldest is a minute old [L3]', async ({ lab: { provider, open } }) => {
  const { worker, startMs } = await startWorker(open);
  await worker.call('logEvents', makeLines(4));
  for (let second = 0; second < 75 && provider.to('/log_event').length === 0; second += 1) {
    await worker.advance(1_000);
    await worker.call('ping');
  }
  await expect.poll(() => provider.to('/log_event').map((request) => idsOf(request).length)).toEqual([4]);
  expect(sentAtMs(provider.to('/log_event')[0] as RecordedRequest) - startMs).toBeGreaterThanOrEqual(60_000);
});

test('1000 events are sent at once [L2]', async ({ lab: { provider, open } }) => {
  const { worker } = await startWorker(open, pageSettings({ logBatchesPerRequestMax: 10 }));
  await worker.call('logEvents', makeLines(999));
  const last = makeLine();
  await worker.call('logEvents', last);
  await expect.poll(() => provider.to('/log_event')).toHaveLength(1);
  const batches = provider.to('/log_event')[0]?.body.split('\n') ?? [];
  expect(batches.map((body) => idsOf({ body } as RecordedRequest).length)).toEqual(Array(10).fill(100));
  expect(batches.at(-1)).toContain(idsIn(last)[0]);
});

test('the tier of an event decides when it is sent [L5]', async ({ lab: { provider, open } }) => {
  const { worker, startMs } = await startWorker(open);
  const lineOf = (tier: EventTier) => ({ tier, line: makeLine({ tier }) });
  const { unspecified, default: ordinary, fast, immediate, dispatchToEmpty } = EVENT_TIER;
  const [first, second, third, fourth] = [unspecified, ordinary, fast, immediate].map((tier) => lineOf(tier).line);
  const logged = [first, second, third, fourth].join('\n');
  const sent = () => provider.to('/log_event').map((request) => [sentAtMs(request) - startMs, idsOf(request)] as const);
  const ids = idsIn(logged);
  await worker.call('logEvents', logged);
  await expect.poll(sent).toEqual([[0, [ids[3]]]]);
  await whenAnswered(worker);
  await worker.advance(1_000);
  await expect.poll(sent).toEqual([expect.anything(), [1_000, [ids[2]]]]);
  await whenAnswered(worker);
  /** The ordinary flush leaves two events waiting, until one comes that empties the queue. */
  await worker.advance(1_000);
  const emptying = makeLine({ tier: dispatchToEmpty });
  await worker.call('logEvents', emptying);
  await worker.advance(10_000);
  await expect.poll(sent).toHaveLength(3);
  expect(sent()[2]).toEqual([12_000, [ids[0], ids[1], ...idsIn(emptying)]]);
});

test('the configuration of a response is stored, given to the next page load, and its hashes go along [L7, S4, C8]', async ({
  lab: { provider, open },
}) => {
  const globalConfigGroup = {
    hot: { hashData: 'h1', configData: { a: 1 } },
    cold: { hashData: 'c1', configData: { b: 2 } },
  };
  provider.answer('/log_event', { body: { accepted: 1, repeated: 0, responseContext: { globalConfigGroup } } });
  const { worker, startMs } = await startWorker(open);
  await worker.call('logEvents', makeLine());
  await flush(worker);
  await worker.call('logEvents', makeLine());
  await flush(worker);
  const configOf = (request: RecordedRequest | undefined) => request && batchOf(request).context.client.configInfo;
  const hashes = { hotConfigHash: 'h1', coldConfigHash: 'c1' };
  expect(provider.to('/log_event').map(configOf)).toEqual([undefined, hashes]);
  expect(await worker.rows('oriel-config.logged-out', 'configs')).toEqual([
    { config: 'cold', hashData: 'c1', configData: { b: 2 }, timestamp: expect.closeTo(startMs, -4) as unknown },
    { config: 'hot', hashData: 'h1', configData: { a: 1 }, timestamp: expect.closeTo(startMs, -4) as unknown },
  ]);
  await worker.close();
  const next = await open();
  expect(await next.start()).toMatchObject({ value: { config: { hot: { a: 1 }, cold: { b: 2 } } } });
  await next.ask('player', { videoId: 'film' });
  const { context } = JSON.parse(provider.to('/player')[0]?.body ?? '{}') as SentBatch;
  expect(context.client.configInfo).toEqual(hashes);
});

test('bodies of 500 to 500000 bytes are sent with gzip, others as they are [N19]', async ({
  lab: { provider, open },
}) => {
  /** A client of few words: a body with a whole one is larger than the smallest that is compressed. */
  const client = { clientName: 'C', clientVersion: '1' } as InfrastructureSettings['client'];
  const { worker } = await startWorker(open, { client });
  const sizes = [0, 499, 500, 500_000, 500_001];
  let envelopeBytes = 0;
  for (const [index, size] of sizes.entries()) {
    /** Numbers of the same length, so that all else is the same. */
    const note = 'x'.repeat(Math.max(0, size - envelopeBytes));
    await worker.call('logEvents', makeLine({ tier: EVENT_TIER.immediate, number: 9_000_000 + index, note }));
    await flush(worker);
    envelopeBytes ||= provider.to('/log_event')[0]?.body.length ?? 0;
  }
  const sent = provider.to('/log_event').slice(1);
  expect(sent.map(({ body, headers }) => [body.length, headers['content-encoding']])).toEqual([
    [499, undefined],
    [500, 'gzip'],
    [500_000, 'gzip'],
    [500_001, undefined],
  ]);
});

test('after 4 slow compressions there are no more; one in ten sessions reports it, weighted for all [N20, E7]', async ({
  lab: { provider, open },
}) => {
  const { worker } = await startWorker(() =>
    open(`
      const { CompressionStream: Stream } = self;
      self.CompressionStream = class { constructor(format) { self.skip(251); return new Stream(format); } };
      self.setChance(0.05);`),
  );
  for (let count = 0; count < 6; count += 1) {
    await worker.call('logEvents', makeLine({ tier: EVENT_TIER.immediate, note: 'x'.repeat(1_000) }));
    await flush(worker);
  }
  await expect.poll(() => provider.to('/error_204')).not.toEqual([]);
  const reports = provider.to('/error_204');
  const sent = provider.requests.filter((request) => request.body.length > 500 && !reports.includes(request));
  const isZipped = sent.map(({ headers }) => headers['content-encoding'] === 'gzip');
  expect(isZipped).toEqual([...Array(4).fill(true), ...Array(sent.length - 4).fill(false)]);
  expect(sent.length).toBeGreaterThanOrEqual(6);
  const [report] = reports;
  expect(report?.query.get('msg')).toBe('Compression was given up: it was too slow');
  expect(new URLSearchParams(report?.body).get('sampleWeight')).toBe('10');
});
