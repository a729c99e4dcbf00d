import { expect, test } from 'vitest';
import { LatencyLog } from '../../../../../src/page/telemetry/latency-log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';

function createLatencyLog() {
  const clock = createFakeClock();
  const log = new FakeInfrastructure();
  return { clock, log, latency: new LatencyLog(clock, log) };
}

test('an action is logged at its end as one event, with its ticks, spans and infos [L8]', async () => {
  const { clock, log, latency } = createLatencyLog();
  latency.begin('load');
  await clock.advance(120);
  latency.tick('load', 'config');
  await clock.advance(80);
  latency.tick('load', 'firstFrame');
  latency.span('load', 'decode', clock.monotonicNow() - 12.34);
  latency.span('load', 'decode', clock.monotonicNow() - 7.66);
  latency.info('load', 'engine', 'worker');
  latency.end('load');
  expect(log.payloadsOf('latencyAction')).toEqual([
    {
      action: 'load',
      ticks: { config: 120, firstFrame: 200 },
      spans: { decode: 20 },
      infos: { engine: 'worker' },
    },
  ]);
});

test('of several ticks with one key the first is logged', async () => {
  const { clock, log, latency } = createLatencyLog();
  latency.begin('load');
  latency.tick('load', 'ready');
  await clock.advance(50);
  latency.tick('load', 'ready');
  latency.end('load');
  expect(log.payloadsOf('latencyAction')[0]?.['ticks']).toEqual({ ready: 0 });
});

test('the first five spans and infos of a key are logged, and later ones are ignored [L8]', () => {
  const { clock, log, latency } = createLatencyLog();
  latency.begin('seek');
  for (let count = 0; count < 9; count += 1) {
    latency.span('seek', 'wait', clock.monotonicNow() - 10);
    latency.info('seek', 'step', String(count));
  }
  latency.end('seek');
  expect(log.payloadsOf('latencyAction')[0]).toMatchObject({ spans: { wait: 50 }, infos: { step: '4' } });
});

test('the repeats of a key are counted anew for each run of an action [L8]', () => {
  const { clock, log, latency } = createLatencyLog();
  for (let run = 0; run < 2; run += 1) {
    latency.begin('seek');
    for (let count = 0; count < 5; count += 1) latency.span('seek', 'wait', clock.monotonicNow() - 10);
    latency.end('seek');
  }
  expect(log.payloadsOf('latencyAction').map(({ spans }) => spans)).toEqual([{ wait: 50 }, { wait: 50 }]);
});

test('an action that never ends is purged after 60 s, checked every 5 s [L8]', async () => {
  const { clock, log, latency } = createLatencyLog();
  latency.begin('old');
  await clock.advance(3_000);
  latency.begin('young');
  await clock.advance(56_999);
  latency.tick('old', 'late');
  await clock.advance(1);
  latency.end('old');
  latency.end('young');
  expect(log.payloadsOf('latencyAction').map(({ action }) => action)).toEqual(['young']);
});

test('the purge timer stops when no action is pending', async () => {
  const { clock, latency } = createLatencyLog();
  latency.begin('load');
  latency.end('load');
  await clock.advance(10_000);
  expect(clock.pendingCount()).toBe(0);
});

test('ticks without an action are ignored', () => {
  const { log, latency } = createLatencyLog();
  latency.tick('none', 'a');
  latency.end('none');
  expect(log.logged).toEqual([]);
});
