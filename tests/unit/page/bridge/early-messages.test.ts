import { expect, test } from 'vitest';
import { messageBytes } from '../../../../src/page/host-messages/host-queue.ts';
import { startBridge, type BridgeHarness } from '../../../support/bridge-harness.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';
import {
  HOST_MESSAGE_MAX_CHARACTERS,
  HOST_QUEUE_MAX_BYTES,
  READY_POLL_INTERVAL_MS,
} from '../../../../protocol/constants.ts';
import { MESSAGES_PER_SECOND_MAX } from '../../../../src/page/bridge/trust/message-gate.ts';
import { IGNORED_REPORT_INTERVAL_MS } from '../../../../src/page/bridge/trust/ignored-messages.ts';

const greeting = { event: 'listening', id: 1, channel: 'widget' };
const seek = (number: number) => ({
  event: 'command',
  func: 'seekTo',
  args: [number, true],
  callId: number,
  id: 1,
  channel: 'widget',
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const seconds = ({ player }: BridgeHarness) =>
  player.executed.map(({ command }) => (command.name === 'seekTo' ? command.arguments[0] : command.name));
const replied = (harness: BridgeHarness) =>
  harness.infos('commandResult').map((result) => (result as { callId: number }).callId);

/** Waits for the report of ignored messages, and returns its counts by reason. */
async function ignored(harness: BridgeHarness): Promise<Partial<Record<string, number>>> {
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  const report = harness.infrastructure.payloadsOf('hostMessagesIgnored')[0];
  return (report as { counts: Partial<Record<string, number>> } | undefined)?.counts ?? {};
}

test.each([
  [201, 'before the module', 202],
  [2_000, 'before the module', 2_001],
  [2_000, 'before and after the start of the module', 1_000],
  [2_000, 'after the start of the module and before the player is ready', 0],
])('%i commands that arrive %s run in order, with responses [P7]', async (count, _when, queuedCount) => {
  const player = createFakePlayer();
  const messages = [greeting, ...upTo(count).map(seek)];
  const harness = startBridge({ player, queued: messages.slice(0, queuedCount) });
  for (const message of messages.slice(queuedCount)) harness.send(message);
  expect(player.executed).toEqual([]);
  player.becomeReady();
  expect(seconds(harness)).toEqual(upTo(count));
  expect(replied(harness)).toEqual(upTo(count));
  expect(await ignored(harness)).toEqual({});
});

test('commands that the host queued until its first message from a player that was ready at once run in order [P7]', async () => {
  const harness = startBridge();
  for (const message of [greeting, ...upTo(2_000).map(seek)]) harness.send(message);
  expect(seconds(harness)).toEqual(upTo(2_000));
  expect(await ignored(harness)).toEqual({});
});

test('after its initial burst a host is held to the rate limit, however small each message is [H2]', async () => {
  const harness = startBridge();
  const count = HOST_QUEUE_MAX_BYTES / messageBytes('') + MESSAGES_PER_SECOND_MAX;
  for (const message of upTo(count + 1_000).map(seek)) harness.send(message);
  expect(harness.player.executed.length).toBeLessThanOrEqual(count);
  expect((await ignored(harness))['too-many']).toBeGreaterThanOrEqual(1_000);
});

test.each([
  ['of the maximum length', HOST_MESSAGE_MAX_CHARACTERS],
  ['short', 250],
])(
  'of 20 MB of commands, each %s, before the player is ready a bounded amount is kept and the rest is refused [P7, H2]',
  async (_, length) => {
    const player = createFakePlayer();
    const harness = startBridge({ player });
    harness.send(greeting);
    const count = Math.ceil(20_000_000 / length);
    for (let number = 1; number <= count; number += 1) harness.send(JSON.stringify(seek(number)).padEnd(length));
    const refused = harness.infos('commandResult');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(MESSAGES_PER_SECOND_MAX);
    for (const result of refused) expect(result).toMatchObject({ ok: false, code: 'queue.full' });
    player.becomeReady();
    const kept = player.executed.length;
    expect(kept * messageBytes(' '.repeat(length))).toBeLessThanOrEqual(HOST_QUEUE_MAX_BYTES);
    expect(seconds(harness)).toEqual(upTo(kept));
    const counts = await ignored(harness);
    expect(counts['queue-full']).toBe(refused.length);
    expect(kept + (counts['queue-full'] ?? 0) + (counts['too-many'] ?? 0)).toBe(count);
  },
);

test('messages that the inline script did not keep are counted with their reasons [H2, P7]', async () => {
  const harness = startBridge({ refused: { 'queue-full': 3, 'not-text': 2 } });
  expect(await ignored(harness)).toEqual({ 'queue-full': 3, 'not-text': 2 });
});

test('a queued command runs with the time of its message, not with the time at which the player became ready [P7]', async () => {
  const player = createFakePlayer();
  const harness = startBridge({ player });
  harness.send(seek(1), { timeStamp: 7 });
  await harness.clock.advance(READY_POLL_INTERVAL_MS);
  harness.send(seek(2));
  player.becomeReady();
  expect(player.executed.map(({ atMs }) => atMs)).toEqual([7, READY_POLL_INTERVAL_MS]);
});
