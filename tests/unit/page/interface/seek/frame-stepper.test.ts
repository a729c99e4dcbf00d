import { describe, expect, test } from 'vitest';
import { clockTime } from '../../../../../protocol/runtime/clock-time.ts';
import { FrameStepper } from '../../../../../src/page/interface/seek/frame-stepper.ts';
import { createPlayer } from '../../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../../support/video-response.ts';

const FRAME_SECONDS = 1 / 25;
/** Time from the end of a seek until its frame is displayed. */
const PAINT_MS = 16;

type FrameVideo = Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>;

/** A paused video of 25 frames a second, at `seconds`. */
async function pausedAt(seconds: number) {
  const harness = createPlayer();
  const { element, clock, player } = harness;
  const callbacks = new Map<number, VideoFrameRequestCallback>();
  let handle = 0;
  const video = Object.assign<typeof element, FrameVideo>(element, {
    requestVideoFrameCallback(callback) {
      handle += 1;
      // A request after the seek can be too late: the browser may already have prepared the frame.
      if (!element.seeking) callbacks.set(handle, callback);
      return handle;
    },
    cancelVideoFrameCallback: (cancelled) => void callbacks.delete(cancelled),
  });
  element.addEventListener('seeked', () => {
    const mediaTime = Math.floor((element.currentTime + 1e-9) / FRAME_SECONDS) * FRAME_SECONDS;
    clock.after(PAINT_MS, () => {
      const due = [...callbacks.values()];
      callbacks.clear();
      for (const callback of due) callback(clock.monotonicNow(), { mediaTime } as VideoFrameCallbackMetadata);
    });
  });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.run('pauseVideo');
  harness.run('seekTo', [seconds, true]);
  await harness.rest();
  const stepper = new FrameStepper(player, video as unknown as HTMLVideoElement, clock);
  const { run, rest } = harness;
  return { clock, run, rest, element: video, stepper };
}

const frameAt = (seconds: number): number => Math.floor((seconds + 1e-9) / FRAME_SECONDS);

describe('the frame stepper', () => {
  test.each([
    ['forward', 1, 251],
    ['back', -1, 249],
  ] as const)('the frame stepper seeks %s by one frame of the video', async (_, direction, frame) => {
    const { stepper, element, clock, rest } = await pausedAt(10);
    void stepper.step(direction, clock.monotonicNow());
    await rest();
    expect(frameAt(element.currentTime)).toBe(frame);
  });

  test('a step back after a step forward shows the time of the previous frame', async () => {
    const { stepper, clock, rest } = await pausedAt(10);
    const times: string[] = [];
    for (const direction of [1, 1, -1, -1] as const) {
      void stepper.step(direction, clock.monotonicNow());
      await rest();
      times.push(clockTime(stepper.seconds, 2));
    }
    expect(times).toEqual(['0:10.04', '0:10.08', '0:10.04', '0:10.00']);
  });

  test('of several steps requested during another step only the last is executed', async () => {
    const { stepper, element, clock, rest } = await pausedAt(10);
    for (const direction of [1, 1, 1, -1] as const) void stepper.step(direction, clock.monotonicNow());
    await rest();
    expect(frameAt(element.currentTime)).toBe(250);
  });

  test.each([0, 5, 20, 40, 60])('a seek requested %i ms into a frame step replaces it', async (afterMs) => {
    const { stepper, element, clock, run, rest } = await pausedAt(10);
    void stepper.step(1, clock.monotonicNow());
    await clock.advance(1 + afterMs);
    run('seekTo', [0, true], 'viewer', clock.monotonicNow());
    await rest();
    expect(element.currentTime).toBe(0);
  });

  test('a step without a new frame ends, and the next step is executed', async () => {
    const { stepper, element, clock, rest } = await pausedAt(10);
    element.requestVideoFrameCallback = () => 0;
    void stepper.step(1, clock.monotonicNow());
    await rest();
    const { currentTime } = element;
    void stepper.step(-1, clock.monotonicNow());
    await rest();
    expect(element.currentTime).toBeLessThan(currentTime);
  });
});
