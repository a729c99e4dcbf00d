import { expect, test } from 'vitest';
import { DEATH_IS_FOUND_MS, PING_INTERVAL_MS, PING_TIMEOUT_MS, supervise } from './support.ts';

async function running(...parameters: Parameters<typeof supervise>) {
  const supervised = supervise(...parameters);
  await supervised.supervisor.start();
  return { ...supervised, first: supervised.lifeAt(0) };
}

test('a worker that answers is asked in every interval and kept', async () => {
  const { clock, first, deaths } = await running();
  await clock.advance(10 * PING_INTERVAL_MS + PING_INTERVAL_MS / 2);
  expect(first.pings).toBe(10);
  expect(deaths).toEqual([]);
});

test('once a ping was answered only the timer of the next look runs', async () => {
  const { clock } = await running();
  await clock.advance(PING_INTERVAL_MS);
  expect(clock.pendingCount()).toBe(1);
});

test('a silent worker is replaced when the time to answer is over', async () => {
  const { clock, supervisor, first, workerAt, deaths } = await running();
  first.isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS - 1);
  expect(supervisor.state).toBe('running');
  expect(workerAt(0).isTerminated).toBe(false);
  await clock.advance(1);
  expect(workerAt(0).isTerminated).toBe(true);
  expect(first.signal.aborted).toBe(true);
  expect(deaths).toEqual(['worker died: it did not answer within 3000 ms']);
  expect(supervisor.state).toBe('running');
});

test('a ping that fails makes the worker a suspect at once', async () => {
  const { clock, supervisor, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(PING_INTERVAL_MS);
  first.failPings();
  await clock.advance(0);
  expect(deaths).toHaveLength(1);
  expect(supervisor.state).toBe('running');
});

test('a ping that fails after the time is over changes nothing', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  first.failPings();
  await clock.advance(0);
  expect(supervisor.state).toBe('suspected');
  expect(deaths).toEqual([]);
});

test('a ping that fails after the worker has served changes nothing', async () => {
  const { clock, supervisor, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(PING_INTERVAL_MS);
  supervisor.noteServed();
  first.failPings();
  await clock.advance(0);
  expect(supervisor.state).toBe('running');
  expect(deaths).toEqual([]);
});

test('only one ping is under way at a time', async () => {
  const { clock, first } = await running();
  first.isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS - 1);
  expect(first.pings).toBe(1);
});

test('a response within the time keeps the worker, and it is asked again', async () => {
  const { clock, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS - 1);
  first.isDead = false;
  first.answerLate();
  await clock.advance(60_000);
  expect(deaths).toEqual([]);
  expect(first.pings).toBeGreaterThan(50);
});

