import { afterEach, expect, test, vi } from 'vitest';
import { countFrames } from '../../../../src/page/engines/count-frames.ts';
import { elementErrorCode } from '../../../../src/page/engines/element-error.ts';
import { RESIZE_DELAY_MS, observeElementSize } from '../../../../src/page/engines/observe-element-size.ts';
import { hasLostSource } from '../../../../src/page/platform/lost-source.ts';
import { attachHandle, takeHandle } from '../../../../src/page/platform/take-handle.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeMediaElement } from '../../../support/fake-media-element.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [2, '', true, 'net.connect'],
  [3, '', true, 'fmt.decode'],
  [4, 'DEMUXER_ERROR_COULD_NOT_OPEN', false, 'fmt.unplayable'],
  [4, 'DEMUXER_ERROR_COULD_NOT_PARSE', true, 'fmt.unplayable'],
  [4, '404: Not Found', false, 'net.badstatus'],
  [4, 'HTTP error', false, 'net.badstatus'],
  [4, 'bad Status', false, 'net.badstatus'],
  [4, '', false, 'net.unknown'],
  [4, '', true, 'fmt.decode'],
  [1, '', true, 'net.unknown'],
] as const)('the element error %i "%s" (metadata: %s) is %s [H5]', (code, message, hadMetadata, expected) => {
  expect(elementErrorCode({ code, message }, hadMetadata)).toBe(expected);
});

const range = (length: number) => ({ length }) as TimeRanges;

test.each([
  [true, 0, {}, true],
  [false, 0, {}, false],
  [true, 1, {}, false],
  [true, 0, null, false],
])(
  'an element with ended %s, %i buffered ranges and the source %o has lost its source: %s',
  (ended, length, srcObject, isLost) => {
    expect(hasLostSource({ ended, buffered: range(length), srcObject: srcObject as MediaProvider | null })).toBe(
      isLost,
    );
  },
);

const handle = { kind: 'handle', handle: {}, isManaged: false } as const;

test('a ManagedMediaSource disables remote playback on the element, a MediaSource does not', () => {
  const element = new FakeMediaElement(createFakeClock());
  attachHandle(element, handle);
  expect([element.srcObject, element.disableRemotePlayback]).toEqual([handle.handle, false]);
  attachHandle(element, { ...handle, isManaged: true });
  expect(element.disableRemotePlayback).toBe(true);
});

test('an element that gets another source before the player has loaded resumes at its position', async () => {
  const clock = createFakeClock();
  const element = new FakeMediaElement(clock);
  const plays = vi.spyOn(element, 'play');
  takeHandle(element as unknown as HTMLVideoElement, handle);
  expect([plays.mock.calls.length, element.currentTime]).toEqual([0, 0]);
  element.loadMetadata(28);
  element.append(0, 28);
  element.currentTime = 6;
  void element.play().catch(() => undefined);
  await clock.advance(100);
  takeHandle(element as unknown as HTMLVideoElement, { ...handle, handle: {} });
  expect([plays.mock.calls.length, element.paused]).toEqual([2, false]);
  expect(element.currentTime).toBeCloseTo(6.1);
});

test('frame counts are null before the first frame', () => {
  const counting = (totalVideoFrames: number) =>
    countFrames({
      getVideoPlaybackQuality: () => ({ droppedVideoFrames: 2, totalVideoFrames }),
    } as HTMLVideoElement);
  expect([counting(0), counting(50)]).toEqual([null, { droppedFrames: 2, totalFrames: 50 }]);
});

function followed() {
  const observers: { changed: () => void; isWatching: boolean }[] = [];
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly changed: () => void;
      isWatching = false;
      constructor(changed: () => void) {
        this.changed = changed;
        observers.push(this);
      }
      observe(): void {
        this.isWatching = true;
      }
      disconnect(): void {
        this.isWatching = false;
      }
    },
  );
  const clock = createFakeClock();
  const element = { clientWidth: 640, clientHeight: 360 } as HTMLVideoElement;
  const boxes: unknown[] = [];
  const ending = new AbortController();
  const follow = (): void => observeElementSize(element, clock, { setBox: (box) => boxes.push(box) }, ending.signal);
  return { observers, clock, boxes, ending, follow };
}

test('the worker gets the size of the picture in screen pixels, once the size is stable', async () => {
  const { observers, clock, boxes, follow } = followed();
  follow();
  observers[0]?.changed();
  await clock.advance(RESIZE_DELAY_MS - 1);
  observers[0]?.changed();
  await clock.advance(RESIZE_DELAY_MS - 1);
  expect(boxes).toEqual([]);
  await clock.advance(1);
  expect(boxes).toEqual([{ widthPixels: 1280, heightPixels: 720 }]);
});

test('a worker that has ended gets no more sizes of the picture', async () => {
  const { observers, clock, boxes, ending, follow } = followed();
  follow();
  observers[0]?.changed();
  ending.abort();
  await clock.advance(10_000);
  expect([boxes, observers[0]?.isWatching]).toEqual([[], false]);
  follow();
  expect(observers).toHaveLength(1);
});
