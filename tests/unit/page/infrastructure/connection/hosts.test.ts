import { expect, onTestFinished, test, vi } from 'vitest';
import type { InfrastructureModule } from '../../../../../protocol/infrastructure/rpc.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { openInlineHost } from '../../../../../src/page/infrastructure/connection/inline-host.ts';
import { openWorkerHost } from '../../../../../src/page/infrastructure/connection/worker-host.ts';
import { PageSpans } from '../../../../../src/page/profiling/page-spans.ts';
import { serveInfrastructure } from '../../../../../workers/infrastructure/serve-infrastructure.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { makeLines, makeSettings } from '../../../../support/pipeline-harness.ts';
import { createEnvironment, createFakeProvider, createServiceHarness } from '../../../../support/service-harness.ts';

/** A service on main, with the controller that ends it. */
async function openInline() {
  const harness = createServiceHarness();
  const ending = new AbortController();
  const loaded: string[] = [];
  const load = async (address: string) => {
    loaded.push(address);
    return { createInfrastructure: () => harness.service };
  };
  const opened = await openInlineHost('/service.js', load, ending.signal, new PageSpans(harness.clock));
  if (!opened.ok) throw new Error(opened.message);
  return { ...harness, ending, loaded, host: opened.value };
}

test('the service on main is loaded once, and gets event lines by a direct call', async () => {
  const { host, ending, loaded, service, clock, settled } = await openInline();
  expect(host).toMatchObject({ mode: 'inline', api: service, signal: ending.signal });
  void host.api.start(makeSettings());
  await clock.advance(0);
  const delivered = host.events.deliver(makeLines(5), 2);
  expect(await settled(delivered, 20_000)).toEqual(succeed({ handedOverCount: 5, mode: 'memory' }));
  expect(loaded).toEqual(['/service.js']);
});

test.each([
  ['runs while the host lives', false, 1],
  ['never runs once the host has ended', true, 0],
])('deferred work of the service on main %s [X5]', async (_what, hasEnded, requests) => {
  const { host, ending, clock, seenAt } = await openInline();
  void host.api.start(makeSettings());
  // Deferred work waits until the navigation is over.
  void host.api.lifecycleChanged({
    lifecycle: 'document_disposed_preventable',
    visibility: 'visible',
    online: true,
  });
  await clock.advance(4_000);
  expect(seenAt('/pagead/id')).toEqual([]);
  if (hasEnded) ending.abort();
  await clock.advance(60_000);
  expect(seenAt('/pagead/id')).toHaveLength(requests);
});

test.each([
  ['fails to load', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'throws when it is created',
    async (): Promise<InfrastructureModule> => ({
      createInfrastructure() {
        throw new TypeError('Failed to fetch');
      },
    }),
  ],
])('a service on main that %s is reported as unavailable, with the reason', async (_how, load) => {
  expect(
    await openInlineHost('/service.js', load, new AbortController().signal, new PageSpans(createFakeClock())),
  ).toEqual({
    ok: false,
    code: 'worker.unavailable',
    message: 'inline service failed to load: TypeError: Failed to fetch',
  });
});

/** A worker made of a channel whose messages are cloned; `serve` runs the real service at its other end. */
function openChannel() {
  const { port1, port2 } = new MessageChannel();
  const ending = new AbortController();
  onTestFinished(() => {
    ending.abort();
    port1.close();
    port2.close();
  });
  port1.start();
  const opening = openWorkerHost(
    port1 as unknown as Worker,
    ending.signal,
    createFakeClock(),
    new PageSpans(createFakeClock()),
  );
  const provider = createFakeProvider();
  const serve = async () => {
    const clock = createFakeClock();
    const environment = createEnvironment(clock, { fetch: provider.fetch });
    const service = serveInfrastructure(Object.assign(port2, { reportError: expect.unreachable }), environment);
    const ping = vi.spyOn(service, 'ping');
    const opened = await opening;
    if (!opened.ok) throw new Error(opened.message);
    return { clock, ping, host: opened.value };
  };
  return { ending, opening, serve, ...provider };
}

test('a worker host opens after the worker’s first response, and delivers events by message', async () => {
  const { ending, opening, serve, seenAt } = openChannel();
  let isOpen = false;
  void opening.then(() => (isOpen = true));
  await settle();
  expect(isOpen).toBe(false);
  const { clock, ping, host } = await serve();
  expect(host).toMatchObject({ mode: 'worker', signal: ending.signal });
  expect(ping).toHaveBeenCalledOnce();
  expect(await host.api.start(makeSettings())).toMatchObject({ ok: true, value: { storage: 'memory' } });
  const outcomes: unknown[] = [];
  void host.events.deliver(makeLines(5), 0).then((outcome) => outcomes.push(outcome));
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return outcomes;
    })
    .toEqual([succeed(undefined)]);
  expect(seenAt('/youtubei/v1/log_event')).not.toEqual([]);
});

test('deliveries in flight and later deliveries fail at once when the worker ends', async () => {
  const { ending, serve } = openChannel();
  const { host } = await serve();
  const delivering = host.events.deliver(makeLines(1), 0);
  ending.abort();
  expect(await delivering).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(await host.events.deliver(makeLines(1), 0)).toMatchObject({ ok: false, code: 'worker.unavailable' });
});
