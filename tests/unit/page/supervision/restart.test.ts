import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { DEATH_IS_FOUND_MS, START_TIMEOUT_MS, supervise, type OpenFakeLife } from './support.ts';
import { WORKER_RESTARTS_MAX } from '../../../../src/page/supervision/restart-budget.ts';

/** Every worker is unresponsive from the start. */
const openDead: OpenFakeLife = (life) => {
  life.isDead = true;
  return Promise.resolve(succeed(life));
};

test('a dead worker is replaced, and onDied gets the next worker', async () => {
  const { clock, supervisor, lifeAt, restarts } = supervise();
  await supervisor.start();
  lifeAt(0).isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(restarts).toHaveLength(1);
  expect(await restarts[0]).toEqual(succeed(lifeAt(1)));
  expect(lifeAt(1).worker).not.toBe(lifeAt(0).worker);
  expect(lifeAt(1).signal.aborted).toBe(false);
});

test('a dead worker is ended before the next worker is opened', async () => {
  const order: string[] = [];
  const { supervisor } = supervise({
    open: (life) => {
      order.push(`open ${life.number}`);
      life.signal.addEventListener('abort', () => order.push(`end ${life.number}`));
      return Promise.resolve(succeed(life));
    },
  });
  await supervisor.start();
  await supervisor.restart('died');
  expect(order).toEqual(['open 0', 'end 0', 'open 1']);
});

test('a late response of an earlier worker has no effect on the present worker', async () => {
  const { clock, supervisor, lifeAt, needs, deaths } = supervise();
  await supervisor.start();
  lifeAt(0).isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS);
  lifeAt(1).isDead = true;
  needs.mayReplace = false;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(supervisor.state).toBe('suspected');
  lifeAt(0).replyLate();
  await clock.advance(0);
  expect(supervisor.state).toBe('suspected');
  expect(deaths).toHaveLength(1);
});

test('an error event of an earlier worker has no effect on the start of the next worker', async () => {
  const opened: (() => void)[] = [];
  const { supervisor, workerAt } = supervise({
    open: (life) => new Promise((resolve) => opened.push(() => resolve(succeed(life)))),
  });
  const first = supervisor.start();
  const second = supervisor.restart('died during the start');
  workerAt(0).failToLoad('late');
  opened[0]?.();
  expect(await first).toMatchObject({ ok: false, message: 'worker was ended' });
  expect(supervisor.state).toBe('restarting');
  opened[1]?.();
  expect(await second).toMatchObject({ ok: true, value: { number: 1 } });
});

test('after the fourth death in a row the supervisor gives up and reports the reason', async () => {
  const { clock, supervisor, lives, deaths, restarts } = supervise({ open: openDead });
  await supervisor.start();
  await clock.advance(10 * DEATH_IS_FOUND_MS);
  expect(lives).toHaveLength(WORKER_RESTARTS_MAX + 1);
  expect(deaths).toHaveLength(WORKER_RESTARTS_MAX + 1);
  expect(supervisor.state).toBe('given-up');
  expect(await restarts.at(-1)).toEqual(fail('worker.unavailable', 'worker died: it did not answer within 3000 ms'));
  expect(lives.every(({ signal }) => signal.aborted)).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});

test('the supervisor gives up when a restarted worker does not respond', async () => {
  const { clock, supervisor, lives, lifeAt, restarts } = supervise({
    open: (life) => (life.number === 0 ? Promise.resolve(succeed(life)) : new Promise(() => undefined)),
  });
  await supervisor.start();
  lifeAt(0).isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS);
  expect(supervisor.state).toBe('restarting');
  await clock.advance(START_TIMEOUT_MS);
  expect(await restarts[0]).toEqual(fail('worker.unavailable', 'worker did not answer'));
  expect(supervisor.state).toBe('given-up');
  expect(lives).toHaveLength(2);
});

test('after the supervisor gave up no worker is started again', async () => {
  const { supervisor, lives } = supervise({ open: () => Promise.resolve(fail('worker.unavailable', 'no')) });
  await supervisor.start();
  expect(await supervisor.restart('died')).toMatchObject({ ok: false, message: 'worker was ended' });
  expect(lives).toHaveLength(1);
});

test('stop settles a restart that is under way, and the state is “stopped”, not “given-up”', async () => {
  const { clock, supervisor, lifeAt, workerAt, restarts } = supervise({
    open: (life) => (life.number === 0 ? Promise.resolve(succeed(life)) : new Promise(() => undefined)),
  });
  await supervisor.start();
  lifeAt(0).isDead = true;
  await clock.advance(DEATH_IS_FOUND_MS);
  supervisor.stop();
  expect(await restarts[0]).toEqual(fail('worker.unavailable', 'worker was ended'));
  expect(supervisor.state).toBe('stopped');
  expect(workerAt(1).isTerminated).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});
