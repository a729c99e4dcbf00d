import { expect, test } from 'vitest';
import type { ElementMessage, ElementSnapshot } from '../../../../protocol/media/media-worker.ts';
import { CLOCK_EXTRAPOLATION_MAX_SECONDS, MediaStandIn } from '../../../../workers/media/media-stand-in.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeMediaSource } from '../../../support/fake-media-source.ts';

const PLAYING: ElementSnapshot = {
  currentTime: 4,
  atMs: 0,
  paused: false,
  seeking: false,
  ended: false,
  readyState: 4,
  playbackRate: 1,
  duration: 28,
  error: null,
  seekNumber: 0,
  targetNumber: 0,
  droppedFrames: 3,
  totalFrames: 90,
};

function setUp(...tracks: (readonly [number, number][])[]) {
  const clock = createFakeClock();
  const seeks: number[][] = [];
  const standIn = new MediaStandIn({ clock, seek: (...seek) => seeks.push(seek), isFollowedEarly: false });
  const source = new FakeMediaSource(clock);
  for (const ranges of tracks) source.addSourceBuffer('video/mp4').ranges = ranges.map(([start, end]) => [start, end]);
  standIn.useMediaSource(source as unknown as MediaSource);
  const receive = (change: Partial<ElementSnapshot> = {}, event: ElementMessage['event'] = null): void =>
    standIn.receive({ event, snapshot: { ...PLAYING, atMs: clock.monotonicNow(), ...change } });
  return { clock, standIn, source, seeks, receive };
}

const rangesOf = ({ buffered }: MediaStandIn) =>
  Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);

test('before the first snapshot the stand-in is paused at 0', () => {
  const standIn = new MediaStandIn({ clock: createFakeClock(), seek: () => undefined, isFollowedEarly: false });
  expect(standIn).toMatchObject({
    currentTime: 0,
    paused: true,
    seeking: false,
    ended: false,
    readyState: 0,
    error: null,
  });
  expect([standIn.duration, standIn.buffered.length]).toEqual([Number.NaN, 0]);
});

test('between two messages the stand-in’s position advances with the clock and the rate', async () => {
  const { clock, standIn, receive } = setUp([[0, 28]]);
  receive();
  await clock.advance(500);
  expect(standIn.currentTime).toBe(4.5);
  receive({ currentTime: 10, playbackRate: 2 });
  await clock.advance(500);
  expect(standIn.currentTime).toBe(11);
});

test('the stand-in’s position stops after a while without a message, so that a stall is noticed', async () => {
  const { clock, standIn, receive } = setUp([[0, 28]]);
  receive();
  await clock.advance(10_000);
  expect(standIn.currentTime).toBe(4 + CLOCK_EXTRAPOLATION_MAX_SECONDS);
});

test('the stand-in’s position does not advance beyond its buffered range', async () => {
  const { clock, standIn, receive } = setUp([
    [0, 4.2],
    [6, 28],
  ]);
  receive();
  await clock.advance(1_000);
  expect(standIn.currentTime).toBe(4.2);
  receive({ currentTime: 5 });
  await clock.advance(1_000);
  expect(standIn.currentTime).toBe(5);
});

test.each<Partial<ElementSnapshot>>([{ paused: true }, { seeking: true }, { ended: true }, { readyState: 2 }])(
  'the stand-in’s position does not advance while the element has %o',
  async (change) => {
    const { clock, standIn, receive } = setUp([[0, 28]]);
    receive(change);
    await clock.advance(1_000);
    expect(standIn.currentTime).toBe(4);
  },
);

test('the stand-in’s position advances while the element has the readyState 3', async () => {
  const { clock, standIn, receive } = setUp([[0, 28]]);
  receive({ readyState: 3 });
  await clock.advance(1_000);
  expect(standIn.currentTime).toBe(5);
});

test('a seek of the engine is the stand-in’s position at once, and seeking until the element has followed', () => {
  const { standIn, seeks, receive } = setUp([[0, 28]]);
  receive({ targetNumber: 2 });
  standIn.currentTime = 12;
  expect(seeks).toEqual([[12, 1, 2]]);
  expect(standIn).toMatchObject({ currentTime: 12, seeking: true, readyState: 1 });
  receive({ currentTime: 4.1, targetNumber: 2 });
  expect(standIn.currentTime).toBe(12);
  receive({ currentTime: 12, seekNumber: 1, targetNumber: 2, seeking: true });
  expect(standIn).toMatchObject({ currentTime: 12, seeking: true, readyState: 4 });
  receive({ currentTime: 12, seekNumber: 1, targetNumber: 2 });
  expect(standIn.seeking).toBe(false);
});

test('when the element has followed the first of two engine seeks, the second stays pending', () => {
  const { standIn, seeks, receive } = setUp();
  standIn.currentTime = 12;
  standIn.currentTime = 20;
  expect(seeks.map(([, number]) => number)).toEqual([1, 2]);
  receive({ currentTime: 12, seekNumber: 1 });
  expect(standIn.currentTime).toBe(20);
});

test('a new target of the viewer replaces a pending seek of the engine', () => {
  const { standIn, receive } = setUp();
  standIn.currentTime = 12;
  receive({ currentTime: 20, seeking: true, targetNumber: 1 });
  expect(standIn.currentTime).toBe(20);
});

test('a seek of the engine does not raise the readyState of an element without data', () => {
  const { standIn, receive } = setUp();
  receive({ readyState: 0 });
  standIn.currentTime = 3;
  expect(standIn.readyState).toBe(0);
});

