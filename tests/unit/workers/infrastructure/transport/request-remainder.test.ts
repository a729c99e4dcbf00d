import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import type { StoredRequest } from '../../../../../protocol/infrastructure/records.ts';
import { HEADERS } from '../../../../../protocol/provider/request-context.ts';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { LogRequests } from '../../../../../workers/infrastructure/logging/log-request.ts';
import { readEventLines } from '../../../../../workers/infrastructure/logging/log-pipeline.ts';
import { createCompressor, textOf } from '../../../../../workers/infrastructure/transport/compression.ts';
import { RECEIPT_EVENTS_MIN } from '../../../../../workers/infrastructure/transport/receipts.ts';
import {
  RequestRemainder,
  type RequestRemainderOptions,
} from '../../../../../workers/infrastructure/transport/request-remainder.ts';
import { createFakeClock, createSeededRandom } from '../../../../support/fake-clock.ts';
import { createSpans } from '../../../../support/fake-spans.ts';
import { FakeCollector } from '../../../../support/fake-collector.ts';
import { makeLines, makeSettings } from '../../../../support/pipeline-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

const clock = createFakeClock();
const compress = createCompressor(clock, undefined, createSpans(clock));
const streams = { compress, decompressionStream: DecompressionStream };

const known = (ids: Iterable<string>) => () => Promise.resolve(new Set(ids));

function remainingRequest(
  request: StoredRequest,
  receivedOf: RequestRemainderOptions['receipts']['receivedOf'],
  options: Omit<RequestRemainderOptions, 'receipts'>,
): Promise<StoredRequest | null> {
  return new RequestRemainder({ ...options, receipts: { receivedOf } }).remainderOf(request);
}

/** A request as it is stored, with batches of the given numbers of events. */
async function build(...counts: readonly number[]): Promise<StoredRequest> {
  const batches = counts.map((count) =>
    readEventLines(makeLines(count)).events.map((event) => ({ ...event, queuedAtMs: 0, isDurable: true })),
  );
  const session = new Session(makeSettings(), SESSION_BROWSER);
  const content = { batches, endpoint: 'log_event', skipRetry: false } as const;
  const random = createSeededRandom(1);
  const requests = new LogRequests({
    ...{ session, clock, random, compress, isOnline: () => true },
    send: () => Promise.reject(new TypeError('not used')),
  });
  return requests.build(content, [{ reason: 'main', count: 2 }]);
}

test('received events are removed from a request, and the rest of the request is unchanged', async () => {
  const request = await build(10, 20);
  const received = new Set([...request.eventIds.slice(0, 4), ...request.eventIds.slice(12)]);
  const remaining = (await remainingRequest(request, known(received), streams)) as StoredRequest;
  expect(remaining.eventIds).toEqual(request.eventIds.slice(4, 12));
  expect(remaining).toMatchObject({ id: request.id, sizeBytes: remaining.options.body.length });
  expect(remaining.sizeBytes).toBeLessThan(request.sizeBytes);
  const [before, after] = [new FakeCollector(), new FakeCollector()];
  before.take(request.options.body);
  after.take(remaining.options.body);
  expect([...after.stored]).toEqual(remaining.eventIds);
  const envelopes = ({ requests }: FakeCollector) => requests.map((batch) => ({ ...batch, events: [] }));
  expect(envelopes(after)).toEqual(envelopes(before));
  expect(after.requests[0]?.events).toEqual(before.requests[0]?.events.slice(4));
});

test('a batch of received events is removed from a request, and a request of received events becomes null', async () => {
  const request = await build(30, 20);
  const first = await remainingRequest(request, known(request.eventIds.slice(0, 30)), streams);
  expect((await textOf(first?.options.body ?? '', DecompressionStream)).split('\n')).toHaveLength(1);
  expect(await remainingRequest(request, known(request.eventIds), streams)).toBeNull();
  expect(await remainingRequest(request, known([]), streams)).toBe(request);
  expect(await remainingRequest(request, () => null, streams)).toBe(request);
});

test('a remainder that is too small to compress is no longer marked as compressed', async () => {
  const request = await build(30);
  expect(request.options.headers).toHaveProperty(HEADERS.contentEncoding);
  const remaining = await remainingRequest(request, known(request.eventIds.slice(1)), {
    ...streams,
    compress: async (body) => ({ body, sizeBytes: body.length, isCompressed: false }),
  });
  expect(remaining?.options.headers).toEqual({ [HEADERS.contentType]: 'application/json' });
});

test.each([['no gzip'], [strToU8('no gzip')], ['{"events":[{}]}']])(
  'a request whose body cannot be read is sent whole',
  async (body) => {
    const whole = await build(20);
    const request = { ...whole, options: { ...whole.options, body } };
    expect(await remainingRequest(request, known(request.eventIds.slice(1)), streams)).toBe(request);
  },
);

test('a compressed request is sent whole in a browser without DecompressionStream', async () => {
  const request = await build(30);
  const known29 = known(request.eventIds.slice(1));
  expect(await remainingRequest(request, known29, { compress, decompressionStream: undefined })).toBe(request);
});

test('a request of too few events is sent whole, without a receipt', async () => {
  const request = await build(RECEIPT_EVENTS_MIN - 1);
  expect(await remainingRequest(request, known(request.eventIds), streams)).toBe(request);
});
