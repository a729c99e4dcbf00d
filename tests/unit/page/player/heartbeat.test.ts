import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { Heartbeat } from '../../../../src/page/player/heartbeat.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

type Response = Outcome<{ readonly status: 'ok' | 'stop'; readonly reason?: string; readonly intervalMs: number }>;
const beat: Response = succeed({ status: 'ok', intervalMs: 1_000 });
const lost: Response = fail('net.timeout', 'Request timed out');

function subject(responses: readonly Response[]) {
  const clock = createFakeClock();
  const sent: number[] = [];
  const ends: string[][] = [];
  const heartbeat = new Heartbeat(1_000, {
    clock,
    send: async (sequenceNumber) => {
      sent.push(sequenceNumber);
      return responses[sequenceNumber - 1] ?? beat;
    },
    onEnd: (...how) => ends.push(how),
  });
  heartbeat.start();
  return { clock, sent, ends, heartbeat };
}

test('two lost heartbeats in a row are tolerated, and the third ends playback [N23, H5]', async () => {
  const { clock, ends, sent } = subject([lost, lost, beat, lost, lost, lost]);
  await clock.advance(5_000);
  expect(ends).toEqual([]);
  await clock.advance(1_000);
  expect(ends).toEqual([['heartbeat.net', 'Request timed out']]);
  await clock.advance(10_000);
  expect(sent).toHaveLength(6);
});

test('three error responses to heartbeats end playback with the code heartbeat.servererror [N23, H5]', async () => {
  const refused = fail('net.badstatus', 'Request failed, status=500');
  const { clock, ends } = subject([refused, refused, refused]);
  await clock.advance(3_000);
  expect(ends).toEqual([['heartbeat.servererror', 'Request failed, status=500']]);
});

test.each([
  ['Playing elsewhere', 'Playing elsewhere'],
  [undefined, ''],
])('a stop response with the reason %s ends playback with the reason “%s” [N23, H5]', async (reason, told) => {
  const stop = succeed({ status: 'stop' as const, intervalMs: 1_000, ...(reason === undefined ? {} : { reason }) });
  const { clock, ends } = subject([stop]);
  await clock.advance(1_000);
  expect(ends).toEqual([['heartbeat.stop', told]]);
});

test('the provider’s response sets the interval to the next heartbeat [N23]', async () => {
  const { clock, sent } = subject([succeed({ status: 'ok', intervalMs: 5_000 })]);
  await clock.advance(5_999);
  expect(sent).toEqual([1]);
  await clock.advance(1);
  expect(sent).toEqual([1, 2]);
});

test('starting a heartbeat twice runs one timer, and a stopped heartbeat sends nothing [N23]', async () => {
  const { clock, sent, heartbeat, ends } = subject([succeed({ status: 'stop', intervalMs: 1_000 })]);
  heartbeat.start();
  const waiting = clock.pendingCount();
  const advanced = clock.advance(1_000);
  heartbeat.stop();
  await advanced;
  expect([waiting, ends, clock.pendingCount(), sent]).toEqual([1, [], 0, []]);
});
