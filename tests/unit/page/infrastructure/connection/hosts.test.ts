import { expose } from 'comlink';
import { expect, onTestFinished, test } from 'vitest';
import { lineBatchResponse } from '../../../../../protocol/infrastructure/line-batch-messages.ts';
import type { InfrastructureModule } from '../../../../../protocol/infrastructure/rpc.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { openInlineHost } from '../../../../../src/page/infrastructure/connection/inline-host.ts';
import { openWorkerHost } from '../../../../../src/page/infrastructure/connection/worker-host.ts';
import { PageSpans } from '../../../../../src/page/profiling/page-spans.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

type Service = ReturnType<InfrastructureModule['createInfrastructure']>;

test('the service on main gets lines without a message, and ends with its signal', async () => {
  const { signal } = new AbortController();
  const got: unknown[] = [];
  const api = {
    logEvents: async (...lines: unknown[]) => succeed(got.push(lines)),
    stop() {},
  } as unknown as Service;
  const loaded: string[] = [];
  const opened = await openInlineHost(
    '/service.js',
    async (address) => {
      loaded.push(address);
      return { createInfrastructure: () => api };
    },
    signal,
    new PageSpans(createFakeClock()),
  );
  if (!opened.ok) throw new Error(opened.message);
  expect(opened.value).toMatchObject({ mode: 'inline', api, signal });
  expect(await opened.value.events.deliver('lines', 2)).toEqual(succeed(1));
  expect([loaded, got]).toEqual([['/service.js'], [['lines', 2]]]);
});

test.each([
  ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'cannot be made',
    async (): Promise<InfrastructureModule> => ({
      createInfrastructure() {
        throw new TypeError('Failed to fetch');
      },
    }),
  ],
])('a service on main that %s is unavailable, with the reason', async (_how, load) => {
  expect(
    await openInlineHost('/service.js', load, new AbortController().signal, new PageSpans(createFakeClock())),
  ).toEqual({
    ok: false,
    code: 'worker.unavailable',
    message: 'inline service failed to load: TypeError: Failed to fetch',
  });
});

/** A worker made of a channel; `port` is its own end. */
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
  return { port: port2, ending, opening };
}

test('a worker is there when it has responded to its first call, and takes lines by message', async () => {
  const { port, ending, opening } = openChannel();
  let isOpen = false;
  void opening.then(() => (isOpen = true));
  const calls: string[] = [];
  port.addEventListener('message', ({ data }: MessageEvent) => {
    if (Array.isArray(data)) port.postMessage(lineBatchResponse([Number(data[1])], true));
  });
  port.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOpen).toBe(false);
  const api = {
    ping: () => {
      calls.push('ping');
      return 'ready';
    },
    flush: () => succeed('flushed'),
  };
  expose(api, port as never);
  const opened = await opening;
  if (!opened.ok) throw new Error('not open');
  expect(opened.value).toMatchObject({ mode: 'worker', signal: ending.signal });
  expect(calls).toEqual(['ping']);
  expect(await opened.value.api.flush()).toEqual(succeed('flushed'));
  expect(await opened.value.events.deliver('lines', 0)).toEqual(succeed(undefined));
});

test('lines under way and later ones fail at once when the worker ends', async () => {
  const { port, ending, opening } = openChannel();
  expose({ ping: () => 'ready' }, port as never);
  const opened = await opening;
  if (!opened.ok) throw new Error('not open');
  const delivering = opened.value.events.deliver('lines', 0);
  ending.abort();
  expect(await delivering).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(await opened.value.events.deliver('later lines', 0)).toMatchObject({ ok: false, code: 'worker.unavailable' });
});
