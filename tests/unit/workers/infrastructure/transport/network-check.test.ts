import { expect, test } from 'vitest';
import { NETWORK_CHECK_SAMPLE_RATE } from '../../../../../protocol/constants.ts';
import { delay } from '../../../../../protocol/runtime/clock.ts';
import { fail, succeed } from '../../../../../protocol/runtime/outcome.ts';
import { NetworkCheck } from '../../../../../workers/infrastructure/transport/network-check.ts';
import type { TransportRequest } from '../../../../../workers/infrastructure/transport/transport.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

function setUp({ fraction = 0, reachable = true, online = true } = {}) {
  const clock = createFakeClock();
  const sent: TransportRequest[] = [];
  const reported: unknown[] = [];
  const check = new NetworkCheck({
    clock,
    random: { fraction: () => fraction, bytes: () => new Uint8Array() },
    async send(request) {
      sent.push(request);
      await delay(clock, 30);
      return reachable ? succeed({ status: 204, text: '' }) : fail('net.unknown', 'Unknown request error');
    },
    address: () => '/generate_204',
    isOnline: () => online,
    events: { log: (...event) => void reported.push(event) },
    problems: { blockedByExtension: () => void reported.push('blocked') },
  });
  return { check, sent, reported, settle: () => clock.advance(1_000), clock };
}

test.each([true, false])(
  'a sampled page load logs whether the network works (%s) and how long the check took [N15]',
  async (is) => {
    const { check, sent, reported, clock } = setUp({ fraction: NETWORK_CHECK_SAMPLE_RATE - 0.001, reachable: is });
    await clock.advance(500);
    void check.sample();
    await clock.advance(1_000);
    expect(sent).toEqual([{ address: '/generate_204', method: 'GET' }]);
    expect(reported).toEqual([['networkChecked', { reachable: is, durationMs: 30 }]]);
  },
);

test('a page load above the sample rate checks no network [N15]', async () => {
  const { check, sent } = setUp({ fraction: NETWORK_CHECK_SAMPLE_RATE });
  await check.sample();
  expect(sent).toEqual([]);
});

test('failed calls while the network works are reported once as blocked by an extension [E1]', async () => {
  const { check, sent, reported, settle } = setUp();
  void check.suspect();
  void check.suspect();
  await settle();
  expect(reported).toEqual(['blocked']);
  expect(sent).toHaveLength(1);
});

test('failed calls without a network are not reported as blocked', async () => {
  const unreachable = setUp({ reachable: false });
  void unreachable.check.suspect();
  await unreachable.settle();
  expect([unreachable.sent.length, unreachable.reported]).toEqual([1, []]);
  const offline = setUp({ online: false });
  void offline.check.suspect();
  await offline.settle();
  expect([offline.sent, offline.reported]).toEqual([[], []]);
});
