import { expose, proxy, releaseProxy, transfer, wrap, type Remote } from 'comlink';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordCalls } from '../../../../protocol/runtime/profiling/call-recorder.ts';
import { observeEndpoint } from '../../../../protocol/runtime/profiling/observed-endpoint.ts';
import { SpanRing } from '../../../../protocol/runtime/profiling/span-ring.ts';
import { spansOf, type Span } from '../../../../protocol/recording/thread-spans.ts';

const service = {
  ping: () => 'ready',
  flush: async (text: string) => text.repeat(2),
  reportError: async () => {
    throw new Error('refused');
  },
  call: (listener: (text: string) => void) => void listener('told'),
  start: (buffer: ArrayBuffer) => buffer.byteLength,
  loadPageConfig: () => new Promise<never>(() => undefined),
};

interface Connection {
  readonly remote: Remote<typeof service>;
  readonly caller: () => readonly Span[];
  readonly server: () => readonly Span[];
}

/** Both ends of a channel with clocks of different origins, as a page and its worker have. */
function connect(): Connection {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => (port1.close(), port2.close()));
  const now = (origin: number) => ({
    timeOrigin: performance.timeOrigin + origin,
    now: () => performance.now() - origin,
  });
  const calling = new SpanRing('main', now(0));
  const serving = new SpanRing('infrastructure', now(-500));
  expose(service, observeEndpoint(port2, recordCalls(serving, 'infrastructure')));
  const remote = wrap<typeof service>(observeEndpoint(port1, recordCalls(calling, 'infrastructure')));
  const callsOf = (ring: SpanRing) => () => spansOf(ring.read()).filter(({ name }) => name.startsWith('infra'));
  return { remote, caller: callsOf(calling), server: callsOf(serving) };
}

test('both sides of a call record the same name and flow, and the serving span lies within the calling span', async () => {
  const { remote, caller, server } = connect();
  expect(await remote.flush('abc')).toBe('abcabc');

  const [call] = caller();
  const [served] = server();
  expect(call).toMatchObject({ name: 'infrastructure.flush', isOpen: false });
  expect(served).toMatchObject({ name: 'infrastructure.flush', isOpen: false, flow: call?.flow });
  expect(call?.flow).toBeGreaterThan(0);
  expect(served?.startMs).toBeGreaterThanOrEqual(call?.startMs ?? Number.NaN);
  expect((served?.startMs ?? Number.NaN) + (served?.durationMs ?? Number.NaN)).toBeLessThanOrEqual(
    (call?.startMs ?? Number.NaN) + (call?.durationMs ?? Number.NaN),
  );
});

test('the spans post and receive have the flow of their call', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => (port1.close(), port2.close()));
  // Each reading of the clock is a millisecond later, so that no work is too short to be recorded.
  let nowMs = 0;
  const calling = new SpanRing('main', { timeOrigin: 0, now: () => (nowMs += 1) });
  expose(service, observeEndpoint(port2));
  await wrap<typeof service>(observeEndpoint(port1, recordCalls(calling, 'infrastructure'))).flush('abc');

  const recorded = spansOf(calling.read());
  const [call] = recorded.filter(({ name }) => name === 'infrastructure.flush');
  expect(recorded.map(({ name, flow }) => [name, flow])).toEqual(
    expect.arrayContaining([
      ['post', call?.flow],
      ['receive', call?.flow],
    ]),
  );
});

test('concurrent calls have different flows', async () => {
  const { remote, caller, server } = connect();
  await Promise.all([remote.flush('a'), remote.ping(), remote.flush('bb')]);

  expect(new Set(caller().map(({ flow }) => flow)).size).toBe(3);
  expect(new Set(server().map(({ flow }) => flow))).toEqual(new Set(caller().map(({ flow }) => flow)));
});

test('the bytes of a call are the bytes of its arguments and its result', async () => {
  const { remote, caller } = connect();
  await remote.flush('');
  await remote.flush('x'.repeat(1_000));

  const [empty, filled] = caller();
  expect((filled?.bytes ?? 0) - (empty?.bytes ?? 0)).toBe(3_000);
});

test('a call that throws ends its span on both sides, and the caller gets the error', async () => {
  const { remote, caller, server } = connect();
  await expect(remote.reportError()).rejects.toThrow('refused');

  expect(caller()).toMatchObject([{ name: 'infrastructure.reportError', isOpen: false }]);
  expect(server()).toMatchObject([{ name: 'infrastructure.reportError', isOpen: false }]);
});

test('the span of a call without a response stays open on both sides', async () => {
  const { remote, caller, server } = connect();
  void remote.loadPageConfig();
  await remote.ping();

  const open = { name: 'infrastructure.loadPageConfig', isOpen: true };
  expect(caller()).toContainEqual(expect.objectContaining(open));
  expect(server()).toContainEqual(expect.objectContaining(open));
});

test('listeners cross as proxies and are called back', async () => {
  const { remote, server } = connect();
  const heard = vi.fn();
  await remote.call(proxy(heard));

  await expect.poll(() => heard.mock.calls).toEqual([['told']]);
  expect(server()).toMatchObject([{ name: 'infrastructure.call', isOpen: false }]);
});

test('transferred buffers arrive, are detached at the caller, and count as bytes', async () => {
  const { remote, caller } = connect();
  const buffer = new ArrayBuffer(5_000);
  expect(await remote.start(transfer(buffer, [buffer]))).toBe(5_000);

  expect(buffer.byteLength).toBe(0);
  expect(caller()[0]?.bytes).toBeGreaterThanOrEqual(5_000);
});

test('a call through a released proxy throws and is not recorded', async () => {
  const { remote, server } = connect();
  await remote.ping();
  remote[releaseProxy]();

  expect(() => remote.ping()).toThrow('released');
  expect(server()).toHaveLength(1);
});

test('an observer that is set later records only calls from then on', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => (port1.close(), port2.close()));
  const spans = new SpanRing('media', performance);
  const endpoint = observeEndpoint(port2);
  expose({ ping: () => 'ready' }, endpoint);
  const remote = wrap<{ ping(): string }>(port1);
  await remote.ping();
  endpoint.observer = recordCalls(spans, 'media');
  await remote.ping();

  expect(spansOf(spans.read()).filter(({ name }) => name === 'media.ping')).toHaveLength(1);
});
