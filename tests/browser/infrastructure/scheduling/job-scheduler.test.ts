import { expect, test } from 'vitest';
import { JobScheduler } from '../../../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../../../protocol/runtime/navigation-gate.ts';
import { createPostTask, type PlatformScheduler } from '../../../../protocol/runtime/post-task.ts';
import { systemClock } from '../../../../src/page/infrastructure/system-clock.ts';

test.each([
  ["the browser's scheduler", (globalThis as { scheduler?: PlatformScheduler }).scheduler],
  ['our own', undefined],
])('jobs on %s run in order of urgency, and cancelled jobs do not run [X5]', async (name, scheduler) => {
  expect(scheduler === undefined).toBe(name === 'our own');
  const ran: string[] = [];
  const gate = new NavigationGate(systemClock);
  const jobs = new JobScheduler({
    clock: systemClock,
    gate,
    post: createPostTask(systemClock, scheduler),
    onError: (_name, error) => {
      throw error;
    },
  });
  const last = jobs.schedule('a', () => ran.push('background'), { priority: 'background' });
  jobs.schedule('b', () => ran.push('cancelled'), { priority: 'user-blocking' }).cancel();
  jobs.schedule('c', () => ran.push('visible'), { priority: 'user-visible' });
  jobs.schedule('d', () => ran.push('blocking'), { priority: 'user-blocking' });
  expect(await last.ended).toBe('done');
  expect(ran).toEqual(['blocking', 'visible', 'background']);
});
