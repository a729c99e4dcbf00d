import { expect, onTestFinished, test } from 'vitest';
import { SILENT_LOG } from '../../../../src/provider/operations/log.ts';
import { createMetrics } from '../../../../src/provider/operations/metrics.ts';
import { RefusalRecord } from '../../../../src/provider/operations/refusal-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function createRecord() {
  const clock = createFakeClock();
  const record = new RefusalRecord({ clock, log: SILENT_LOG, metrics: createMetrics(false) });
  onTestFinished(() => record.close());
  return { clock, record };
}

test('each limit is listed with the time of its last refusal', async () => {
  const { clock, record } = createRecord();
  record.add('connections', 'a');
  await clock.advance(1_000);
  record.add('connections', 'b');
  const lastMs = clock.now();
  await clock.advance(600_000);
  expect(await record.list()).toEqual([{ limit: 'connections', count: 2, networks: 0, lastMs, isRoutine: false }]);
});

test('a tally counts refusals from the window in which it is opened until it is closed, except for idle connections', async () => {
  const { clock, record } = createRecord();
  record.add('connections', 'a');
  const tally = record.tally();
  for (let minute = 0; minute < 30; minute += 1) {
    record.add('connections', `network ${minute}`);
    record.add('idle_connections', 'a');
    await clock.advance(60_000);
  }
  expect(tally.list()).toEqual([{ kind: 'connections', count: 31, networks: 31 }]);
  expect(record.lately()[0]?.count).toBeLessThan(7);
  tally.close();
  record.add('connections', 'a');
  expect(tally.list()).toMatchObject([{ count: 31 }]);
});
