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
  const standIn = new MediaStandIn({ clock, seek: (...seek) => seeks.push(seek) });
  const source = new FakeMediaSource(clock);
  for (const ranges of tracks) source.addSourceBuffer('video/mp4').ranges = ranges.map(([start, end]) => [start, end]);
  standIn.useMediaSource(source as unknown as MediaSource);
  const receive = (change: Partial<ElementSnapshot> = {}, event: ElementMessage['event'] = null): void =>
    standIn.receive({ event, snapshot: { ...PLAYING, atMs: clock.monotonicNow(), ...change } });
  return { clock, standIn, source, seeks, receive };
}

const rangesOf = ({ buffered }: MediaStandIn) =>
  Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);

test('before it has heard of an element it stands still at the beginning', () => {
  const standIn = new MediaStandIn({ clock: createFakeClock(), seek: () => undefined });
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

test('between two messages the position runs on with the clock and the rate', async () => {
  const { clock, standIn, receive } = setUp([[0, 28]]);
  receive();
  await clock.advance(500);
  expect(standIn.currentTime).toBe(4.5);
  receive({ currentTime: 10, playbackRate: 2 });
  await clock.advance(500);
  expect(standIn.currentTime).toBe(11);
});

test('without a message for long the position stands, so that a stall is seen', async () => {
  const { clock, standIn, receive } = setUp([[0, 28]]);
  receive();
  await clock.advance(10_000);
  expect(standIn.currentTime).toBe(4 + CLOCK_EXTRAPOLATION_MAX_SECONDS);
});

test('the position does not run beyond what is buffered where it is', async () => {
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
  'the position of an element that does not move (%o) stands',
  async (change) => {
    const { clock, standIn, receive } = setUp([[0, 28]]);
    receive(change);
    await clock.advance(1_000);
    expect(standIn.currentTime).toBe(4);
  },
);

test('an element that can just play on moves', async () => {
  const { clock, standIn, receive } = setUp([[0, 28]]);
  receive({ readyState: 3 });
  await clock.advance(1_000);
  expect(standIn.currentTime).toBe(5);
});

test('a seek of the engine is in force at once, and until the element has followed it', () => {
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

test('of two seeks of the engine the first one that is followed does not end the second', () => {
  const { standIn, seeks, receive } = setUp();
  standIn.currentTime = 12;
  standIn.currentTime = 20;
  expect(seeks.map(([, number]) => number)).toEqual([1, 2]);
  receive({ currentTime: 12, seekNumber: 1 });
  expect(standIn.currentTime).toBe(20);
});

test('a new target of the viewer ends a seek of the engine that is under way', () => {
  const { standIn, receive } = setUp();
  standIn.currentTime = 12;
  receive({ currentTime: 20, seeking: true, targetNumber: 1 });
  expect(standIn.currentTime).toBe(20);
});

test('an element without data is no readier while it seeks', () => {
  const { standIn, receive } = setUp();
  receive({ readyState: 0 });
  standIn.currentTime = 3;
  expect(standIn.readyState).toBe(0);
});

test('events of the element are events of the stand-in, after its state has changed', () => {
  const { standIn, receive } = setUp();
  const heard: unknown[] = [];
  for (const type of ['pause', 'null']) standIn.addEventListener(type, () => heard.push([type, standIn.paused]));
  receive({ paused: true }, 'pause');
  receive();
  expect(heard).toEqual([['pause', true]]);
});

test('what the element says is what the engine reads', () => {
  const { standIn, receive } = setUp();
  const error = { code: 3, message: 'decode' };
  receive({ paused: true, ended: true, playbackRate: 1.5, error });
  expect(standIn).toMatchObject({ paused: true, ended: true, playbackRate: 1.5, error });
  expect(standIn.getVideoPlaybackQuality()).toEqual({ droppedVideoFrames: 3, totalVideoFrames: 90 });
});

test('the rate is the viewer’s: the engine cannot change it', () => {
  const { standIn, receive } = setUp();
  receive();
  standIn.playbackRate = 1.2;
  expect(standIn.playbackRate).toBe(1);
});

test('the length is that of the source, and of the element where there is none', () => {
  const { standIn, source, receive } = setUp();
  source.duration = 30;
  receive();
  expect(standIn.duration).toBe(30);
  const alone = new MediaStandIn({ clock: createFakeClock(), seek: () => undefined });
  alone.receive({ event: null, snapshot: PLAYING });
  expect(alone.duration).toBe(28);
});

test('what is buffered is what all tracks have', () => {
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

test('tracks that only touch have nothing in common', () => {
  expect(rangesOf(setUp([[0, 4]], [[4, 8]]).standIn)).toEqual([]);
});

test('an ended stream lasts as long as its longest track, and no range but the last of a track is longer', () => {
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

test('an ended track without anything has nothing buffered', () => {
  const { standIn, source } = setUp([], [[0, 10]]);
  source.readyState = 'ended';
  expect(rangesOf(standIn)).toEqual([]);
});

test('an index beyond what is buffered throws, as that of a real element does', () => {
  const { buffered } = setUp([[0, 4]]).standIn;
  expect(() => buffered.start(1)).toThrow();
  expect(() => buffered.end(1)).toThrow();
});

test('the picture is as large as main says', () => {
  const { standIn } = setUp();
  standIn.useBox({ widthPixels: 1280, heightPixels: 720 });
  expect(standIn).toMatchObject({ clientWidth: 1280, clientHeight: 720, width: 1280, height: 720 });
  expect(standIn.getBoundingClientRect()).toEqual({ width: 1280, height: 720 });
});

test('what has no meaning without a document does nothing', async () => {
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
