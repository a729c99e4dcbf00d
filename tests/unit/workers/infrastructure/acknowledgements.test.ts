import { expect, test } from 'vitest';
import { Acknowledgements } from '../../../../workers/infrastructure/logging/acknowledgements.ts';
import { settle } from '../../../support/fake-clock.ts';
import { makeLines, Origin } from '../../../support/pipeline-harness.ts';
import { MIRROR_REPEAT_DELAY_MS } from '../../../../src/page/infrastructure/logging/batch-mirror.ts';
import { WORKER_CALL_TIMEOUT_MS } from '../../../../src/page/platform/call-with-deadline.ts';

test('of many waiters for the same events only the last two are kept and resolved', async () => {
  const acknowledgements = new Acknowledgements();
  const repeatMs = WORKER_CALL_TIMEOUT_MS + MIRROR_REPEAT_DELAY_MS;
  const replied: number[] = [];
  const repeats = Math.floor(86_400_000 / repeatMs);
  for (let repeat = 0; repeat < repeats; repeat += 1)
    void acknowledgements.whenSettled(['a', 'b']).then(() => replied.push(repeat));
  acknowledgements.settle(['a']);
  await settle();
  expect(replied).toEqual([]);
  acknowledgements.settle(['b']);
  await settle();
  expect(replied).toEqual([repeats - 2, repeats - 1]);
});

test('a waiter resolves once all of its events are settled', async () => {
  const acknowledgements = new Acknowledgements();
  const replied: string[] = [];
  void acknowledgements.whenSettled(['a', 'b', 'a']).then(() => replied.push('a, b'));
  void acknowledgements.whenSettled(['b', 'c']).then(() => replied.push('b, c'));
  acknowledgements.settle(['b', 'c', 'unknown']);
  await settle();
  expect(replied).toEqual(['b, c']);
  acknowledgements.settle(['a']);
  await settle();
  expect(replied).toEqual(['b, c', 'a, b']);
});

test('without storage, the last repeated post of events during an outage resolves once the events are delivered', async () => {
  const origin = new Origin();
  const tab = origin.openTab({ hasDisk: false });
  origin.collector.always = { status: 503 };
  const lines = makeLines(5);
  const replied: number[] = [];
  for (let repeat = 0; repeat < 20; repeat += 1) {
    void tab.pipeline.add(lines).then(() => replied.push(repeat));
    await origin.clock.advance(35_000);
  }
  expect(replied).toEqual([]);
  origin.collector.always = null;
  tab.pipeline.revive();
  await origin.clock.advance(1_000);
  expect(replied).toContain(19);
  expect(origin.collector.repeated()).toEqual([]);
});
