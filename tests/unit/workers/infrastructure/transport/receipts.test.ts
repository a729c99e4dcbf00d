import { expect, test } from 'vitest';
import { REQUESTED_EVENTS_MAX, REQUESTED_SEQUENCES_MAX } from '../../../../../protocol/constants.ts';
import type { ReceivedEvents } from '../../../../../protocol/provider/received-events.ts';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import {
  Receipts,
  RECEIPT_EVENTS_MIN,
  RECEIPT_GATHER_MS,
} from '../../../../../workers/infrastructure/transport/receipts.ts';
import type { TransportResponse } from '../../../../../workers/infrastructure/transport/transport.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const [OWN, DEAD, OTHER] = ['a', 'd', 'e'].map((digit) => digit.repeat(32)) as [string, string, string];

/** Receipts of a page whose provider responds with `world.response`. */
function setUp() {
  const clock = createFakeClock();
  const asked: string[] = [];
  const world = { online: true, response: reply([]) as Outcome<TransportResponse> };
  const receipts = new Receipts({
    clock,
    isOnline: () => world.online,
    address: (path) => `https://provider.example${path}`,
    ownSequences: [OWN],
    send: async ({ address, method }) => {
      asked.push(`${method} ${decodeURIComponent(address)}`);
      return world.response;
    },
  });
  const receivedOf = async (ids: readonly string[]): Promise<string[]> => {
    const received = receipts.receivedOf(ids);
    await clock.advance(RECEIPT_GATHER_MS);
    return [...((await received) ?? [])];
  };
  return { clock, asked, world, receipts, receivedOf };
}

const reply = (sequences: ReceivedEvents['sequences']): Outcome<TransportResponse> =>
  succeed({ status: 200, text: `)]}'\n${JSON.stringify({ sequences })}` });
const ids = (sequence: string, count = RECEIPT_EVENTS_MIN, first = 0): string[] =>
  Array.from({ length: count }, (_, offset) => `${sequence}.${first + offset}`);

test('receivedOf returns the events that the provider has, and not the events that it lacks', async () => {
  const { asked, world, receivedOf } = setUp();
  world.response = reply([
    {
      id: DEAD,
      ranges: [
        [0, 2],
        [5, 5],
      ],
    },
  ]);
  expect(await receivedOf(ids(DEAD))).toEqual([0, 1, 2, 5].map((index) => `${DEAD}.${index}`));
  const query = `sequence=${DEAD}.0-9`;
  expect(asked).toEqual([`GET https://provider.example/youtubei/v1/received_events?${query}`]);
});

test('no receipt is requested for events of the page’s own session, or for too few events', async () => {
  const { asked, clock, receivedOf } = setUp();
  expect(await receivedOf(ids(OWN, 100))).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
  expect(await receivedOf(ids(DEAD, RECEIPT_EVENTS_MIN - 1))).toEqual([]);
  expect(asked).toEqual([]);
});

test('offline or after a stop no receipt is requested, and no event counts as received', async () => {
  const { asked, clock, world, receipts, receivedOf } = setUp();
  world.response = reply([{ id: DEAD, ranges: [[0, 9]] }]);
  world.online = false;
  expect(await receivedOf(ids(DEAD))).toEqual([]);
  world.online = true;
  const stopped = receipts.receivedOf(ids(DEAD));
  receipts.stop();
  expect(await stopped).toEqual(new Set());
  expect([asked, clock.pendingCount()]).toEqual([[], 0]);
});

test.each([
  ['a provider without this call', fail('net.badstatus', 'Request failed, status=404', { status: 404 }), 1],
  ['a response that is not JSON', succeed({ status: 200, text: '<!doctype html>' }), 1],
  ['a response with invalid ranges', succeed({ status: 200, text: '{"sequences":[{"id":"x","ranges":[[-1]]}]}' }), 1],
  ['a failed connection', fail('net.unknown', 'Unknown request error'), 2],
  ['a timeout', fail('net.timeout', 'Request timed out'), 2],
] as const)('after %s no event counts as received; only network faults recover', async (_what, response, questions) => {
  const { asked, world, receivedOf } = setUp();
  world.response = response;
  expect(await receivedOf(ids(DEAD))).toEqual([]);
  world.response = reply([{ id: OTHER, ranges: [[0, 9]] }]);
  expect(await receivedOf(ids(OTHER))).toHaveLength(questions === 2 ? 10 : 0);
  expect(asked).toHaveLength(questions);
});

test('a receipt request names at most the maximum of sessions, and omits sessions with too wide a range of events', async () => {
  const { asked, receivedOf } = setUp();
  const sessions = Array.from({ length: REQUESTED_SEQUENCES_MAX + 1 }, (_, index) =>
    index.toString(16).padStart(32, '0'),
  );
  await receivedOf([
    `${DEAD}.0`,
    `${DEAD}.${REQUESTED_EVENTS_MAX}`,
    ...sessions.flatMap((session) => [`${session}.3`, `${session}.${REQUESTED_EVENTS_MAX + 2}`]),
  ]);
  const named = new URL(asked[0]?.slice('GET '.length) ?? '').searchParams.getAll('sequence');
  expect(named).toEqual(sessions.slice(0, REQUESTED_SEQUENCES_MAX).map((id) => `${id}.3-${REQUESTED_EVENTS_MAX + 2}`));
});

test('a receipt of the same events is requested once', async () => {
  const { asked, receivedOf } = setUp();
  await receivedOf(ids(DEAD));
  await receivedOf(ids(DEAD));
  expect(asked).toHaveLength(1);
});
