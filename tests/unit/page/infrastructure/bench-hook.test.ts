import { expect, test } from 'vitest';
import { installBenchHook, type BenchHook } from '../../../../src/page/infrastructure/bench-hook.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { FakeBrowser } from '../../../support/page-harness.ts';

function install(options?: Parameters<FakeBrowser['openPage']>[0]) {
  const browser = new FakeBrowser();
  const scope: { __bench?: BenchHook } = {};
  const spans = new PageSpans(browser.clock);
  const uninstall = installBenchHook(scope, browser.openPage(options).client, spans);
  const { __bench: hook } = scope;
  if (hook === undefined) throw new Error('not installed');
  return {
    hook,
    scope,
    spans,
    uninstall,
    /** Waits until the page has sent the events that it logs itself. */
    rest: () => browser.clock.advance(120_000),
    async flush() {
      const flushing = hook.flush();
      await browser.clock.advance(1_000);
      return flushing;
    },
    lastBody: () => browser.origin.collector.attempts.at(-1)?.body as Uint8Array,
    /** Events of measurements that have arrived at the provider. */
    arrived: () =>
      browser.origin.collector.requests
        .flatMap(({ events }) => events)
        .filter(({ name }) => name === 'latencyAction')
        .map(({ payload }) => payload as { infos: Record<string, string> }),
  };
}

test('logEvents logs the given number of events, each with a numbered marker', async () => {
  const { hook, flush, arrived } = install();
  expect(await hook.ready).toBeUndefined();
  hook.logEvents(2);
  hook.logEvents(1, 'other');
  await flush();
  expect(arrived().map(({ infos }) => infos['marker'])).toEqual(['bench-0', 'bench-1', 'other-0']);
  expect(arrived()[0]).toEqual({
    action: 'bench',
    ticks: { requested: 12.5, firstFrame: 345.25 },
    spans: { load: 332.75 },
    infos: { marker: 'bench-0', note0: 'x'.repeat(96) },
  });
});

test('the padding of a large event is split into values of at most 500 characters, which the provider does not cut', async () => {
  const { hook, flush, arrived } = install();
  hook.logEvents(1, 'large', { pad: 1_000 });
  await flush();
  const { marker: _, ...notes } = arrived()[0]?.infos ?? {};
  expect(Object.values(notes).map(({ length }) => length)).toEqual([500, 500, 96]);
});

test('a flush reports the events and bytes sent since the previous flush, and a failed flush reports 0', async () => {
  const { hook, rest, flush, lastBody } = install();
  await rest();
  await flush();
  expect(await flush()).toEqual({ sent: 0, bytes: 0 });
  hook.logEvents(3);
  expect(await flush()).toEqual({ sent: 3, bytes: lastBody().length });
  const failing = install({ inlineOnly: true, inlineRefusal: 'refused' });
  expect(await failing.flush()).toEqual({ sent: 0, bytes: 0 });
});

test('uninstalling removes the hook from its scope', () => {
  const { scope, uninstall } = install();
  uninstall();
  expect(scope).toEqual({});
});

test('a measurement can read and time the spans of main, and stop their recording', async () => {
  const { hook, spans } = install();
  expect(hook.timeSpans(3)).toBeGreaterThanOrEqual(0);
  const names = async () => (await hook.readSpans()).map(({ name }) => name);
  expect(await names()).toEqual(['update', 'update', 'update']);
  hook.stopRecording();
  spans.ring.add('journal', 0);
  spans.ring.end(spans.ring.begin('journal'));
  expect(await names()).toHaveLength(3);
});
