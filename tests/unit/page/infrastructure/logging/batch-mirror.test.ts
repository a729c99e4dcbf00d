import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import {
  BatchMirror,
  MIRROR_MAX_CHARACTERS,
  MIRROR_REPEAT_DELAY_MS,
  type LineBatch,
} from '../../../../../src/page/infrastructure/logging/batch-mirror.ts';
import type { EventReceiver } from '../../../../../src/page/infrastructure/logging/line-batch-channel.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';

function openMirror() {
  const clock = createFakeClock();
  const sent: { readonly lines: string; readonly lostCount: number; settle(outcome: Outcome<unknown>): void }[] = [];
  const told: string[] = [];
  const receiver: EventReceiver = {
    deliver: (lines, lostCount) => new Promise((resolve) => sent.push({ lines, lostCount, settle: resolve })),
  };
  const mirror = new BatchMirror(clock);
  mirror.superviseBy({
    watch: () => told.push(mirror.isEmpty ? 'empty' : 'waiting'),
    noteServed: () => told.push('acknowledged'),
  });
  const batch = (text: string): LineBatch => ({
    text,
    eventCount: text.split('\n').length,
    forget: () => told.push(`forgotten ${text}`),
  });
  return { clock, sent, told, mirror, receiver, batch };
}

const failure = fail('storage.fault', 'not safe');

test('batches wait until a service is open, and then each batch is sent once', () => {
  const { sent, mirror, told, receiver, batch } = openMirror();
  mirror.add(batch('a\nb'));
  mirror.add(batch('c'));
  expect([sent, mirror.lines(), told]).toEqual([[], ['a', 'b', 'c'], ['waiting']]);
  mirror.open(receiver);
  expect(sent.map(({ lines }) => lines)).toEqual(['a\nb', 'c']);
});

test('an acknowledged batch is forgotten', async () => {
  const { sent, mirror, told, receiver, batch } = openMirror();
  mirror.open(receiver);
  mirror.add(batch('a'));
  sent[0]?.settle(succeed(undefined));
  await settle();
  expect(told).toEqual(['waiting', 'acknowledged', 'forgotten a', 'empty']);
  expect([mirror.isEmpty, mirror.lines()]).toEqual([true, []]);
});

test('a batch that was not stored is sent again every 5 s', async () => {
  const { clock, sent, mirror, receiver, batch } = openMirror();
  mirror.open(receiver);
  mirror.add(batch('a'));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    sent.at(-1)?.settle(failure);
    await clock.advance(MIRROR_REPEAT_DELAY_MS - 1);
    expect(sent).toHaveLength(attempt);
    await clock.advance(1);
    expect(sent).toHaveLength(attempt + 1);
  }
});

test('a closed mirror sends nothing more, and has no timer', async () => {
  const { clock, sent, mirror, receiver, batch } = openMirror();
  mirror.open(receiver);
  mirror.add(batch('a'));
  mirror.add(batch('b'));
  sent[0]?.settle(failure);
  await settle();
  mirror.close();
  expect(clock.pendingCount()).toBe(0);
  sent[1]?.settle(failure);
  await settle();
  expect(clock.pendingCount()).toBe(0);
  mirror.add(batch('c'));
  expect(sent).toHaveLength(2);
});

test('the next service gets all unacknowledged batches, and a late failure of the previous service starts no retry', async () => {
  const { clock, sent, mirror, receiver, batch } = openMirror();
  mirror.open(receiver);
  mirror.add(batch('a'));
  mirror.open(receiver);
  expect(sent.map(({ lines }) => lines)).toEqual(['a', 'a']);
  sent[0]?.settle(failure);
  await settle();
  expect(clock.pendingCount()).toBe(0);
  sent[1]?.settle(succeed(undefined));
  await settle();
  expect(mirror.isEmpty).toBe(true);
});

test('past the size limit the oldest batch is dropped and its events are counted; a count that failed to arrive is sent again', async () => {
  const { clock, sent, mirror, told, receiver, batch } = openMirror();
  mirror.add(batch('1\n2'));
  mirror.add(batch('x'.repeat(MIRROR_MAX_CHARACTERS - 3)));
  expect(told).toEqual(['waiting']);
  mirror.add(batch('y'));
  expect(told).toEqual(['waiting', 'forgotten 1\n2']);
  mirror.open(receiver);
  expect(sent.map(({ lostCount }) => lostCount)).toEqual([2, 0]);
  sent[0]?.settle(failure);
  await clock.advance(MIRROR_REPEAT_DELAY_MS);
  expect(sent.map(({ lostCount }) => lostCount)).toEqual([2, 0, 2]);
});
