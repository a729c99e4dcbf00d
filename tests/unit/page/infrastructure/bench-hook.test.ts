import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { installBenchHook, type BenchHook } from '../../../../src/page/infrastructure/bench-hook.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import type { Infrastructure } from '../../../../src/page/infrastructure/infrastructure.ts';

function install(hasFlushed = true) {
  const logged: { readonly name: string; readonly payload: Record<string, Record<string, string>> }[] = [];
  const scope: { __bench?: BenchHook } = {};
  const report = { sentEvents: 3, sentBytes: 99, remainingEvents: 0 };
  const infrastructure = {
    ready: Promise.resolve({}),
    log: (name: string, payload: never) => logged.push({ name, payload }),
    flush: async () => (hasFlushed ? succeed(report) : fail('worker.unavailable', 'gone')),
  } as unknown as Infrastructure;
  const spans = new PageSpans(createFakeClock());
  const uninstall = installBenchHook(scope, infrastructure, spans);
  if (scope.__bench === undefined) throw new Error('not installed');
  return { hook: scope.__bench, scope, logged, spans, uninstall };
}

test('a measurement logs as many events as it wants, each with a marker and some 400 bytes', async () => {
  const { hook, logged } = install();
  expect(await hook.ready).toBeUndefined();
  hook.logEvents(2);
  hook.logEvents(1, 'other');
  expect(logged.map(({ payload }) => payload['infos']?.['marker'])).toEqual(['bench-0', 'bench-1', 'other-0']);
  expect(logged[0]).toEqual({
    name: 'latencyAction',
    payload: {
      action: 'bench',
      ticks: { requested: 12.5, firstFrame: 345.25 },
      spans: { load: 332.75 },
      infos: { marker: 'bench-0', note0: 'x'.repeat(96) },
    },
  });
});

test('a padded event has its text in values that the provider does not cut', () => {
  const { hook, logged } = install();
  hook.logEvents(1, 'large', { pad: 1_000 });
  const { marker: _, ...notes } = logged[0]?.payload['infos'] ?? {};
  expect(Object.values(notes).map(({ length }) => length)).toEqual([500, 500, 96]);
});

test('a flush says how much was sent; one that failed sent nothing', async () => {
  expect(await install().hook.flush()).toEqual({ sent: 3, bytes: 99 });
  expect(await install(false).hook.flush()).toEqual({ sent: 0, bytes: 0 });
});

test('the hook can be taken away', () => {
  const { scope, uninstall } = install();
  uninstall();
  expect(scope).toEqual({});
});

test('a measurement reads what main records, times it, and can do without it', async () => {
  const { hook, spans } = install();
  expect(hook.timeSpans(3)).toBeGreaterThanOrEqual(0);
  const names = async () => (await hook.readSpans()).map(({ name }) => name);
  expect(await names()).toEqual(['update', 'update', 'update']);
  hook.stopRecording();
  spans.ring.add('journal', 0);
  spans.ring.end(spans.ring.begin('journal'));
  expect(await names()).toHaveLength(3);
});
