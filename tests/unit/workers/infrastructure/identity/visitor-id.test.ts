import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import { isEducationEmbed } from '../../../../../workers/infrastructure/identity/embed-privacy.ts';
import { VisitorIdRefresh } from '../../../../../workers/infrastructure/identity/visitor-id.ts';
import type { TransportResponse, TransportRequest } from '../../../../../workers/infrastructure/transport/transport.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';

const ALLOWED = { hasConsent: true, isEducationEmbed: false };
const responseOf = (body: object): Outcome<TransportResponse> => succeed({ status: 200, text: JSON.stringify(body) });
const UNREACHABLE = fail('net.unknown', 'Unknown request error');

function openRefresh(...responses: Outcome<TransportResponse>[]) {
  const clock = createFakeClock();
  const requests: (TransportRequest & { atMs: number })[] = [];
  const ids: (string | undefined)[] = [];
  const problems: string[] = [];
  const circumstances = { permission: ALLOWED };
  const refresh = new VisitorIdRefresh({
    later: (delayMs, work) => clock.after(delayMs, () => void work()),
    async send(request) {
      requests.push({ ...request, atMs: clock.monotonicNow() });
      return (responses.length > 1 ? responses.shift() : responses[0]) ?? UNREACHABLE;
    },
    address: () => 'https://ads.example/id',
    permission: () => circumstances.permission,
    onId: (id) => ids.push(id),
    onProblem: (message) => problems.push(message),
  });
  return { clock, refresh, requests, ids, problems, circumstances, times: () => requests.map(({ atMs }) => atMs) };
}

test('the visitor id is requested from the ad service once, with a timeout of 5 s [N13]', async () => {
  const { refresh, requests, ids } = openRefresh(responseOf({ id: 'visitor', type: 1 }));
  await refresh.run();
  expect(requests).toEqual([{ address: 'https://ads.example/id', method: 'GET', timeoutMs: 5_000, atMs: 0 }]);
  expect(ids).toEqual(['visitor']);
});

test('the visitor id is refreshed every 30 minutes [B3]', async () => {
  const { clock, refresh, ids, times } = openRefresh(
    responseOf({ id: 'a' }),
    responseOf({ id: 'b' }),
    responseOf({ id: 'c' }),
  );
  await refresh.run();
  await clock.advance(1_799_999);
  expect(times()).toEqual([0]);
  await clock.advance(1);
  expect(ids).toEqual(['a', 'b']);
  await clock.advance(1_800_000);
  expect(times()).toEqual([0, 1_800_000, 3_600_000]);
});

test('a failed request of the visitor id is retried after 2 minutes, twice at most, and then with the next refresh [B3]', async () => {
  const { clock, refresh, times, ids } = openRefresh(UNREACHABLE);
  await refresh.run();
  await clock.advance(119_999);
  expect(times()).toEqual([0]);
  await clock.advance(1);
  await clock.advance(120_000);
  expect(times()).toEqual([0, 120_000, 240_000]);
  await clock.advance(1_799_999);
  expect(times()).toHaveLength(3);
  await clock.advance(1);
  expect(times()).toEqual([0, 120_000, 240_000, 2_040_000]);
  expect(ids).toEqual([]);
});

test('after a success the visitor id again has two retries [B3]', async () => {
  const good = responseOf({ id: 'a' });
  const { clock, refresh, times } = openRefresh(UNREACHABLE, UNREACHABLE, good, UNREACHABLE);
  await refresh.run();
  await clock.advance(240_000 + 1_800_000 + 240_000);
  expect(times()).toEqual([0, 120_000, 240_000, 2_040_000, 2_160_000, 2_280_000]);
});

test.each([{}, { id: '' }, { type: 0 }])(
  'the visitor-id response %j is reported as an id missing from the server, and the request is retried [B3, E1]',
  async (body) => {
    const { clock, refresh, ids, problems, times } = openRefresh(responseOf(body));
    await refresh.run();
    expect(problems).toEqual(['Biscotti ID is missing from server']);
    expect(ids).toEqual([]);
    await clock.advance(120_000);
    expect(times()).toHaveLength(2);
  },
);

test('a visitor-id response that is not JSON is reported as a failure [B3]', async () => {
  const { refresh, problems } = openRefresh(succeed({ status: 200, text: '<html>' }));
  await refresh.run();
  expect(problems).toEqual(['JSON parsing failed after fetch']);
});

test('the visitor id is dropped when consent is withdrawn, and requested when consent is given [B4]', async () => {
  const { clock, refresh, ids, requests, circumstances } = openRefresh(responseOf({ id: 'a' }));
  await refresh.run();
  circumstances.permission = { ...ALLOWED, hasConsent: false };
  await clock.advance(1_800_000);
  expect(ids).toEqual(['a', undefined]);
  expect([requests.length, clock.pendingCount()]).toEqual([1, 0]);
  circumstances.permission = ALLOWED;
  await refresh.run();
  expect(ids).toEqual(['a', undefined, 'a']);
});

test('a response with a visitor id is ignored if consent was withdrawn before it arrived [B4]', async () => {
  const { refresh, ids, circumstances } = openRefresh(responseOf({ id: 'a' }));
  const running = refresh.run();
  circumstances.permission = { ...ALLOWED, hasConsent: false };
  await running;
  expect(ids).toEqual([undefined]);
});

test('after stop no visitor id is requested, and a pending response is ignored', async () => {
  const { clock, refresh, ids, requests } = openRefresh(responseOf({ id: 'a' }));
  const running = refresh.run();
  refresh.stop();
  await running;
  await settle();
  await clock.advance(1_800_000);
  expect(ids).toEqual([]);
  expect(requests).toHaveLength(1);
  expect(clock.pendingCount()).toBe(0);
});

test.each([
  ['https://school.example', true],
  ['https://www.school.example:8443', true],
  ['https://notschool.example', false],
  ['https://school.example.evil.example', false],
  ['null', false],
  [undefined, false],
])('a page embedded by %s is an education embed: %s [P9]', (origin, expected) => {
  expect(isEducationEmbed({ educationHosts: ['school.example'] }, ['https://player.example', origin])).toBe(expected);
});

test('a page that is served by an education host is an education embed, too [P9]', () => {
  expect(isEducationEmbed({ educationHosts: ['school.example'] }, ['https://school.example', undefined])).toBe(true);
});