test('an event of the element is dispatched after the stand-in has the new state', () => {
  const { standIn, receive } = setUp();
  const heard: unknown[] = [];
  for (const type of ['pause', 'null']) standIn.addEventListener(type, () => heard.push([type, standIn.paused]));
  receive({ paused: true }, 'pause');
  receive();
  expect(heard).toEqual([['pause', true]]);
});

test('the stand-in’s properties have the values of the snapshot', () => {
  const { standIn, receive } = setUp();
  const error = { code: 3, message: 'decode' };
  receive({ paused: true, ended: true, playbackRate: 1.5, error });
  expect(standIn).toMatchObject({ paused: true, ended: true, playbackRate: 1.5, error });
  expect(standIn.getVideoPlaybackQuality()).toEqual({ droppedVideoFrames: 3, totalVideoFrames: 90 });
});

test('the engine cannot change the playback rate of the stand-in', () => {
  const { standIn, receive } = setUp();
  receive();
  standIn.playbackRate = 1.2;
  expect(standIn.playbackRate).toBe(1);
});

test('the stand-in’s duration is the duration of its source, and without a source of the element', () => {
  const { standIn, source, receive } = setUp();
  source.duration = 30;
  receive();
  expect(standIn.duration).toBe(30);
  const alone = new MediaStandIn({ clock: createFakeClock(), seek: () => undefined, isFollowedEarly: false });
  alone.receive({ event: null, snapshot: PLAYING });
  expect(alone.duration).toBe(28);
});

test('the stand-in’s buffered ranges are the intersection of the ranges of all tracks', () => {
  const { standIn } = setUp(
    [
      [0, 6],
      [8, 12],
    ],
    [[1, 10]],
  );
  expect(rangesOf(standIn)).toEqual([
    [1, 6],
    [8, 10],
  ]);
});

test('tracks whose ranges only touch have no buffered range', () => {
  expect(rangesOf(setUp([[0, 4]], [[4, 8]]).standIn)).toEqual([]);
});

test('in an ended stream the last range of each track is extended to the end of the longest track', () => {
  const { standIn, source } = setUp(
    [
      [0, 2],
      [3, 9.8],
    ],
    [[0, 10]],
  );
  expect(rangesOf(standIn)).toEqual([
    [0, 2],
    [3, 9.8],
  ]);
  source.readyState = 'ended';
  expect(rangesOf(standIn)).toEqual([
    [0, 2],
    [3, 10],
  ]);
});

test('an ended stream with an empty track has no buffered range', () => {
  const { standIn, source } = setUp([], [[0, 10]]);
  source.readyState = 'ended';
  expect(rangesOf(standIn)).toEqual([]);
});

test('reading a buffered range out of bounds throws, as on a real element', () => {
  const { buffered } = setUp([[0, 4]]).standIn;
  expect(() => buffered.start(1)).toThrow();
  expect(() => buffered.end(1)).toThrow();
});

test('useBox sets the size of the stand-in', () => {
  const { standIn } = setUp();
  standIn.useBox({ widthPixels: 1280, heightPixels: 720 });
  expect(standIn).toMatchObject({ width: 1280, height: 720 });
  expect(standIn.getBoundingClientRect()).toEqual({ width: 1280, height: 720 });
});

test('element methods without meaning in a worker do nothing', async () => {
  const { standIn, seeks } = setUp();
  await standIn.play();
  standIn.pause();
  standIn.load();
  standIn.removeAttribute();
  standIn.setAttribute();
  standIn.appendChild();
  expect([standIn.querySelector(), standIn.querySelectorAll(), seeks]).toEqual([null, [], []]);
  expect(standIn).toMatchObject({
    src: '',
    currentSrc: '',
    autoplay: false,
    loop: false,
    mediaKeys: null,
    nodeName: 'VIDEO',
  });
});

test('with isFollowedEarly, seeks before the first snapshot count as done, and later seeks once a snapshot has their number', () => {
  const standIn = new MediaStandIn({ clock: createFakeClock(), seek: () => undefined, isFollowedEarly: true });
  const receive = (change: Partial<ElementSnapshot>): void =>
    standIn.receive({ event: null, snapshot: { ...PLAYING, paused: true, ...change } });
  standIn.currentTime = 40;
  expect([standIn.currentTime, standIn.seeking]).toEqual([40, false]);
  receive({ currentTime: 41 });
  expect([standIn.currentTime, standIn.seeking]).toEqual([41, false]);
  standIn.currentTime = 60;
  receive({ currentTime: 41 });
  expect([standIn.currentTime, standIn.seeking]).toEqual([60, true]);
  receive({ currentTime: 60, seekNumber: 2 });
  expect([standIn.currentTime, standIn.seeking]).toEqual([60, false]);
});

test('while isEarly, the engine’s seeks are ignored until the first snapshot', () => {
  const seeks: number[] = [];
  const standIn = new MediaStandIn({
    clock: createFakeClock(),
    seek: (seconds) => seeks.push(seconds),
    isFollowedEarly: true,
  });
  standIn.isEarly = true;
  standIn.currentTime = 0.05;
  expect([standIn.currentTime, standIn.seeking, seeks]).toEqual([0, false, []]);
  standIn.receive({ event: null, snapshot: PLAYING });
  standIn.currentTime = 6;
  expect([standIn.currentTime, seeks]).toEqual([6, [6]]);
});

test('a source buffer that throws while its element closes counts as empty', () => {
  const { standIn, source } = setUp([[0, 10]]);
  Object.defineProperty(source.activeSourceBuffers[0], 'buffered', {
    get: () => {
      throw new DOMException('Worker MediaSource attachment is closing', 'InvalidStateError');
    },
  });
  expect(rangesOf(standIn)).toEqual([]);
});
