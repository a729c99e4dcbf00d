import { expect, onTestFinished, test } from 'vitest';
import { Library } from '../../../../src/studio/library/library.ts';
import { LibraryRefusal, libraryRefusal } from '../../../../src/studio/library/library-refusal.ts';
import type { DoLibraryTask, LibraryTask } from '../../../../src/studio/library/library-task.ts';
import { CommandFault } from '../../../../src/studio/videos/command-fault.ts';
import { WorkQueue } from '../../../../src/studio/videos/work-queue.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HOUR_MS = 3_600_000;

/** A library whose tasks settle only when the test calls `settleNext`. */
function lab(onTask?: (task: LibraryTask) => void) {
  const begun: LibraryTask['kind'][] = [];
  const bugs: unknown[] = [];
  const settle: (() => void)[] = [];
  const clock = createFakeClock();
  const doTask = (async (task: LibraryTask) => {
    begun.push(task.kind);
    onTask?.(task);
    if (task.kind !== 'sweep') await new Promise<void>((resolve) => settle.push(resolve));
    return { remarks: [], video: null };
  }) as unknown as DoLibraryTask;
  const library = new Library({
    ...{ doTask, clock, changes: new WorkQueue(), catalogFolder: '/films', followLinks: false, processId: 1 },
    onChanged: async () => undefined,
    onBug: (error) => bugs.push(error),
  });
  onTestFinished(() => library.close());
  return { library, begun, bugs, clock, settleNext: () => settle.shift()?.() };
}

test('changes of the library run one after the other, and a list does not wait for them', async () => {
  const { library, begun, settleNext } = lab();
  const first = library.do({ kind: 'remove', id: 'a' });
  const second = library.do({ kind: 'restore', name: 'a' });
  const list = library.do({ kind: 'list', search: '', after: 0 });
  await expect.poll(() => begun).toEqual(['sweep', 'list', 'remove']);
  settleNext();
  await list;
  settleNext();
  await first;
  await expect.poll(() => begun).toEqual(['sweep', 'list', 'remove', 'restore']);
  settleNext();
  await second;
});

test('tasks past the limit of waiting tasks are refused', async () => {
  const { library, settleNext } = lab();
  const tasks = Array.from({ length: 40 }, () => library.do({ kind: 'remove', id: 'a' }));
  const refused = (await Promise.allSettled(tasks.slice(35))).map(({ status }) => status);
  expect(refused).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  const settled = Promise.allSettled(tasks);
  const settling = setInterval(settleNext);
  await settled;
  clearInterval(settling);
});

test('expired removed videos are swept at start and every hour, even after a failed sweep', async () => {
  const refusal = new LibraryRefusal(507, 'The disk is full');
  const { begun, clock, bugs } = lab(({ kind }) => {
    if (kind === 'sweep' && begun.length === 1) throw refusal;
  });
  await expect.poll(() => begun).toEqual(['sweep']);
  await clock.advance(HOUR_MS - 1);
  expect(begun).toEqual(['sweep']);
  await clock.advance(1);
  expect(begun).toEqual(['sweep', 'sweep']);
  expect(bugs).toEqual([]);
});

test.each([
  ['ENOSPC', /^The disk of \/films is full\. Make room, and try again: nothing is lost/],
  ['EACCES', /^This user has no right to \/films\. Give it the right/],
])('a catalog that cannot be written (%s) is reported with a remedy', (code, message) => {
  const refused = libraryRefusal(Object.assign(new Error('x'), { code }), '/films');
  expect([refused?.status, refused?.message]).toEqual([507, expect.stringMatching(message)]);
});

test('the refusal of a command keeps the command’s message, and a bug is no refusal', () => {
  expect(libraryRefusal(new CommandFault('No.'), '/films')).toMatchObject({ status: 409, message: 'No.' });
  expect(libraryRefusal(new TypeError('x'), '/films')).toBeUndefined();
});
