import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { StorageUnavailable } from '../../../src/provider/database/storage-errors.ts';
import type { ReceivedBatch } from '../../../src/provider/logs/event-store.ts';
import { EventConsumer } from '../../../src/cluster/stream/event-consumer.ts';
import { batchesOf, messagesOf, readMessage } from '../../../src/cluster/stream/event-message.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { received } from '../provider/support/store-contract.ts';

const DROPPED = [{ reason: 'main' as const, count: 3 }];

function read(texts: readonly string[]) {
  return texts.map((text) => ({ message: readMessage(text) as NonNullable<ReturnType<typeof readMessage>> }));
}

test('a batch read from the stream equals the batch that was sent', () => {
  const videos = { knownVideos: [], videoSeconds: {}, videosElsewhere: [] };
  const from = { sender: { network: 1_000, address: 2_000 }, country: 'DE', ...videos };
  const batch = {
    ...received([1, 2, 3], {}, { dropped: DROPPED }),
    sentAtMs: 7,
    retryCount: 2,
    wireBytes: 11,
    ...from,
  };
  const messages = messagesOf(batch, 'b', 99);
  expect(messages.map(({ id }) => id)).toEqual(batch.request.events.map((event) => event.clientEventId));
  const [only, ...others] = batchesOf(read(messages.map(({ text }) => text)));
  expect(others).toEqual([]);
  const { clientName, clientVersion } = batch.request.context.client;
  expect(only?.batch).toEqual({
    ...batch,
    receivedAtMs: 99,
    request: { context: { client: { clientName, clientVersion } }, events: batch.request.events, dropped: DROPPED },
  });
});

test('events in the stream carry the known videos of their batch, and no such field if the catalog was unknown', () => {
  const withVideos = (more: object): ReceivedBatch => {
    const batch = received([1, 2], {}, {});
    const events = batch.request.events.map((event, index) => ({ ...event, payload: { videoId: `video-${index}` } }));
    return { ...batch, request: { ...batch.request, events }, ...more };
  };
  const through = (batch: ReceivedBatch): ReceivedBatch | undefined =>
    batchesOf(read(messagesOf(batch, 'b', 1).map(({ text }) => text)))[0]?.batch;
  const known = { knownVideos: ['video-1'], videoSeconds: { 'video-1': 28 }, videosElsewhere: ['video-1'] };
  expect(through(withVideos(known))).toMatchObject(known);
  expect(through(withVideos({}))).not.toHaveProperty('knownVideos');
});

test('the parts of a batch fetched separately add up to the batch, and batches fetched together stay separate', () => {
  const batch = received([1, 2, 3, 4, 5], {}, { dropped: DROPPED });
  const texts = messagesOf(batch, 'b', 99).map(({ text }) => text);
  const other = messagesOf(received([9]), 'c', 99).map(({ text }) => text);
  const [first, second] = [batchesOf(read([...texts.slice(0, 2), ...other])), batchesOf(read(texts.slice(2)))];
  expect(first.map(({ batch: { request } }) => request.events.length)).toEqual([2, 1]);
  const parts = [first[0]?.batch, second[0]?.batch] as ReceivedBatch[];
  const sum = (of: (part: ReceivedBatch) => number): number => parts.reduce((total, part) => total + of(part), 0);
  expect(sum(({ wireBytes }) => wireBytes)).toBe(batch.wireBytes);
  expect(sum(({ rawBytes }) => rawBytes)).toBe(batch.rawBytes);
  expect(sum(({ request }) => request.dropped?.length ?? 0)).toBe(1);
});

test.each(['', 'text', '{}', '{"event":1}'])('%j is not a valid stream message', (text) => {
  expect(readMessage(text)).toBeUndefined();
});

/** A consumer over one fetch of these messages; every later fetch waits for `stop`. */
function setUp(texts: readonly string[], store: (batch: ReceivedBatch) => Promise<void>) {
  const told: string[] = [];
  const problems: string[] = [];
  const messages = texts.map((text, index) => ({
    seq: index,
    string: () => text,
    ack: () => void told.push(`ack ${index}`),
    nak: (delayMs: number) => void told.push(`nak ${index} ${delayMs}`),
  }));
  let fetches = 0;
  const consumer = new EventConsumer({
    clock: createFakeClock(),
    onProblem: (kind) => void problems.push(kind),
    consumer: async () => ({
      fetch: async () => {
        fetches += 1;
        if (fetches > 1) consumer.stop();
        const some = fetches === 1 ? messages : [];
        return (async function* () {
          yield* some as unknown as JsMsg[];
        })() as unknown as ConsumerMessages;
      },
    }),
    events: {
      async add([batch]) {
        if (batch !== undefined) await store(batch);
        told.push('stored');
        return { accepted: 0, repeated: 0 };
      },
    },
  });
  return { consumer, told, problems };
}

const texts = (index: number): string[] => messagesOf(received([index]), `batch ${index}`, 1).map(({ text }) => text);

test('a message is acknowledged only after its event is stored', async () => {
  const { consumer, told } = setUp(texts(1), () => Promise.resolve());
  await consumer.run();
  expect(told).toEqual(['stored', 'ack 0']);
});

test('an event is redelivered soon if the database is down, and later if it fails itself, and other events are stored', async () => {
  const { consumer, told, problems } = setUp([...texts(1), ...texts(2), 'nonsense', ...texts(3)], async (batch) => {
    const [event] = batch.request.events;
    if (event?.clientEventId.endsWith('.1') === true) throw new StorageUnavailable('down');
    if (event?.clientEventId.endsWith('.2') === true) throw new Error('no such column');
  });
  await consumer.run();
  expect(told.toSorted()).toEqual(['ack 3', 'nak 0 1000', 'nak 1 60000', 'nak 2 60000', 'stored']);
  expect(problems.toSorted()).toEqual(['batch', 'database', 'message']);
});
