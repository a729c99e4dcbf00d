import { expect, test } from 'vitest';
import { delay } from '../../../../protocol/runtime/clock.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import type { Accepted } from '../../../../src/provider/http/refusal.ts';
import { FairIngest } from '../../../../src/provider/logs/fair-ingest.ts';
import type { LogIngest, LogPost, StoredPost } from '../../../../src/provider/logs/log-post.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';

const STORED = {
  accepted: 1,
  repeated: 0,
  playbacks: { attempts: 0, failed: 0 },
  body: { encoding: 'identity', wireBytes: 1, rawBytes: 1 },
  client: {},
} as const;

function postOf(network: number, byteLength = 1): LogPost {
  return {
    endpoint: 'log_event',
    bytes: new Uint8Array(byteLength),
    contentEncoding: null,
    headerTimeMs: undefined,
    retryCount: 0,
    sender: { network, address: network + 1 },
  };
}

/** A `FairIngest` over a database that stores one post after the other, each in a time that the test sets. */
function lab() {
  const clock = createFakeClock();
  const database = { eachMs: 13, inIt: 0, mostInIt: 0, isBroken: false };
  let last: Promise<void> = Promise.resolve();
  const logs: LogIngest = {
    knowVideos: async () => undefined,
    async take() {
      database.inIt += 1;
      database.mostInIt = Math.max(database.mostInIt, database.inIt);
      last = last.then(() => delay(clock, database.eachMs));
      await last;
      database.inIt -= 1;
      if (database.isBroken) throw new StorageUnavailable('broken');
      return { ok: true, value: STORED };
    },
  };
  const ingest = new FairIngest({ logs, clock, limits: { databaseQueueMaxBytes: 1_000 } });
  // Resolves with the response and the milliseconds until it.
  const take = async (network: number): Promise<{ response: Accepted<StoredPost>; tookMs: number }> => {
    const beganMs = clock.monotonicNow();
    const response = await ingest.take(postOf(network));
    return { response, tookMs: clock.monotonicNow() - beganMs };
  };
  const flags = { isFlooding: true };
  // Opens connections of one network; each sends its next post as soon as it has a response.
  const flood = (network: number, connections: number): void => {
    const sendOnAndOn = async (): Promise<void> => {
      while (flags.isFlooding) {
        const response = await ingest.take(postOf(network)).catch(() => undefined);
        if (response?.ok !== true) await delay(clock, 100);
      }
    };
    for (let index = 0; index < connections; index++) void sendOnAndOn();
  };
  return { clock, database, ingest, take, flood, flags };
}

test.for([
  ['one address with 200 connections', 1, 200],
  ['60 networks with 8 connections each', 60, 8],
] as const)(
  'a post of an ordinary viewer is stored within half a second during a flood from %s',
  async ([, networks, connections]) => {
    const { clock, take, flood, database } = lab();
    for (let network = 1; network <= networks; network++) flood(network * 10, connections);
    await clock.advance(2_000);
    const posts = [];
    for (let index = 0; index < 5; index++) {
      posts.push(take(7));
      await clock.advance(2_000);
    }
    for (const { response, tookMs } of await Promise.all(posts)) {
      expect(response.ok).toBe(true);
      expect(tookMs).toBeLessThan(500);
    }
    expect(database.mostInIt).toBeLessThan(16);
  },
);

test('posts that the database cannot store in time are refused, first those of the sender with the most waiting posts', async () => {
  const { clock, ingest, flood, flags } = lab();
  flood(10, 200);
  await clock.advance(2_000);
  flags.isFlooding = false;
  await clock.advance(2_000);
  const busy = Promise.all(Array.from({ length: 200 }, () => ingest.take(postOf(10))));
  const ordinary = ingest.take(postOf(7));
  expect(ingest.length).toBeLessThanOrEqual(64);
  await clock.advance(2_000);
  const limits = (await busy).flatMap((response) => (response.ok ? [] : [response.limit]));
  expect(limits.length).toBeGreaterThan(100);
  expect(new Set(limits)).toEqual(new Set(['overload_logs']));
  expect((await ordinary).ok).toBe(true);
});

test('posts past the bound on waiting bytes are refused', async () => {
  const { clock, ingest } = lab();
  const posts = Array.from({ length: 12 }, (_, index) => ingest.take(postOf(index * 10, 400)));
  await settle();
  const refused = posts.map((post) => post.then((response) => !response.ok));
  await clock.advance(1_000);
  // Eight posts are in the database and two wait, so two are refused.
  expect((await Promise.all(refused)).filter(Boolean)).toHaveLength(2);
});

test('a database failure rejects the posts in progress, and a later post is stored', async () => {
  const { clock, database, ingest } = lab();
  database.isBroken = true;
  const posts = Array.from({ length: 20 }, () => ingest.take(postOf(10)));
  const failures = Promise.allSettled(posts);
  await clock.advance(1_000);
  expect((await failures).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
  database.isBroken = false;
  const post = ingest.take(postOf(10));
  await clock.advance(100);
  expect((await post).ok).toBe(true);
});

test('a post that has waited for 5 s is refused, and its bytes are free for another post', async () => {
  const { clock, database, ingest } = lab();
  database.eachMs = 60_000;
  for (let network = 1; network <= 8; network++) void ingest.take(postOf(network * 10));
  await clock.advance(10);
  const waiting = [ingest.take(postOf(200, 500)), ingest.take(postOf(210, 500))];
  await clock.advance(5_000);
  expect((await Promise.all(waiting)).map((response) => response.ok)).toEqual([false, false]);
  expect(ingest.length).toBe(0);
  void ingest.take(postOf(220, 1_000));
  await settle();
  expect(ingest.length).toBe(1);
});

test('a viewer who has sent before is served within 1.5 s during a flood of ever-new networks', async () => {
  const { clock, take, ingest } = lab();
  const first = take(7);
  await clock.advance(100);
  await first;
  let network = 100;
  for (let connection = 0; connection < 40; connection++)
    void (async () => {
      while (network < 100_000) await ingest.take(postOf((network += 10)));
    })();
  await clock.advance(5_000);
  const post = take(7);
  await clock.advance(5_000);
  const { response, tookMs } = await post;
  network = 100_000;
  expect(response.ok).toBe(true);
  expect(tookMs).toBeLessThan(1_500);
});
