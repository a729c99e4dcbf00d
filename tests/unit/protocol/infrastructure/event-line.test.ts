import { expect, test } from 'vitest';
import { createEventLines, makeSequenceId } from '../../../../protocol/events/event-line.ts';
import { endpointOfEvent, tierOfEvent } from '../../../../protocol/events/event-delivery.ts';
import { ClientEventId, WireEvent } from '../../../../protocol/events/events.ts';
import {
  isLineBatchMessage,
  lineBatchMessage,
  lineBatchResponse,
} from '../../../../protocol/infrastructure/line-batch-messages.ts';
import { isOwnerLockName, ownerLockName, senderLockName } from '../../../../protocol/infrastructure/locks.ts';

const SESSION = '00ff10'.padEnd(32, '0');

test('a session id is 128 random bits as hexadecimal, with leading zeros', () => {
  const bytes = (count: number) => new Uint8Array(count).fill(0x0a);
  expect(makeSequenceId({ fraction: () => 0, bytes })).toBe('0a'.repeat(16));
});

test('event lines of a session are valid wire events, numbered without a gap [L6]', () => {
  const line = createEventLines(SESSION, () => 5);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const first = line('hostCommand', { name: 'mute' });
  expect(() => line('hostCommand', circular)).toThrow();
  const second = line('playbackFailed', {});
  expect([first, second].map((text) => WireEvent.parse(JSON.parse(text)))).toEqual([
    {
      clientEventId: `${SESSION}.0`,
      eventTimeMs: 5,
      tier: 100,
      sequence: { id: SESSION, index: 0 },
      name: 'hostCommand',
      payload: { name: 'mute' },
    },
    {
      clientEventId: `${SESSION}.1`,
      eventTimeMs: 5,
      tier: 400,
      sequence: { id: SESSION, index: 1 },
      name: 'playbackFailed',
      payload: {},
    },
  ]);
});

test('an event with line breaks is written as one line', () => {
  const line = createEventLines(SESSION, () => 0)('hostCommand', { name: 'a"b\\c\nd\u2028' });
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ payload: { name: 'a"b\\c\nd\u2028' } });
});

test.each([
  ['infrastructureStarted', 200],
  ['playerStateChanged', 200],
  ['playbackFailed', 400],
  ['playbackError', 300],
  ['playbackStarted', 300],
  ['errorReported', 300],
  ['documentLifecycleChanged', 300],
  ['hostCommand', 100],
] as const)('the event %s is sent with tier %i [L5]', (name, tier) => {
  expect(tierOfEvent(name)).toBe(tier);
});

test.each([
  ['playbackStarted', 'video_stats'],
  ['playbackStalled', 'video_stats'],
  ['playbackQualityChanged', 'video_stats'],
  ['playbackWatched', 'video_stats'],
  ['playbackFrames', 'video_stats'],
  ['playbackError', 'video_stats'],
  ['hostCommand', 'log_event'],
  ['of a newer page', 'log_event'],
])('the event %s is sent to the endpoint %s [L10]', (name, endpoint) => {
  expect(endpointOfEvent(name)).toBe(endpoint);
});

test.each([
  [`${'a'.repeat(32)}.0`, true],
  [`${'a'.repeat(32)}.999999999`, true],
  [`${'a'.repeat(32)}.1000000000`, false],
  [`${'a'.repeat(31)}.0`, false],
  [`x${'a'.repeat(32)}.0`, false],
  [`${'a'.repeat(32)}.0x`, false],
  [`${'A'.repeat(32)}.0`, false],
])('whether %s is a client event id: %s [L6]', (id, is) => {
  expect(ClientEventId.safeParse(id).success).toBe(is);
});

test('an event with a negative index or with more than 1,000 payload fields is invalid', () => {
  const event = WireEvent.parse(JSON.parse(createEventLines(SESSION, () => 5)('hostCommand', {})));
  expect(WireEvent.safeParse({ ...event, sequence: { id: SESSION, index: -1 } }).success).toBe(false);
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 0]));
  expect(WireEvent.safeParse({ ...event, payload: fields(1_000) }).success).toBe(true);
  expect(WireEvent.safeParse({ ...event, payload: fields(1_001) }).success).toBe(false);
});

test('line batches and their responses are recognised by their tag', () => {
  const batch = lineBatchMessage(3, 'lines', 1);
  expect(batch.slice(1)).toEqual([3, 'lines', 1]);
  expect(lineBatchResponse([1, 2], true).slice(1)).toEqual([[1, 2], true]);
  expect([batch, lineBatchResponse([], false)].map((message) => isLineBatchMessage(message))).toEqual([true, true]);
  for (const other of [null, 'oriel.line-batch', { 0: 'oriel.line-batch' }, ['other']])
    expect(isLineBatchMessage(other)).toBe(false);
});

test('owner locks are recognised by their name, and each viewer has its own sender lock [S10]', () => {
  expect(isOwnerLockName(ownerLockName('session'))).toBe(true);
  expect(isOwnerLockName(senderLockName('user'))).toBe(false);
  expect(ownerLockName('a')).not.toBe(ownerLockName('b'));
  expect(senderLockName('a|b')).toBe('oriel.sender.a%7Cb');
});
