import { expect, test } from 'vitest';
import type { LongFrame, VideoFrame } from '../../../../protocol/profiling/frames.ts';
import { recordInput } from '../../../../src/page/telemetry/record-input.ts';
import { frameDetail } from '../../../../workers/profiler/frame-detail.ts';
import { FrameHistory, type AxisFrame } from '../../../../workers/profiler/frame-history.ts';
import { rangeSums } from '../../../../workers/profiler/range-sums.ts';
import { unionMs } from '../../../../workers/profiler/union.ts';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { ORIGIN_MS, PRESS, recordThread } from '../../../support/thread-recordings.ts';

const NOW_MS = ORIGIN_MS + 20_000;
const at = (ms: number): number => ORIGIN_MS + ms;
const ALL = { fromMs: at(0), toMs: at(80_000) };

/** A frame of 200 ms, with two scripts of 120 ms together, and 30 ms of style and layout. */
const LONG: LongFrame = {
  startMs: at(10_000),
  endMs: at(10_200),
  styleStartMs: at(10_170),
  shownMs: at(10_216),
  scripts: [
    { name: 'load (app.js)', startMs: at(10_000), endMs: at(10_100), forcedMs: 8 },
    { name: 'draw (app.js)', startMs: at(10_150), endMs: at(10_170), forcedMs: 0 },
  ],
};

const video = (shownMs: number, sinceMs: number, dropped = 0): VideoFrame => ({
  shownMs: at(shownMs),
  sinceMs,
  wantedMs: 40,
  dropped,
});

function addedFrames(): FrameHistory {
  const frames = new FrameHistory();
  const shown = [video(9_000, 0), video(9_040, 40), video(9_089, 49), video(9_160, 71), video(9_280, 120, 2)];
  frames.add([LONG], shown, NOW_MS);
  return frames;
}

function recorded() {
  const main = recordThread('main');
  main.ring.add('long frame', 10_000, 0, 150, 0, 10_200);
  main.ring.add('receive', 10_100, 0, 0, 0, 10_120);
  main.ring.add('update', 10_090, 0, 0, 0, 10_110);
  main.ring.begin('infrastructure.flush', 10_050, 0, 5);
  recordInput(main, 9_960, 10_060, PRESS);
  const media = recordThread('media');
  media.ring.add('post', 10_180, 0, 0, 0, 10_260);
  media.ring.add('segment', 9_000, 0, 0, 0, 10_100);
  const history = new SpanHistory();
  history.add([{ ...main.ring.read(), inputs: main.inputs }, media.ring.read()]);
  return history.lanes;
}

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;

test('a video frame that exceeds its time by a screen frame is late, and dropped frames before it are counted', () => {
  const frames = addedFrames();
  expect(frames.frames.map(({ verdict, endMs }) => [verdict, endMs - ORIGIN_MS])).toEqual([
    ['on time', 9_040],
    ['on time', 9_089],
    ['late', 9_160],
    ['dropped', 9_280],
    ['long', 10_200],
  ]);
  expect(frames.counts()).toEqual({ 'on time': 2, late: 1, dropped: 2, long: 1 });
});

test('the first frame and a frame after a pause are not listed, and frames are removed after a minute', () => {
  const frames = new FrameHistory();
  frames.add([], [video(9_000, 0), video(15_000, 5_000), video(15_040, 40)], NOW_MS);
  expect(frames.frames.map(({ endMs }) => endMs - ORIGIN_MS)).toEqual([15_040]);
  frames.add([], [video(80_000, 40)], at(80_000));
  expect(frames.frames.map(({ endMs }) => endMs - ORIGIN_MS)).toEqual([80_000]);
});

test('the worst frame is a long frame, rather than the video frame that it made late, unless another is worse', () => {
  const frames = new FrameHistory();
  frames.add([LONG], [video(10_230, 240)], NOW_MS);
  expect(frames.choose('worst', null, ALL)?.verdict).toBe('long');
  frames.add([], [video(10_600, 340)], NOW_MS);
  expect(frames.choose('worst', null, ALL)?.verdict).toBe('late');
});

test('frames can be chosen by time, by the worst, and as the next or the previous frame', () => {
  const frames = addedFrames();
  const endOf = (frame: AxisFrame | null) => (frame?.endMs ?? 0) - ORIGIN_MS;
  const worst = frames.choose('worst', null, ALL);
  expect(endOf(worst)).toBe(9_280);
  expect(endOf(frames.choose('next', worst, ALL))).toBe(10_200);
  expect(endOf(frames.choose('previous', worst, ALL))).toBe(9_160);
  const last = frames.choose('previous', null, ALL);
  expect(endOf(last)).toBe(10_200);
  expect(frames.choose('next', last, ALL)).toBe(last);
  // Frames on time are skipped, unless the choice is "of all".
  const late = frames.choose('previous', worst, ALL);
  expect(frames.choose('previous', late, ALL)).toBe(late);
  expect(endOf(frames.choose('previous of all', late, ALL))).toBe(9_089);
  expect(endOf(frames.choose('next', frames.choose({ atMs: at(9_020) }, null, ALL), ALL))).toBe(9_160);
  expect(endOf(frames.choose('next of all', frames.choose({ atMs: at(9_020) }, null, ALL), ALL))).toBe(9_089);
  expect(endOf(frames.choose({ atMs: at(10_050) }, null, ALL))).toBe(10_200);
  expect(frames.choose({ atMs: at(9_500) }, null, ALL)).toBeNull();
});

