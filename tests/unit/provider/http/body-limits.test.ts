import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Turns } from '../../../../protocol/runtime/turns.ts';
import type { Provider } from '../../../../src/provider/create-provider.ts';
import type { RunningProvider } from '../../../../src/server/start-provider.ts';
import { settle } from '../../../support/fake-clock.ts';
import { batch, LOG_EVENT } from '../support/events.ts';
import { openRawConnection, rawRequest } from '../support/raw-connection.ts';
import { startTestProvider } from '../support/start-test-provider.ts';

function metric({ provider }: RunningProvider, name: string): Promise<number> {
  return metricOf(provider, name);
}

async function metricOf({ metrics }: Pick<Provider, 'metrics'>, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metrics.text())?.[1] ?? 0);
}

const post = (url: string): Promise<Response> =>
  fetch(url + LOG_EVENT, { method: 'POST', body: JSON.stringify(batch([1])) });

const HALF_BODY = `${rawRequest('POST', LOG_EVENT, { 'Content-Type': 'application/json', 'Content-Length': '100000' })}{`;

test('a body past the share of its address gets 503 with a retry time, and is accepted once another body ends', async () => {
  // One address may have a quarter of the concurrent bodies.
  const running = await startTestProvider({ limits: { concurrentBodiesMax: 8 } });
  const [first] = [await openRawConnection(running.port, HALF_BODY), await openRawConnection(running.port, HALF_BODY)];
  await expect.poll(() => metric(running, 'oriel_bodies_open')).toBe(2);
  const refused = await post(running.url);
  expect([refused.status, Number(refused.headers.get('Retry-After')) >= 60]).toEqual([503, true]);
  first.socket.destroy();
  await expect.poll(() => metric(running, 'oriel_bodies_open')).toBe(1);
  expect((await post(running.url)).status).toBe(200);
  expect(await metric(running, 'oriel_refusals_total{limit="concurrent_bodies"}')).toBe(1);
});

test('a sign-in whose body was refused does not count as a failed guess', async () => {
  const operatorPassword = 'correct horse';
  const running = await startTestProvider({ limits: { concurrentBodiesMax: 8 }, operatorPassword });
  const halves = [await openRawConnection(running.port, HALF_BODY), await openRawConnection(running.port, HALF_BODY)];
  await expect.poll(() => metric(running, 'oriel_bodies_open')).toBe(2);
  const signIn = (): Promise<Response> =>
    fetch(`${running.url}/provider/login`, {
      method: 'POST',
      headers: { Origin: running.url },
      body: new URLSearchParams({ password: operatorPassword }),
      redirect: 'manual',
    });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) statuses.push((await signIn()).status);
  expect(statuses).toEqual([503, 503, 503, 503, 503]);
  for (const { socket } of halves) socket.destroy();
  await expect.poll(() => metric(running, 'oriel_bodies_open')).toBe(0);
  expect((await signIn()).status).toBe(303);
});

test('unfinished bodies hold no more memory than the limit allows', async () => {
  const running = await startTestProvider({ limits: { bodyMemoryMaxBytes: 400_000 } });
  const half = (): Promise<unknown> => openRawConnection(running.port, HALF_BODY + ' '.repeat(90_000));
  await half();
  await expect.poll(() => metric(running, 'oriel_body_bytes_held')).toBe(90_001);
  const second = await openRawConnection(running.port, HALF_BODY + ' '.repeat(90_000));
  expect(await second.until(/UNAVAILABLE/)).toMatch(/^HTTP\/1\.1 503 /);
  expect(await metric(running, 'oriel_body_bytes_held')).toBeLessThanOrEqual(100_000);
  expect((await post(running.url)).status).toBe(200);
});

test('valid and invalid bodies release their memory after reading', async () => {
  const running = await startTestProvider();
  const bodies = [
    JSON.stringify(batch([1])),
    gzipSync(JSON.stringify(batch([2]))),
    'no JSON',
    gzipSync('x').subarray(0, 9),
  ];
  const statuses = await Promise.all(
    bodies.map(async (body) => (await fetch(running.url + LOG_EVENT, { method: 'POST', body })).status),
  );
  expect(statuses).toEqual([200, 200, 400, 400]);
  expect([await metric(running, 'oriel_bodies_open'), await metric(running, 'oriel_body_bytes_held')]).toEqual([0, 0]);
});

test('tasks past the limit wait and start in order, and a failed task frees its slot', async () => {
  const turns = new Turns(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = [0, 1, 2, 3].map((index) =>
    turns.run(async () => {
      started.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (index === 0) throw new Error('failed');
    }),
  );
  const [failing] = tasks;
  const failure = expect(failing).rejects.toThrow('failed');
  await settle();
  expect(started).toEqual([0, 1]);
  ends[0]?.();
  await failure;
  await settle();
  expect(started).toEqual([0, 1, 2]);
  for (const end of ends) end();
  await settle();
  for (const end of ends) end();
  await Promise.all(tasks.slice(1));
});
