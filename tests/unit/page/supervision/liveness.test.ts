import { expect, test } from 'vitest';
import { DEATH_IS_FOUND_MS, PING_INTERVAL_MS, PING_TIMEOUT_MS, supervise } from './support.ts';

async function running(...parameters: Parameters<typeof supervise>) {
  const supervised = supervise(...parameters);
  await supervised.supervisor.start();
  return { ...supervised, first: supervised.lifeAt(0) };
}

test('a worker that responds is pinged once an interval and not replaced', async () => {
  const { clock, first, deaths } = await running();
  await clock.advance(10 * PING_INTERVAL_MS + PING_INTERVAL_MS / 2);
  expect(first.pings).toBe(10);
  expect(deaths).toEqual([]);
});

test('after a response only the timer of the next check runs', async () => {
  const { clock } = await running();
  await clock.advance(PING_INTERVAL_MS);
  expect(clock.pendingCount()).toBe(1);
});

test('a failed ping replaces the worker at once, without the ping timeout', async () => {
  const { clock, supervisor, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(PING_INTERVAL_MS);
  first.failPings();
  await clock.advance(0);
  expect(deaths).toHaveLength(1);
  expect(supervisor.state).toBe('running');
});

test('a ping that fails after another response of the worker changes nothing', async () => {
  const { clock, supervisor, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(PING_INTERVAL_MS);
  supervisor.noteServed();
  first.failPings();
  await clock.advance(0);
  expect(supervisor.state).toBe('running');
  expect(deaths).toEqual([]);
});

test('a response before the worker was not needed does not skip the ping after it is needed again', async () => {
  const { clock, supervisor, first, needs } = await running();
  supervisor.noteServed();
  needs.isNeeded = false;
  supervisor.watch();
  needs.isNeeded = true;
  supervisor.watch();
  await clock.advance(PING_INTERVAL_MS);
  expect(first.pings).toBe(1);
});

test('repeated requests for a check do not postpone the check', async () => {
  const { clock, supervisor, first } = await running();
  for (let time = 0; time < 20; time += 1) {
    supervisor.watch();
    await clock.advance(PING_INTERVAL_MS / 10);
  }
  expect(first.pings).toBe(2);
});

test('a worker that is not needed during a ping is not replaced, and gets a full deadline once it is needed again', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  first.isDead = true;
  await clock.advance(PING_INTERVAL_MS);
  needs.isNeeded = false;
  supervisor.watch();
  await clock.advance(60_000);
  needs.isNeeded = true;
  supervisor.watch();
  await clock.advance(DEATH_IS_FOUND_MS - 1);
  expect(deaths).toEqual([]);
  await clock.advance(1);
  expect(deaths).toHaveLength(1);
});

test('a worker that has responded since the last check is not pinged, and is pinged once it stops responding', async () => {
  const { clock, supervisor, first } = await running();
  for (let round = 0; round < 20; round += 1) {
    await clock.advance(PING_INTERVAL_MS / 2);
    supervisor.noteServed();
  }
  expect(first.pings).toBe(0);
  await clock.advance(2 * PING_INTERVAL_MS);
  expect(first.pings).toBe(1);
});

test('with enough buffer the worker is not pinged, and afterwards it gets its full deadline', async () => {
  const { clock, first, needs, deaths } = await running();
  first.isDead = true;
  needs.plentyMs = 20_000;
  await clock.advance(PING_INTERVAL_MS);
  needs.plentyMs = 0;
  await clock.advance(19_999);
  expect(first.pings).toBe(0);
  await clock.advance(1);
  expect(first.pings).toBe(1);
  await clock.advance(PING_TIMEOUT_MS - 1);
  expect(deaths).toEqual([]);
  await clock.advance(1);
  expect(deaths).toHaveLength(1);
});

test('a buffer shorter than an interval does not make checks more frequent', async () => {
  const { clock, first, needs } = await running();
  needs.plentyMs = 1;
  await clock.advance(PING_INTERVAL_MS);
  needs.plentyMs = 0;
  await clock.advance(PING_INTERVAL_MS - 1);
  expect(first.pings).toBe(0);
  await clock.advance(1);
  expect(first.pings).toBe(1);
});

test('a requested check ends the period without pings that enough buffer has begun', async () => {
  const { clock, supervisor, first, needs } = await running();
  needs.plentyMs = 20_000;
  await clock.advance(PING_INTERVAL_MS);
  needs.plentyMs = 0;
  supervisor.watch();
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(PING_INTERVAL_MS);
  expect(first.pings).toBe(1);
});

test('a suspected worker is running again once the buffer is long enough', async () => {
  const { clock, supervisor, first, needs } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(supervisor.state).toBe('suspected');
  needs.plentyMs = 5_000;
  await clock.advance(PING_INTERVAL_MS);
  expect(supervisor.state).toBe('running');
});

test('a policy without plentyMs and mayReplace replaces an unresponsive worker at the ping timeout', async () => {
  const { clock, first, deaths } = await running({ policy: { plentyMs: undefined, mayReplace: undefined } });
  first.isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(deaths).toHaveLength(1);
});

test('pingNow replaces an unresponsive worker, whatever the policy is', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  Object.assign(needs, { isNeeded: false, plentyMs: 60_000, mayReplace: false });
  first.isDead = true;
  supervisor.pingNow();
  supervisor.watch();
  expect(first.pings).toBe(1);
  await clock.advance(PING_TIMEOUT_MS - 1);
  expect(deaths).toEqual([]);
  await clock.advance(1);
  expect(deaths).toHaveLength(1);
});

test('pingNow keeps a worker that responds, and later pings follow the policy again', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  needs.isNeeded = false;
  supervisor.pingNow();
  await clock.advance(60_000);
  expect(first.pings).toBe(1);
  expect(deaths).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('pingNow replaces a suspected worker at once', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  needs.isNeeded = false;
  supervisor.pingNow();
  expect(deaths).toHaveLength(1);
  await clock.advance(0);
  expect(clock.pendingCount()).toBe(0);
});

test('no ping is sent before a worker runs or after it was stopped', async () => {
  const { clock, supervisor, lives } = supervise();
  const callAll = (): void => {
    supervisor.watch();
    supervisor.pingNow();
    supervisor.noteServed();
  };
  callAll();
  await supervisor.start();
  supervisor.stop();
  callAll();
  await clock.advance(60_000);
  expect(lives.map(({ pings }) => pings)).toEqual([0]);
  expect(clock.pendingCount()).toBe(0);
});
