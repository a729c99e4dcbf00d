import { expect, test } from 'vitest';
import { delay, type AbortSignalLike } from '../../../../protocol/runtime/clock.ts';
import { JobScheduler } from '../../../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../../../protocol/runtime/navigation-gate.ts';
import { createPostTask, type PlatformScheduler } from '../../../../protocol/runtime/post-task.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function openScheduler(platform?: PlatformScheduler) {
  const clock = createFakeClock();
  const gate = new NavigationGate(clock);
  const errors: unknown[] = [];
  const jobs = new JobScheduler({
    clock,
    gate,
    post: createPostTask(clock, platform),
    onError: (name, error) => errors.push([name, error]),
  });
  const ran: string[] = [];
  const note = (name: string) => (): void => void ran.push(name);
  return { clock, gate, jobs, errors, ran, note };
}

test('jobs run by priority, and jobs of equal priority in the order in which they were scheduled [X5]', async () => {
  const { clock, jobs, ran, note } = openScheduler();
  jobs.schedule('a', note('background 1'), { priority: 'background' });
  jobs.schedule('b', note('visible'), { priority: 'user-visible' });
  jobs.schedule('c', note('background 2'), { priority: 'background' });
  jobs.schedule('d', note('blocking'), { priority: 'user-blocking' });
  expect(ran).toEqual([]);
  await clock.advance(0);
  expect(ran).toEqual(['blocking', 'visible', 'background 1', 'background 2']);
});

test('each job runs in a separate task [X5]', async () => {
  const { clock, jobs, ran, note } = openScheduler();
  jobs.schedule('a', () => void clock.after(0, note('between')), { priority: 'background' });
  jobs.schedule('b', note('b'), { priority: 'background' });
  jobs.schedule('c', note('c'), { priority: 'background' });
  await clock.advance(0);
  expect(ran).toEqual(['b', 'between', 'c']);
});

test('jobs are posted to the scheduler of the browser if it exists [X5]', async () => {
  const asked: string[] = [];
  const { clock, jobs, ran, note } = openScheduler({
    postTask(task, { priority }) {
      asked.push(priority);
      return Promise.resolve().then(task);
    },
  });
  const job = jobs.schedule('a', note('a'), { priority: 'background' });
  const cancelled = jobs.schedule('b', note('b'), { priority: 'user-visible' });
  cancelled.cancel();
  await clock.advance(0);
  expect(asked).toEqual(['background', 'user-visible']);
  expect(ran).toEqual(['a']);
  expect(await job.ended).toBe('done');
});

test('a delayed job runs exactly after its delay [X5]', async () => {
  const { clock, jobs, ran, note } = openScheduler();
  jobs.schedule('a', note('a'), { priority: 'background', delayMs: 1_000 });
  await clock.advance(999);
  expect(ran).toEqual([]);
  await clock.advance(1);
  expect(ran).toEqual(['a']);
});

test.each([
  ['during its delay', { delayMs: 1_000 }],
  ['while it waits for its turn', {}],
])('a job that is cancelled %s never runs [X5]', async (_when, options) => {
  const { clock, jobs, ran, note } = openScheduler();
  const job = jobs.schedule('a', note('a'), { priority: 'background', ...options });
  job.cancel();
  await clock.advance(2_000);
  expect(ran).toEqual([]);
  expect(await job.ended).toBe('cancelled');
});

test('cancelling a running job aborts its signal, and an error of the job after that is ignored [X5]', async () => {
  const { clock, jobs, errors } = openScheduler();
  let told: AbortSignalLike | undefined;
  const work = async (signal: AbortSignalLike): Promise<void> => {
    told = signal;
    await delay(clock, 60_000, signal);
    throw new Error('stopped');
  };
  const job = jobs.schedule('a', work, { priority: 'user-visible' });
  await clock.advance(0);
  expect(told?.aborted).toBe(false);
  job.cancel();
  await clock.advance(0);
  expect(told?.aborted).toBe(true);
  expect(await job.ended).toBe('cancelled');
  expect(errors).toEqual([]);
});

test('a job ends at its time limit, whether it settles or not [X5]', async () => {
  const { clock, jobs } = openScheduler();
  let isAborted = false;
  const work = (signal: AbortSignalLike): Promise<void> => {
    signal.addEventListener('abort', () => (isAborted = true));
    return new Promise(() => {});
  };
  const job = jobs.schedule('a', work, { priority: 'user-visible', delayMs: 500, timeLimitMs: 1_000 });
  let end: string | undefined;
  void job.ended.then((how) => (end = how));
  await clock.advance(1_499);
  expect([end, isAborted]).toEqual([undefined, false]);
  await clock.advance(1);
  expect([end, isAborted]).toEqual(['late', true]);
});

test('a job that ends in time leaves no timer [X5]', async () => {
  const { clock, jobs } = openScheduler();
  const job = jobs.schedule('a', () => {}, { priority: 'user-visible', timeLimitMs: 1_000 });
  await clock.advance(0);
  expect(await job.ended).toBe('done');
  expect(clock.pendingCount()).toBe(0);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
])('a job that %s is reported by name, and the next job runs [X5]', async (_how, work) => {
  const { clock, jobs, errors, ran, note } = openScheduler();
  const job = jobs.schedule('fragile', work, { priority: 'user-visible' });
  jobs.schedule('b', note('b'), { priority: 'user-visible' });
  await clock.advance(0);
  expect(errors).toEqual([['fragile', new Error('broken')]]);
  expect(await job.ended).toBe('failed');
  expect(ran).toEqual(['b']);
});

test('during a navigation only background jobs are delayed [X4, X5]', async () => {
  const { clock, gate, jobs, ran, note } = openScheduler();
  gate.begin();
  jobs.schedule('a', note('background'), { priority: 'background' });
  jobs.schedule('b', note('visible'), { priority: 'user-visible' });
  jobs.schedule('c', note('blocking'), { priority: 'user-blocking' });
  await clock.advance(4_999);
  expect(ran).toEqual(['blocking', 'visible']);
  await clock.advance(1);
  expect(ran).toEqual(['blocking', 'visible', 'background']);
});

test('a background job is delayed when a navigation begins after it was posted [X4, X5]', async () => {
  const { clock, gate, jobs, ran, note } = openScheduler();
  jobs.schedule('a', note('background'), { priority: 'background' });
  gate.begin();
  await clock.advance(1_000);
  expect(ran).toEqual([]);
  gate.end();
  await clock.advance(0);
  expect(ran).toEqual(['background']);
});

test('a job that waits for the end of a navigation can be cancelled [X4, X5]', async () => {
  const { clock, gate, jobs, ran, note } = openScheduler();
  gate.begin();
  const job = jobs.schedule('a', note('a'), { priority: 'background' });
  job.cancel();
  gate.end();
  await clock.advance(0);
  expect(ran).toEqual([]);
});

test('stopping the scheduler cancels all jobs and leaves no timers [X5]', async () => {
  const { clock, gate, jobs, ran, note } = openScheduler();
  gate.begin();
  const all = [
    jobs.schedule('a', note('a'), { priority: 'background' }),
    jobs.schedule('b', note('b'), { priority: 'user-visible', delayMs: 10 }),
  ];
  jobs.stop();
  gate.stop();
  await clock.advance(10_000);
  expect(ran).toEqual([]);
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(['cancelled', 'cancelled']);
  expect(clock.pendingCount()).toBe(0);
});
