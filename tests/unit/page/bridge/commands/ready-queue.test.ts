import { expect, test } from 'vitest';
import { HOST_QUEUE_MAX_BYTES } from '../../../../../protocol/constants.ts';
import { ReadyQueue, READY_WITHOUT_METADATA_MS } from '../../../../../src/page/bridge/commands/ready-queue.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

async function subject() {
  const clock = createFakeClock();
  await clock.advance(60_000);
  const ran: string[] = [];
  const readyQueue = new ReadyQueue({
    player: createFakePlayer({ ready: false }),
    clock,
    onReady: () => ran.push('ready'),
  });
  readyQueue.start();
  return { clock, ran, submit: (name: string, bytes: number) => readyQueue.submit(() => ran.push(name), bytes) };
}

test('queued commands take up 4 MB at most, and commands over the limit never run [P7]', async () => {
  const { clock, ran, submit } = await subject();
  expect(submit('too long', HOST_QUEUE_MAX_BYTES + 1)).toBe(false);
  expect(submit('most', HOST_QUEUE_MAX_BYTES - 10)).toBe(true);
  expect(submit('rest', 10)).toBe(true);
  expect(submit('one more', 1)).toBe(false);
  await clock.advance(READY_WITHOUT_METADATA_MS - 1);
  expect(ran).toEqual([]);
  await clock.advance(1);
  expect(ran).toEqual(['ready', 'most', 'rest']);
  expect(submit('later', HOST_QUEUE_MAX_BYTES + 1)).toBe(true);
  expect(ran.at(-1)).toBe('later');
});
