import { expect, test } from 'vitest';
import { REST_MS } from '../../../../src/page/boot/on-press-intent.ts';
import { prepareForPress, UNUSED_MS } from '../../../../src/page/boot/prepare-for-press.ts';
import type { StreamHeadStart } from '../../../../src/page/boot/boot-state.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { timersOf } from '../../../support/fake-timers.ts';

const HEAD_START = { kind: 'stream' } as StreamHeadStart;

/** The first paint with a stream that can be prepared; the log lists the calls about the stream. */
function setUp({ state = 'unstarted', savesData = false, isUsual = true, startSeconds = 0 } = {}) {
  const clock = createFakeClock();
  const log: string[] = [];
  const document = new EventTarget();
  const button = new EventTarget();
  const root = Object.assign(new EventTarget(), { dataset: { state, painted: 'aaaaaaaaaaa' } });
  const ahead = prepareForPress({
    window: timersOf(clock),
    document,
    root,
    button,
    savesData: () => savesData,
    read() {
      log.push('read');
      return !isUsual
        ? null
        : {
            videoId: 'aaaaaaaaaaa',
            startSeconds,
            prepare: () => log.push('prepare'),
            rest: () => log.push('rest'),
            begin() {
              log.push('begin');
              return HEAD_START;
            },
          };
    },
  });
  const pointer = (type: string, pointerType = 'mouse'): void =>
    void button.dispatchEvent(Object.assign(new Event(type), { pointerType }));
  return {
    ahead,
    clock,
    log,
    root,
    enter: (pointerType?: string) => pointer('pointerenter', pointerType),
    leave: () => pointer('pointerleave'),
    focus: () => void button.dispatchEvent(new Event('focus')),
    /** A pointer goes down on the picture, or within an element that is not part of the picture. */
    down(within?: string) {
      const target = { closest: (selectors: string) => (within && selectors.includes(within) ? {} : null) };
      root.dispatchEvent(Object.defineProperty(new Event('pointerdown'), 'target', { value: target }));
    },
    hide: () => void document.dispatchEvent(new Event('visibilitychange')),
  };
}

test('the stream is prepared when a finger goes down, a mouse rests on the play button, or the button gets the focus', async () => {
  const finger = setUp();
  finger.down();
  const keyboard = setUp();
  keyboard.focus();
  const mouse = setUp();
  mouse.enter();
  await mouse.clock.advance(REST_MS - 1);
  expect(mouse.log).toEqual([]);
  await mouse.clock.advance(1);
  for (const { log } of [finger, keyboard, mouse]) expect(log).toEqual(['read', 'prepare']);
});

test('a mouse that crosses the buttons of twenty embeds prepares nothing', async () => {
  for (let count = 0; count < 20; count += 1) {
    const { clock, log, enter, leave } = setUp();
    enter();
    await clock.advance(REST_MS - 1);
    leave();
    await clock.advance(REST_MS);
    expect([log, clock.pendingCount()]).toEqual([[], 0]);
  }
});

test('a finger that enters the button, or goes down on a link or on the interface, prepares nothing', async () => {
  const { clock, log, enter, down } = setUp();
  enter('touch');
  for (const within of ['a', 'details', '.interface']) down(within);
  await clock.advance(REST_MS);
  expect(log).toEqual([]);
});

test('a stream is prepared once, and the press begins the prepared stream', () => {
  const { ahead, log, down, focus } = setUp();
  down();
  focus();
  down();
  expect([ahead.take(), ahead.take()]).toEqual([HEAD_START, null]);
  down();
  expect(log).toEqual(['read', 'prepare', 'begin']);
});

test('after a press nothing is prepared, not even by a mouse that already rests on the button', async () => {
  const { ahead, clock, log, enter, down } = setUp();
  enter();
  expect(ahead.take()).toBeNull();
  down();
  await clock.advance(REST_MS);
  expect([log, clock.pendingCount()]).toEqual([[], 0]);
});

test.for([
  ['a viewer who saves data', { savesData: true }],
  ['a video that plays', { state: 'playing' }],
] as const)('the stream is neither read nor prepared for %s', ([, page]) => {
  const { log, down, focus } = setUp(page);
  down();
  focus();
  expect(log).toEqual([]);
});

test('a video that is cued again after it has played is prepared like a video that was never started', () => {
  const { log, down, root } = setUp({ state: 'buffering' });
  down();
  root.dataset.state = 'cued';
  down();
  expect(log).toEqual(['read', 'prepare']);
});

test('a stream that cannot be prepared is not begun at the press either', async () => {
  const { ahead, clock, log, down } = setUp({ isUsual: false });
  down();
  await clock.advance(UNUSED_MS);
  expect([ahead.take(), log]).toEqual([null, ['read']]);
});

test.for<[string, (page: ReturnType<typeof setUp>) => unknown]>([
  ['no press follows in time', ({ clock }) => clock.advance(UNUSED_MS)],
  ['the page is hidden', ({ hide }) => hide()],
])('the worker ends when %s, and a later press uses the prepared responses', async ([, happen]) => {
  const page = setUp();
  page.down();
  await happen(page);
  expect(page.log).toEqual(['read', 'prepare', 'rest']);
  expect(page.ahead.take()).toBe(HEAD_START);
});

test('a stream that has begun does not end with the timeout of a stream that was only prepared', async () => {
  const { ahead, clock, log, down, hide } = setUp();
  down();
  ahead.take();
  hide();
  await clock.advance(UNUSED_MS);
  expect(log).toEqual(['read', 'prepare', 'begin']);
});

test.for([
  ['another place', { startSeconds: 7 }],
  ['a quality', { startSeconds: 0, quality: 'hd720' }],
] as const)('a source with %s does not get the stream that was prepared for the address', ([, source]) => {
  const { ahead, log, down } = setUp();
  down();
  expect(ahead.take(source)).toBeNull();
  expect(log).toEqual(['read', 'prepare', 'rest']);
});

test('a source that matches the address gets the prepared stream', () => {
  const { ahead, down } = setUp({ startSeconds: 7 });
  down();
  expect(ahead.take({ startSeconds: 7, quality: 'auto' })).toBe(HEAD_START);
});

test('a prepared stream ends when another video is requested', () => {
  const { ahead, log, down } = setUp();
  down();
  ahead.drop();
  expect([ahead.take(), log]).toEqual([null, ['read', 'prepare', 'rest']]);
});