test('the worst frame is chosen within the given time range, and is null in a range without frames', () => {
  const frames = addedFrames();
  const worstIn = (fromMs: number, toMs: number) => {
    const worst = frames.choose('worst', null, { fromMs: at(fromMs), toMs: at(toMs) });
    return worst === null ? null : worst.endMs - ORIGIN_MS;
  };
  expect([worstIn(9_000, 9_155), worstIn(9_300, 20_000), worstIn(10_300, 20_000)]).toEqual([9_160, 10_200, null]);
});

test('next and previous lead to the newest frame if no frame, or a removed frame, was chosen', () => {
  const frames = addedFrames();
  const gone = frames.choose({ atMs: at(9_020) }, null, ALL);
  frames.forget(at(69_050));
  for (const from of [null, gone])
    for (const choice of ['next', 'previous', 'next of all', 'previous of all'] as const)
      expect(frames.choose(choice, from, ALL)?.endMs).toBe(at(10_200));
  frames.forget(at(90_000));
  expect([frames.choose('next', gone, ALL), frames.counts().long]).toEqual([null, 0]);
});

test('a long frame is split into the parts that browser and recorders report, and the rest is unknown', () => {
  const long = addedFrames().choose({ atMs: at(10_050) }, null, ALL) ?? expect.unreachable();
  const detail = frameDetail(long, recorded(), [LONG]);
  expect(detail.parts).toEqual([
    { name: 'script', durationMs: 120 },
    { name: 'of it style and layout that scripts asked for', durationMs: 8 },
    { name: 'style, layout and paint', durationMs: 30 },
    // The first half of the update overlaps the script, and its second half the message.
    { name: 'work that only our recorder has', durationMs: 20 },
  ]);
  expect([detail.unknownMs, detail.toScreenMs]).toEqual([30, 16]);
  expect(detail.scripts.map(({ name }) => name)).toEqual(['load (app.js)', 'draw (app.js)']);
  expect(detail.spans.map(({ name, totalMs }) => [name, rounded(totalMs)])).toEqual([
    ['receive', 20],
    ['update', 20],
    ['infrastructure.flush', 150],
    ['input', 60],
  ]);
  expect(detail.inputs).toMatchObject([{ startMs: at(9_960), input: PRESS }]);
  expect(detail.workers).toEqual([{ lane: 'media', busyMs: 20, work: ['post'], waits: ['segment'] }]);
});

test('a video frame has the parts of the long frames that overlap it, and the rest is unknown, not idle', () => {
  const frames = new FrameHistory();
  frames.add([], [video(10_180, 100)], NOW_MS);
  const [frame = expect.unreachable()] = frames.frames;
  const detail = frameDetail(frame, [], [LONG]);
  expect(detail.parts.map(({ name, durationMs }) => [name, durationMs])).toEqual([
    ['script', 40],
    ['of it style and layout that scripts asked for', 8],
    ['style, layout and paint', 10],
  ]);
  expect([detail.unknownMs, detail.toScreenMs, detail.lateMs]).toEqual([50, null, 60]);
});

test('a time range has sums by name and thread of the span parts within it', () => {
  const sums = rangeSums(recorded(), [LONG], at(10_080), at(10_200));
  expect(sums.threads).toEqual([
    { lane: 'main', busyMs: 90, unknownMs: 30 },
    { lane: 'media', busyMs: 20, unknownMs: 100 },
  ]);
  const rows = sums.rows.map(
    ({ lane, name, kind, count, totalMs }) => `${kind}: ${lane} ${name} ${count} ${rounded(totalMs)}`,
  );
  expect(rows).toEqual([
    'work: main receive 1 20',
    'work: main update 1 20',
    'work: media post 1 20',
    'outside: main long frame 1 120',
    'wait: main infrastructure.flush 1 120',
    'wait: media segment 1 20',
  ]);
});

test('the sum of overlapping waits is at most the time range, and waits are listed after work', () => {
  const media = recordThread('media');
  for (const startMs of [9_000, 9_010, 9_020, 10_300]) media.ring.add('segment', startMs, 0, 0, 0, 12_000);
  media.ring.add('receive', 10_100, 0, 0, 0, 10_105);
  const history = new SpanHistory();
  history.add([media.ring.read()]);
  const { rows } = rangeSums(history.lanes, [], at(10_000), at(10_500));
  expect(rows.map(({ name, count, totalMs }) => [name, count, rounded(totalMs)])).toEqual([
    ['receive', 1, 5],
    ['segment', 4, 500],
  ]);
});

test('the sums over a long frame have the same unknown time as the frame', () => {
  const long = addedFrames().choose({ atMs: at(10_050) }, null, ALL) ?? expect.unreachable();
  const { unknownMs } = frameDetail(long, recorded(), [LONG]);
  const [main] = rangeSums(recorded(), [LONG], long.startMs, long.endMs).threads;
  expect(main).toMatchObject({ lane: 'main', unknownMs });
});

test('unionMs counts overlapping pieces once', () => {
  const piece = (fromMs: number, toMs: number) => ({ fromMs, toMs });
  expect(unionMs([piece(5, 9), piece(0, 4), piece(3, 6), piece(20, 21)])).toBe(10);
});
