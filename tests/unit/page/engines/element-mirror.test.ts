import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { FORWARDED_EVENTS, type ElementMessage } from '../../../../protocol/media/media-worker.ts';
import { ElementMirror } from '../../../../src/page/engines/element-mirror.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeMediaElement } from '../../../support/fake-media-element.ts';

// All listeners of an element share one abort signal, and Node.js warns from eleven on.
setMaxListeners(30);

async function setUp({ startSeconds = 0, isLoaded = true } = {}) {
  const clock = createFakeClock();
  const element = new FakeMediaElement(clock);
  if (isLoaded) {
    element.srcObject = {} as MediaProvider;
    element.loadMetadata(28);
    element.append(0, 28);
  }
  await clock.advance(1);
  const posted: ElementMessage[] = [];
  const losses: number[] = [];
  const ending = new AbortController();
  const mirror = new ElementMirror(
    {
      element,
      clock,
      port: { postMessage: (message: ElementMessage) => posted.push(message) } as never,
      startSeconds,
      onLostSource: () => losses.push(clock.monotonicNow()),
    },
    ending.signal,
  );
  const last = (): ElementMessage => posted.at(-1) as ElementMessage;
  return { clock, element, mirror, posted, last, losses, ending };
}

test('the mirror forwards every event that the engine needs, with the state of the element', async () => {
  const { clock, element, posted } = await setUp();
  Object.assign(element, { error: { code: 3, message: 'decode' } });
  element.playbackRate = 1.5;
  await clock.advance(40);
  posted.length = 0;
  for (const type of FORWARDED_EVENTS) element.dispatchEvent(new Event(type));
  expect(posted.map(({ event }) => event)).toEqual(FORWARDED_EVENTS);
  expect(posted[0]?.snapshot).toEqual({
    currentTime: 0,
    atMs: 41,
    paused: true,
    seeking: false,
    ended: false,
    readyState: 4,
    playbackRate: 1.5,
    duration: 28,
    error: { code: 3, message: 'decode' },
    seekNumber: 0,
    targetNumber: 0,
    droppedFrames: 0,
    totalFrames: 0,
  });
});

test('the mirror forwards nothing after its signal is aborted', async () => {
  const { element, posted, ending } = await setUp();
  ending.abort();
  element.dispatchEvent(new Event('pause'));
  expect(posted).toEqual([]);
});

test('a target of the viewer is forwarded at once, as the position of an element that seeks', async () => {
  const { mirror, posted, last } = await setUp();
  mirror.setTarget(9);
  expect(last()).toMatchObject({ event: 'seeking', snapshot: { currentTime: 9, seeking: true, targetNumber: 1 } });
  mirror.setTarget(9);
  expect(posted).toHaveLength(1);
  mirror.setTarget(12);
  expect(last().snapshot).toMatchObject({ currentTime: 12, targetNumber: 2 });
  mirror.setTarget(null);
  expect(last()).toMatchObject({ event: null, snapshot: { currentTime: 0, seeking: false, targetNumber: 2 } });
});

test('an element that has ended is forwarded as not ended once the viewer has a target', async () => {
  const { element, mirror, last } = await setUp();
  element.ended = true;
  mirror.forward(null);
  expect(last().snapshot.ended).toBe(true);
  mirror.setTarget(0);
  expect(last().snapshot.ended).toBe(false);
});

test('the element follows a seek of the engine, and the engine gets the number of the seek back', async () => {
  const { element, mirror, last } = await setUp();
  expect(mirror.follow({ kind: 'seek', seconds: 6, seekNumber: 1, targetNumber: 0 })).toBe(true);
  expect(element.currentTime).toBe(6);
  expect(last()).toMatchObject({ event: null, snapshot: { seekNumber: 1 } });
});

test('a seek that the engine requested before it knew the viewer’s last target does not move the element', async () => {
  const { element, mirror, last } = await setUp();
  mirror.setTarget(9);
  expect(mirror.follow({ kind: 'seek', seconds: 6, seekNumber: 1, targetNumber: 0 })).toBe(false);
  expect(element.currentTime).toBe(0);
  expect(last()).toMatchObject({ event: 'seeking', snapshot: { currentTime: 9, seekNumber: 1 } });
});

test('a seek that the engine requested after the viewer’s target replaces the target', async () => {
  const { element, mirror } = await setUp();
  mirror.setTarget(9);
  expect(mirror.follow({ kind: 'seek', seconds: 9.4, seekNumber: 1, targetNumber: 1 })).toBe(true);
  expect([element.currentTime, mirror.positionSeconds]).toEqual([9.4, 9.4]);
});

test('without a target of the viewer, a seek of the engine sets no target', async () => {
  const { clock, mirror, element } = await setUp();
  mirror.follow({ kind: 'seek', seconds: 6, seekNumber: 1, targetNumber: 0 });
  await clock.advance(10);
  element.currentTime = 3;
  await clock.advance(10);
  expect(mirror.positionSeconds).toBe(3);
});

test('the position is the start of the stream until the element has loaded data', async () => {
  const { mirror, element, clock } = await setUp({ startSeconds: 7, isLoaded: false });
  mirror.forward(null);
  expect(mirror.positionSeconds).toBe(7);
  element.srcObject = {} as MediaProvider;
  element.loadMetadata(28);
  element.append(0, 28);
  await clock.advance(5);
  expect(mirror.positionSeconds).toBe(0);
});

test('while the element seeks, or has ended, the mirror keeps the previous position', async () => {
  const { mirror, element } = await setUp();
  mirror.forward(null);
  element.currentTime = 20;
  mirror.forward('seeking');
  expect(mirror.positionSeconds).toBe(0);
  element.seeking = false;
  element.ended = true;
  mirror.forward(null);
  expect(mirror.positionSeconds).toBe(0);
});

test('a lost source is reported once, and no event is forwarded after it', async () => {
  const { clock, element, mirror, posted, losses } = await setUp();
  void element.play();
  await clock.advance(4_000);
  mirror.forward('timeupdate');
  posted.length = 0;
  element.loseSource();
  await clock.advance(10);
  mirror.forward('timeupdate');
  expect(losses).toHaveLength(1);
  expect(posted).toEqual([]);
  expect(mirror.positionSeconds).toBeCloseTo(4, 1);
});

test('a seek that the engine requested before its source was lost is not followed', async () => {
  const { clock, element, mirror, posted } = await setUp();
  void element.play();
  await clock.advance(100);
  element.loseSource();
  posted.length = 0;
  expect(mirror.follow({ kind: 'seek', seconds: 4, seekNumber: 1, targetNumber: 0 })).toBe(false);
  expect([element.ended, element.currentTime, posted]).toEqual([true, 28, []]);
});