test('a response that waits in the queue of main when the time is over counts', async () => {
  const { clock, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(PING_INTERVAL_MS);
  clock.after(PING_TIMEOUT_MS, () => first.answerLate());
  await clock.advance(PING_TIMEOUT_MS);
  expect(deaths).toEqual([]);
});

test('a worker that nothing waits for is not asked, and no timer runs', async () => {
  const { clock, supervisor, first, needs } = await running();
  needs.isNeeded = false;
  supervisor.watch();
  expect(clock.pendingCount()).toBe(0);
  await clock.advance(60_000);
  expect(first.pings).toBe(0);
});

test('service during an earlier need does not spare the worker its next ping', async () => {
  const { clock, supervisor, first, needs } = await running();
  supervisor.noteServed();
  needs.isNeeded = false;
  supervisor.watch();
  needs.isNeeded = true;
  supervisor.watch();
  await clock.advance(PING_INTERVAL_MS);
  expect(first.pings).toBe(1);
});

test('a need that ended is seen at the next look, without a word', async () => {
  const { clock, first, needs } = await running();
  needs.isNeeded = false;
  await clock.advance(60_000);
  expect(first.pings).toBe(0);
  expect(clock.pendingCount()).toBe(0);
});

test('a worker that is needed again is asked after one interval', async () => {
  const { clock, supervisor, first, needs } = await running();
  needs.isNeeded = false;
  supervisor.watch();
  await clock.advance(60_000);
  needs.isNeeded = true;
  supervisor.watch();
  await clock.advance(PING_INTERVAL_MS - 1);
  expect(first.pings).toBe(0);
  await clock.advance(1);
  expect(first.pings).toBe(1);
});

test('looks that are asked for again and again are not put off', async () => {
  const { clock, supervisor, first } = await running();
  for (let time = 0; time < 20; time += 1) {
    supervisor.watch();
    await clock.advance(PING_INTERVAL_MS / 10);
  }
  expect(first.pings).toBe(2);
});

test('a worker that is suspended during a ping is not accused, and gets its full time afterwards', async () => {
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

test('a worker that has served since the last look is not asked, one that stops serving is', async () => {
  const { clock, supervisor, first } = await running();
  for (let round = 0; round < 20; round += 1) {
    await clock.advance(PING_INTERVAL_MS / 2);
    supervisor.noteServed();
  }
  expect(first.pings).toBe(0);
  await clock.advance(2 * PING_INTERVAL_MS);
  expect(first.pings).toBe(1);
});

test('a worker that serves instead of answering is kept', async () => {
  const { clock, supervisor, first, deaths } = await running();
  first.isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS - 1);
  supervisor.noteServed();
  await clock.advance(1);
  expect(deaths).toEqual([]);
});

test('with plenty left the worker is not asked; afterwards it gets its full time', async () => {
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

test('plenty that is less than an interval does not make looks more frequent', async () => {
  const { clock, first, needs } = await running();
  needs.plentyMs = 1;
  await clock.advance(PING_INTERVAL_MS);
  needs.plentyMs = 0;
  await clock.advance(PING_INTERVAL_MS - 1);
  expect(first.pings).toBe(0);
  await clock.advance(1);
  expect(first.pings).toBe(1);
});

test('a seek ends the quiet time', async () => {
  const { clock, supervisor, first, needs } = await running();
  needs.plentyMs = 20_000;
  await clock.advance(PING_INTERVAL_MS);
  needs.plentyMs = 0;
  supervisor.watch();
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(PING_INTERVAL_MS);
  expect(first.pings).toBe(1);
});

test('a suspect that finds plenty left is no suspect any more', async () => {
  const { clock, supervisor, first, needs } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(supervisor.state).toBe('suspected');
  needs.plentyMs = 5_000;
  await clock.advance(PING_INTERVAL_MS);
  expect(supervisor.state).toBe('running');
});

test('a silent worker stays a suspect until it may be replaced', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(60_000);
  expect(supervisor.state).toBe('suspected');
  expect(deaths).toEqual([]);
  needs.mayReplace = true;
  await clock.advance(PING_INTERVAL_MS);
  expect(deaths).toHaveLength(1);
});

test('a suspect that answers late is cleared', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  first.isDead = false;
  first.answerLate();
  await clock.advance(0);
  expect(supervisor.state).toBe('running');
  needs.mayReplace = true;
  await clock.advance(60_000);
  expect(deaths).toEqual([]);
});

test('a policy without plenty and without a say in replacing takes silence for death', async () => {
  const { clock, first, deaths } = await running({ policy: { plentyMs: undefined, mayReplace: undefined } });
  first.isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(deaths).toHaveLength(1);
});

test('askNow replaces a silent worker, whatever the policy says', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  Object.assign(needs, { isNeeded: false, plentyMs: 60_000, mayReplace: false });
  first.isDead = true;
  supervisor.askNow();
  supervisor.watch();
  expect(first.pings).toBe(1);
  await clock.advance(PING_TIMEOUT_MS - 1);
  expect(deaths).toEqual([]);
  await clock.advance(1);
  expect(deaths).toHaveLength(1);
});

test('askNow keeps a worker that answers, and the policy decides again', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  needs.isNeeded = false;
  supervisor.askNow();
  await clock.advance(60_000);
  expect(first.pings).toBe(1);
  expect(deaths).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('askNow replaces a suspect at once', async () => {
  const { clock, supervisor, first, needs, deaths } = await running();
  first.isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  needs.isNeeded = false;
  supervisor.askNow();
  expect(deaths).toHaveLength(1);
  await clock.advance(0);
  expect(clock.pendingCount()).toBe(0);
});

test('nothing is asked before a worker runs or after it was stopped', async () => {
  const { clock, supervisor, lives } = supervise();
  const callAll = (): void => {
    supervisor.watch();
    supervisor.askNow();
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
