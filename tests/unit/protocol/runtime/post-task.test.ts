import { expect, test } from 'vitest';
import { createPostTask } from '../../../../protocol/runtime/post-task.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

test('without a browser scheduler, posted tasks run by priority, each in its own turn', async () => {
  const clock = createFakeClock();
  const post = createPostTask(clock, undefined);
  const ran: string[] = [];
  post('background', () => ran.push('background'));
  post('user-visible', () => ran.push('visible 1'));
  post('user-visible', () => ran.push('visible 2'));
  post('user-blocking', () => {
    ran.push('blocking');
    post('user-blocking', () => ran.push('posted by it'));
  });
  expect(ran).toEqual([]);
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(0);
  expect(ran).toEqual(['blocking', 'posted by it', 'visible 1', 'visible 2', 'background']);
  expect(clock.pendingCount()).toBe(0);
});

test('a cancelled task does not run, and other tasks still run', async () => {
  const clock = createFakeClock();
  const post = createPostTask(clock, undefined);
  const ran: string[] = [];
  const cancel = post('background', () => ran.push('cancelled'));
  post('background', () => ran.push('other'));
  cancel();
  await clock.advance(0);
  expect(ran).toEqual(['other']);
});

test('tasks are posted to the scheduler of the browser if it exists, and a cancelled task does not run', async () => {
  const posted: (readonly [task: () => void, priority: string])[] = [];
  const post = createPostTask(createFakeClock(), {
    postTask: (task, { priority }) => {
      posted.push([task, priority]);
      return Promise.reject(new Error('thrown by a task'));
    },
  });
  const ran: string[] = [];
  post('user-visible', () => ran.push('ran'));
  const cancel = post('background', () => ran.push('cancelled'));
  cancel();
  for (const [task] of posted) task();
  expect(posted.map(([, priority]) => priority)).toEqual(['user-visible', 'background']);
  expect(ran).toEqual(['ran']);
});
