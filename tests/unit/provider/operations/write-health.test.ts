import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { NodeLoad, ObservationSummary } from '../../../../protocol/provider/observation.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import { WriteHealth } from '../../../../src/provider/storage/write-health.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { batch, LOG_EVENT } from '../support/events.ts';
import { openTestProvider } from '../support/test-provider.ts';

const EVENTS_A_BODY = 10;

async function openFillable() {
  const databaseUrl = `file:${join(await temporaryFolder(), 'provider.db')}`;
  const provider = await openTestProvider({ databaseUrl, limits: { databaseMaxBytes: 400_000 } });
  const other = createClient({ url: databaseUrl });
  onTestFinished(() => other.close());
  let bodies = 0;
  const log = async (): Promise<number> => {
    const first = EVENTS_A_BODY * (bodies += 1);
    const events = batch(Array.from({ length: EVENTS_A_BODY }, (_, index) => first + index));
    return (await provider.post(LOG_EVENT, events)).status;
  };
  return {
    provider,
    log,
    /** Fills the file with a table that no budget counts, so that no sender is refused before the file is full. */
    fill: () => other.batch(['CREATE TABLE padding (text)', 'INSERT INTO padding VALUES (zeroblob(800000))'], 'write'),
    empty: () => other.execute('DELETE FROM padding'),
  };
}

test('a full database is reported by readyz, metrics and the operator summary until writes succeed again', async () => {
  const { provider, log, fill, empty } = await openFillable();
  expect(await log()).toBe(200);
  await fill();
  for (let bodies = 0; bodies < 20 && (await log()) !== 503; bodies += 1);

  const ready = await provider.get('/readyz');
  const { isReady, warnings } = (await ready.json()) as { isReady: boolean; warnings: string[] };
  // Pages are still served, so a load balancer that removed this provider would only make it worse for viewers.
  expect([ready.status, isReady]).toEqual([200, true]);
  expect(warnings).toContainEqual(
    expect.stringMatching(/^The database takes no writes: it is full\. Since 2026-01-06T12:/),
  );
  const metrics = await provider.metrics.text();
  expect(metrics).toMatch(/^oriel_alerts\{alert="writes_failing"\} 1$/m);
  expect(metrics).toMatch(/^oriel_alerts\{alert="requests_failing"\} 0$/m);
  expect(metrics).toMatch(/^oriel_write_failures_total [1-9]/m);
  const { alerts } = ObservationSummary.parse(await (await provider.get('/provider/api/summary')).json());
  const whatToDo = expect.stringContaining('ORIEL_DATABASE_MAX_BYTES') as string;
  expect(alerts).toContainEqual(expect.objectContaining({ name: 'writes_failing', whatToDo }));
  await provider.clock.advance(5_000);
  const { points } = NodeLoad.parse(await (await provider.get('/provider/api/load')).json());
  expect(points.at(-1)?.errors).toBeGreaterThan(0);

  await empty();
  expect(await log()).toBe(200);
  await provider.clock.advance(61_000);
  expect(await provider.metrics.text()).toMatch(/^oriel_alerts\{alert="writes_failing"\} 0$/m);
});

test('the load history counts requests of viewers, events and refusals, but not requests of operators', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1, 2]));
  for (const path of ['/readyz', '/metrics', '/provider/api/summary', '/embed/orieldemo01']) await provider.get(path);
  provider.metrics.refusal('connections');
  await provider.clock.advance(5_000);
  const { points } = NodeLoad.parse(await (await provider.get('/provider/api/load')).json());
  const [point] = points;
  expect(point).toMatchObject({ requests: 2, events: 2, refused: 1, errors: 0, shedRows: 0 });
  expect(point?.p99Ms).not.toBeNull();
  const { refusals } = ObservationSummary.parse(await (await provider.get('/provider/api/summary')).json());
  expect(refusals).toMatchObject([{ limit: 'connections', count: 1 }]);
});

function createHealth() {
  const clock = createFakeClock();
  const health = new WriteHealth(clock);
  const write = (result: Promise<boolean>) => health.watch(result, (hasWritten) => hasWritten).catch(() => undefined);
  return {
    clock,
    health,
    fail: () => write(Promise.reject(new StorageUnavailable('full'))),
    succeed: (hasWritten = true) => write(Promise.resolve(hasWritten)),
    misuse: () => write(Promise.reject(new Error('no such table'))),
  };
}

test('the state of writes is failing until a write succeeds, and then recovering for a minute after the last failure', async () => {
  const { clock, health, fail, succeed } = createHealth();
  expect(health.state).toBe('well');
  await fail();
  await clock.advance(86_400_000);
  expect(health.state).toBe('failing');
  await succeed();
  expect(health.state).toBe('well');
  await fail();
  await succeed();
  expect(health.state).toBe('recovering');
  await clock.advance(60_000);
  expect(health.state).toBe('well');
});

test('the state is recovering while writes alternately fail and succeed, and a write without a change ends no failure', async () => {
  const { clock, health, fail, succeed } = createHealth();
  for (let turn = 0; turn < 5; turn += 1) {
    await fail();
    await succeed();
    await clock.advance(59_000);
    expect(health.state).toBe('recovering');
  }
  await fail();
  await succeed(false);
  await clock.advance(120_000);
  expect(health.state).toBe('failing');
});

test('an error in a statement does not count as a write failure of the database', async () => {
  const { health, misuse } = createHealth();
  await misuse();
  expect([health.state, health.failures]).toEqual(['well', 0]);
});
