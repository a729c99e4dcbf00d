import { expect, test } from 'vitest';
import { FrameRecorder, scriptName } from '../../../../../src/page/interface/profiler/frame-recorder.ts';

const DOCUMENT_URL = 'https://player.example/embed/demo?autoplay=1';

function createRecorder() {
  let callback: VideoFrameRequestCallback | null = null;
  let dropped = 0;
  const media = {
    playbackRate: 1,
    requestVideoFrameCallback(next: VideoFrameRequestCallback) {
      callback = next;
      return 1;
    },
    cancelVideoFrameCallback: () => void (callback = null),
    getVideoPlaybackQuality: () => ({ droppedVideoFrames: dropped }) as VideoPlaybackQuality,
  };
  let report: PerformanceObserverCallback | null = null;
  class Observer {
    constructor(onEntries: PerformanceObserverCallback) {
      report = onEntries;
    }
    observe = (): void => undefined;
    disconnect = (): void => void (report = null);
  }
  const recorder = new FrameRecorder({
    media,
    timeOriginMs: 1_000,
    documentUrl: DOCUMENT_URL,
    Observer: Observer as unknown as typeof PerformanceObserver,
  });
  const show = (presentationTime: number, mediaTime: number, droppedFrames = 0): void => {
    dropped = droppedFrames;
    callback?.(presentationTime, { presentationTime, mediaTime } as VideoFrameCallbackMetadata);
  };
  const tell = (entry: object): void => report?.({ getEntries: () => [entry] } as never, undefined as never);
  return { recorder, media, show, tell, isWatching: () => callback !== null };
}

test('a video frame has the time since the previous frame, and the expected time at the playback speed', () => {
  const { recorder, media, show } = createRecorder();
  recorder.watchVideo(true);
  show(100, 5);
  show(140, 5.04);
  media.playbackRate = 2;
  show(200, 5.12, 3);
  expect(recorder.take().video).toMatchObject([
    { shownMs: 1_140, sinceMs: 40, dropped: 0 },
    { shownMs: 1_200, sinceMs: 60, dropped: 3 },
  ]);
  show(240, 5.2, 3);
  const [last] = recorder.take().video;
  expect(last?.wantedMs).toBeCloseTo(40);
});

test('the first frame after a seek or of another video has no time since a previous frame', () => {
  const { recorder, show } = createRecorder();
  recorder.watchVideo(true);
  show(100, 50, 7);
  show(900, 3, 7);
  show(1_900, 4, 0);
  expect(recorder.take().video.map(({ sinceMs, dropped }) => [sinceMs, dropped])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('a long frame has the times of its phases and scripts on the clock of all threads, and null for a missing phase', () => {
  const { recorder, tell } = createRecorder();
  recorder.start();
  const script = {
    invoker: 'TimerHandler:setTimeout',
    sourceCharPosition: 1_234,
    sourceURL: 'https://player.example/assets/page-BOVnpb-V.js?a',
  };
  tell({
    startTime: 20,
    duration: 80,
    styleAndLayoutStart: 90,
    scripts: [
      { ...script, sourceFunctionName: 'update', startTime: 30, duration: 50, forcedStyleAndLayoutDuration: 4 },
    ],
  });
  expect(recorder.take().long).toEqual([
    {
      startMs: 1_020,
      endMs: 1_100,
      styleStartMs: 1_090,
      shownMs: null,
      scripts: [
        {
          name: 'update (page.js, character 1,234), by TimerHandler:setTimeout',
          startMs: 1_030,
          endMs: 1_080,
          forcedMs: 4,
        },
      ],
    },
  ]);
  expect(recorder.take().long).toEqual([]);
});

test('the name of a script is made of its function, file, position and invoker, as far as the browser reports them', () => {
  const unknown = { sourceFunctionName: '', sourceURL: '', sourceCharPosition: -1, invoker: '' };
  expect(scriptName(unknown, DOCUMENT_URL)).toBe('a script that the browser does not name');
  expect(scriptName({ ...unknown, invoker: 'FrameRequestCallback' }, DOCUMENT_URL)).toBe(
    'FrameRequestCallback, of a script without a file',
  );
  const address = 'https://player.example/boot.js';
  expect(scriptName({ ...unknown, sourceURL: address, invoker: address }, DOCUMENT_URL)).toBe('evaluation of boot.js');
  const known = { sourceFunctionName: 'update', sourceURL: 'https://player.example/page-Ab12Cd34.js?1' };
  expect(scriptName({ ...known, sourceCharPosition: 1_234, invoker: 'TimerHandler:setTimeout' }, DOCUMENT_URL)).toBe(
    'update (page.js, character 1,234), by TimerHandler:setTimeout',
  );
  expect(
    scriptName({ ...known, sourceFunctionName: '', sourceCharPosition: 9, invoker: 'BUTTON.onclick' }, DOCUMENT_URL),
  ).toBe('function without a name in page.js, character 9, by BUTTON.onclick');
  const module = { ...unknown, sourceURL: 'https://player.example/page-Ab12Cd34.js', sourceCharPosition: 0 };
  expect(scriptName({ ...module, invoker: module.sourceURL }, DOCUMENT_URL)).toBe('evaluation of page.js');
  const inline = { ...unknown, sourceURL: `${DOCUMENT_URL}#t=5`, sourceCharPosition: 12 };
  expect(scriptName(inline, DOCUMENT_URL)).toBe('evaluation of inline script, character 12');
});
