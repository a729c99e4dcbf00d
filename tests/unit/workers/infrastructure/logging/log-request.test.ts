import { expect, test } from 'vitest';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { LogRequests } from '../../../../../workers/infrastructure/logging/log-request.ts';
import { createFakeClock, createSeededRandom } from '../../../../support/fake-clock.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

const clock = createFakeClock();

function build({
  isOnline = true,
  dropped = [] as Parameters<LogRequests['build']>[1],
  isCompressed = false,
  skipRetry = false,
} = {}) {
  const event = (id: string, tier: number, loggedAtMs: number) =>
    ({
      id,
      tier,
      loggedAtMs,
      skipRetry,
      endpoint: 'log_event',
      text: `{"id":"${id}"}`,
      queuedAtMs: 0,
      isDurable: true,
    }) as const;
  const batches = [[event('a', 300, 7), event('b', 100, 5)], [event('c', 200, 9)]];
  const requests = new LogRequests({
    session: new Session(makeSettings(), SESSION_BROWSER),
    clock,
    random: createSeededRandom(),
    compress: async (text) => ({ body: text, sizeBytes: 77, isCompressed }),
    isOnline: () => isOnline,
    send: () => Promise.reject(new TypeError('not used')),
  });
  return requests.build({ batches, endpoint: 'log_event', skipRetry }, dropped);
}

test('a request has the time of its oldest event and the tier of its least important event', async () => {
  expect(await build()).toMatchObject({
    options: { method: 'POST', headers: { 'Content-Type': 'application/json' } },
    timestamp: clock.now(),
    loggedAtMs: 5,
    status: 'NEW',
    sendCount: 0,
    eventIds: ['a', 'b', 'c'],
    tier: 100,
    sizeBytes: 77,
    offline: false,
  });
  expect(await build({ isOnline: false })).toMatchObject({ offline: true });
});

test('each batch is a line of the body: the first has the request’s id and the losses, the others have separate ids', async () => {
  const losses = [{ reason: 'main', count: 3 } as const];
  const { id, options, dropped } = await build({ dropped: [...losses] });
  const lines = String(options.body)
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ serializedClientEventId: id, dropped: losses, events: [{ id: 'a' }, { id: 'b' }] });
  expect(lines[1]).not.toHaveProperty('dropped');
  expect(lines[1]?.['serializedClientEventId']).not.toBe(id);
  expect(dropped).toEqual(losses);
});

test('a request without losses has no field “dropped”', async () => {
  const { options, ...request } = await build();
  expect(request).not.toHaveProperty('dropped');
  expect(String(options.body)).not.toContain('dropped');
});

test('a request with a compressed body has the header Content-Encoding: gzip', async () => {
  expect((await build({ isCompressed: true })).options.headers).toEqual({
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
  });
});

test('only a request of events without retries is marked with skipRetry [C7]', async () => {
  expect(await build({ skipRetry: true })).toMatchObject({ skipRetry: true });
  expect(await build()).not.toHaveProperty('skipRetry');
});
