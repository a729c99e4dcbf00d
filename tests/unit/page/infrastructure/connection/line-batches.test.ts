import { expect, test } from 'vitest';
import { LineBatchChannel } from '../../../../../src/page/infrastructure/logging/line-batch-channel.ts';
import {
  BATCHES_PER_RESPONSE_MAX,
  RESPONSE_DELAY_MS,
  RESPONSE_INTERVAL_MS,
  LineBatchReceiver,
} from '../../../../../workers/infrastructure/logging/line-batch-receiver.ts';
import type { ViewerLog } from '../../../../../workers/infrastructure/logging/viewer-log.ts';
import { createFakeClock, settle, type FakeClock } from '../../../../support/fake-clock.ts';
import { createPromptChannel } from '../../../../support/fake-port.ts';
import { createSpans } from '../../../../support/fake-spans.ts';
import { ServingFakeWorker } from '../../../../support/fake-worker.ts';
import { WORKER_CALL_TIMEOUT_MS } from '../../../../../src/page/platform/call-with-deadline.ts';

type Stored = Awaited<ReturnType<ViewerLog['add']>>;

/** Main and a worker with a channel between them; `results` are the results of the log, in the order of the batches. */
function openChannel(results: readonly (Promise<Stored> | Stored | Error)[]) {
  const clock = createFakeClock();
  const worker = new ServingFakeWorker(createPromptChannel());
  const taken: (readonly [string, number | undefined])[] = [];
  let responseCount = 0;
  const errors: unknown[] = [];
  worker.scope.reportError = (error) => errors.push(error);
  const receiver = new LineBatchReceiver({
    scope: worker.scope,
    clock,
    spans: createSpans(clock),
    log: {
      async add(lines, lostCount) {
        taken.push([lines, lostCount]);
        const result = results[taken.length - 1] ?? new Promise<Stored>(() => {});
        if (result instanceof Error) throw result;
        return result;
      },
    },
  });
  const channel = new LineBatchChannel(worker, clock, createSpans(clock, 'main'));
  worker.addEventListener('message', () => (responseCount += 1));
  return {
    clock,
    channel,
    receiver,
    taken,
    errors,
    responseCount: () => responseCount,
    sayToMain: (data: unknown) => worker.say(data),
  };
}

const SAFE: Stored = { handedOverCount: 1, durable: true };

/** Waits until events stored after a pause are acknowledged. */
const untilResponded = (clock: FakeClock): Promise<void> => clock.advance(RESPONSE_DELAY_MS);

test('each batch is acknowledged once its own events are stored, in whatever order batches are stored [X6]', async () => {
  let becomeSafe = (_outcome: Stored): void => {};
  const first = new Promise<Stored>((resolve) => (becomeSafe = resolve));
  const broken = new TypeError('broken');
  const { clock, channel, taken, errors } = openChannel([first, SAFE, broken]);
  const heard: string[] = [];
  for (const name of ['a', 'b', 'c']) void channel.deliver(name, 2).then(({ ok }) => heard.push(`${name} ${ok}`));
  await settle();
  expect(taken).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 2],
  ]);
  expect([heard, errors]).toEqual([['c false'], [broken]]);
  await untilResponded(clock);
  expect(heard).toEqual(['c false', 'b true']);
  becomeSafe(SAFE);
  await clock.advance(RESPONSE_INTERVAL_MS);
  expect(heard).toEqual(['c false', 'b true', 'a true']);
});

test('a batch stored after a pause is acknowledged soon, and batches that follow closely are acknowledged together', async () => {
  const { clock, channel, responseCount } = openChannel(Array.from({ length: 20 }, () => SAFE));
  const heard: string[] = [];
  const deliver = (name: string): void => void channel.deliver(name, 0).then(() => heard.push(name));
  deliver('alone');
  await untilResponded(clock);
  expect(heard).toEqual(['alone']);
  for (let index = 0; index < BATCHES_PER_RESPONSE_MAX; index += 1) deliver(`full ${index}`);
  await settle();
  expect(heard).toHaveLength(1 + BATCHES_PER_RESPONSE_MAX);
  deliver('early');
  await clock.advance(100);
  deliver('late');
  await clock.advance(RESPONSE_INTERVAL_MS - 101);
  expect(heard).not.toContain('early');
  await clock.advance(1);
  expect(heard.slice(-2)).toEqual(['early', 'late']);
  expect(responseCount()).toBe(3);
  await clock.advance(RESPONSE_INTERVAL_MS);
  deliver('alone again');
  await untilResponded(clock);
  expect(heard.at(-1)).toBe('alone again');
});

test('batches stored by one transaction are acknowledged at once, in one message', async () => {
  let becomeSafe = (_outcome: Stored): void => {};
  const stored = new Promise<Stored>((resolve) => (becomeSafe = resolve));
  const { channel, responseCount } = openChannel(Array.from({ length: 15 }, () => stored));
  const heard: number[] = [];
  for (let index = 0; index < 15; index += 1) void channel.deliver('line', 0).then(() => heard.push(index));
  await settle();
  becomeSafe(SAFE);
  await settle();
  expect([heard.length, responseCount()]).toEqual([15, 1]);
});

test('respond() posts pending acknowledgements at once, in one message [S7]', async () => {
  const { clock, channel, receiver, responseCount } = openChannel([SAFE, SAFE]);
  const heard: string[] = [];
  for (const name of ['a', 'b']) void channel.deliver(name, 0).then(() => heard.push(name));
  await settle();
  expect(heard).toEqual([]);
  receiver.respond();
  receiver.respond();
  await settle();
  expect([heard, responseCount()]).toEqual([['a', 'b'], 1]);
  await untilResponded(clock);
  expect(responseCount()).toBe(1);
});

test('a batch without an acknowledgement fails at its deadline, and an acknowledged batch leaves no timer', async () => {
  const { clock, channel } = openChannel([SAFE]);
  const replied = channel.deliver('a', 0);
  await untilResponded(clock);
  expect(await replied).toMatchObject({ ok: true });
  const silent = channel.deliver('b', 0);
  await clock.advance(2 * WORKER_CALL_TIMEOUT_MS);
  expect(await silent).toMatchObject({ ok: false, code: 'worker.timeout' });
  expect(clock.pendingCount()).toBe(0);
});

test('when the channel closes, pending batches fail; unrelated messages of the worker are ignored', async () => {
  const { clock, channel, sayToMain } = openChannel([]);
  const waiting = channel.deliver('a', 0);
  for (const data of [null, 'text', { id: 1 }, ['other', 1, true]]) sayToMain(data);
  await settle();
  channel.close();
  expect(await waiting).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(clock.pendingCount()).toBe(0);
});
