import { expect, test } from 'vitest';
import { deferBehindPaint, PAINT_PATIENCE_MS } from '../../../../src/page/platform/after-paint.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { timersOf } from '../../../support/fake-timers.ts';

const FRAME_MS = 16;

/** A window that draws every 16 ms, or never. */
function setUp({ draws = true } = {}) {
  const clock = createFakeClock();
  const document = { hidden: false };
  const errors: unknown[] = [];
  const window = Object.assign(new EventTarget(), {
    document,
    ...timersOf(clock),
    requestAnimationFrame: (callback: () => void): unknown => draws && clock.after(FRAME_MS, callback),
  });
  const run = deferBehindPaint(window, (error) => errors.push(error));
  const done: string[] = [];
  return {
    run,
    clock,
    document,
    errors,
    done,
    happens: (type: string) => void window.dispatchEvent(new Event(type)),
    work: (name: string) => () => void done.push(name),
  };
}

test('without a pending input deferred work runs at once', () => {
  const { run, work, done, clock } = setUp();
  run(work('now'));
  expect([done, clock.pendingCount()]).toEqual([['now'], 0]);
});

test.for(['pointerdown', 'pointerup', 'click', 'keydown'])(
  'work after %s waits for the paint, in order',
  async (type) => {
    const { run, work, done, clock, happens } = setUp();
    happens(type);
    run(work('one'));
    run(work('two'));
    await clock.advance(FRAME_MS - 1);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual(['one', 'two']);
    run(work('three'));
    expect(done).toEqual(['one', 'two', 'three']);
  },
);

test('work that several inputs defer runs once', async () => {
  const { run, work, done, clock, happens } = setUp();
  const follow = work('follow');
  happens('pointerdown');
  run(follow);
  await clock.advance(FRAME_MS - 1);
  happens('click');
  run(follow);
  await clock.advance(1);
  expect(done).toEqual(['follow']);
  await clock.advance(PAINT_PATIENCE_MS);
  expect([done, clock.pendingCount()]).toEqual([['follow'], 0]);
});

test('work waits for the paint of an input that occurs after the frame callback', async () => {
  const { run, work, done, clock, happens } = setUp();
  happens('pointerdown');
  // The input occurs in the frame callback, before the task that runs the work.
  clock.after(FRAME_MS, () => happens('click'));
  run(work('follow'));
  await clock.advance(FRAME_MS);
  expect(done).toEqual([]);
  await clock.advance(FRAME_MS);
  expect(done).toEqual(['follow']);
});

test('if no frame is drawn deferred work runs after a timeout', async () => {
  const { run, work, done, clock, happens } = setUp({ draws: false });
  happens('click');
  run(work('follow'));
  await clock.advance(PAINT_PATIENCE_MS);
  expect(done).toEqual(['follow']);
});

test.for(['pagehide', 'freeze', 'visibilitychange', 'message'])('%s runs the deferred work at once', (type) => {
  const { run, work, done, happens } = setUp();
  happens('click');
  run(work('follow'));
  happens(type);
  expect(done).toEqual(['follow']);
});

test('in a hidden page deferred work runs at once', () => {
  const { run, work, done, document, happens } = setUp();
  document.hidden = true;
  happens('keydown');
  run(work('follow'));
  expect(done).toEqual(['follow']);
});

test('an error of deferred work is reported and does not stop other work', () => {
  const { run, work, done, errors, happens } = setUp();
  happens('click');
  run(() => {
    throw new Error('broken');
  });
  run(work('follow'));
  happens('pagehide');
  expect([done, errors]).toEqual([['follow'], [new Error('broken')]]);
});
