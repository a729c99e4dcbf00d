import { expect, test } from 'vitest';
import type {
  ProfilerCommand,
  ProfilerReport,
  ProfilerState,
} from '../../../../../protocol/profiling/profiler-messages.ts';
import type { FrameDetail, LongFrame } from '../../../../../protocol/profiling/frames.ts';
import type { ThreadSpans } from '../../../../../protocol/recording/thread-spans.ts';
import type { PageFacts } from '../../../../../src/page/interface/profiler/page-facts.ts';
import { FIGURES_INTERVAL_MS } from '../../../../../src/page/interface/profiler/figures-store.ts';
import { ProfilerSession } from '../../../../../src/page/interface/profiler/profiler-session.ts';
import { CALM_READ_INTERVAL_MS, READ_INTERVAL_MS } from '../../../../../src/page/interface/profiler/span-reader.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createSpans } from '../../../../support/fake-spans.ts';

function openSession() {
  const clock = createFakeClock();
  const ring = createSpans(clock, 'main');
  const worker = { ring: createSpans(clock, 'media'), readsFrom: [] as number[] };
  const commands: ProfilerCommand[] = [];
  const drawing = {
    report: (report: ProfilerReport): void => expect.unreachable(report.kind),
    renewed: (): void => undefined,
    isClosed: false,
  };
  let isHidden = false;
  const longFrames: LongFrame[] = [];
  let isWatched = false;
  let renders = 0;
  let changes = 0;
  const session = new ProfilerSession({
    clock,
    spans: {
      ring,
      inputs: new Map(),
      async read(_, sequences = {}) {
        const since = sequences.media ?? 0;
        worker.readsFrom.push(since);
        return [ring.read(sequences.main), worker.ring.read(since)];
      },
    },
    openDrawing({ onReport, onRenewed }) {
      drawing.report = onReport;
      drawing.renewed = onRenewed;
      return {
        element: {} as HTMLElement,
        place: { where: 'worker', reason: '' },
        start: () => undefined,
        send: (command) => commands.push(command),
        sendSpans: (threads) => commands.push({ kind: 'spans', threads }),
        close: () => (drawing.isClosed = true),
      };
    },
    frames: {
      start: () => undefined,
      stop: () => (isWatched = false),
      take: () => ({ long: longFrames.splice(0), video: [] }),
      watchVideo: (wanted) => (isWatched = wanted),
    },
    readFacts: () => ({ frames: null, start: { timeOriginMs: 0 } }) as PageFacts,
    measureMemory: async () => 'unavailable',
    measureOwnCost: async (hold) => {
      hold(true);
      await clock.advance(10_000);
      hold(false);
      return { cost: { mean: 3, margin: 1 }, seenShare: 1, takenShare: 0 };
    },
    readIntervalMs: () => READ_INTERVAL_MS,
    isHidden: () => isHidden,
    reportError: (error) => expect.unreachable(String(error)),
  });
  session.subscribe(() => (renders += 1));
  session.onFigures(() => (changes += 1));
  const threads = (): readonly ThreadSpans[] => commands.flatMap((one) => (one.kind === 'spans' ? one.threads : []));
  return {
    clock,
    worker,
    commands,
    drawing,
    session,
    threads,
    hide: () => (isHidden = true),
    renders: () => renders,
    changes: () => changes,
    longFrames,
    isWatched: () => isWatched,
  };
}

const STATE = { earliestMs: 0, latestMs: 1 } as ProfilerState;

test('new spans are read at an interval while the panel is open, and no timer remains after it closes', async () => {
  const { clock, worker, drawing, session } = openSession();
  expect(clock.pendingCount()).toBe(0);
  session.start();
  await clock.advance(0);
  worker.ring.add('append', 0);
  await clock.advance(2 * READ_INTERVAL_MS);
  expect(worker.readsFrom).toEqual([0, 0, 1]);
  session.close();
  expect([clock.pendingCount(), drawing.isClosed]).toEqual([0, true]);
  await clock.advance(60_000);
  expect(worker.readsFrom).toHaveLength(3);
});

test('nothing is read while paused, and the spans of the pause are read afterwards', async () => {
  const { clock, worker, session, threads } = openSession();
  session.start();
  await clock.advance(0);
  session.setPaused(true);
  expect([clock.pendingCount(), session.get().isPaused]).toEqual([0, true]);
  worker.ring.add('append', 0);
  await clock.advance(10_000);
  expect(worker.readsFrom).toEqual([0]);
  session.setPaused(false);
  await clock.advance(0);
  expect(threads().at(-1)).toMatchObject({ lane: 'media', names: ['append'] });
  session.close();
});

test('a worker that replaces another is read from its first span, and the mismatched read is not drawn', async () => {
  const { clock, worker, session, threads } = openSession();
  worker.ring.add('append', 0);
  session.start();
  await clock.advance(0);
  const [first] = threads().slice(-1);
  worker.ring.read = () => ({ ...(first as ThreadSpans), timeOriginMs: 99, nextSequence: 0 });
  await clock.advance(2 * READ_INTERVAL_MS);
  expect(worker.readsFrom).toEqual([0, 1, 0]);
  expect(
    threads()
      .filter(({ lane }) => lane === 'media')
      .map(({ timeOriginMs }) => timeOriginMs),
  ).toEqual([0, 99]);
  session.close();
});

test('a drawing that replaces another gets the display and all spans again', async () => {
  const { clock, worker, commands, drawing, session } = openSession();
  worker.ring.add('append', 0);
  session.start();
  await clock.advance(0);
  drawing.renewed();
  expect(commands.at(-1)).toMatchObject({ kind: 'display' });
  await clock.advance(READ_INTERVAL_MS);
  expect(worker.readsFrom).toEqual([0, 0]);
  session.close();
});

test('figures change at most once an interval, with the latest report last, and cause no rendering', async () => {
  const { clock, drawing, session, renders, changes } = openSession();
  const report = (latestMs: number, isAsked = false): void =>
    drawing.report({ kind: 'state', state: { ...STATE, latestMs }, isAsked });
  for (let index = 0; index < 10; index += 1) report(index);
  expect([changes(), session.figures.state?.latestMs]).toEqual([1, 9]);
  await clock.advance(FIGURES_INTERVAL_MS - 1);
  expect(changes()).toBe(1);
  await clock.advance(1);
  expect(changes()).toBe(2);
  // A report that a choice of the viewer has requested is shown at once.
  report(20, true);
  expect([changes(), session.figures.state?.latestMs, renders()]).toEqual([3, 20, 0]);
  session.setDisplay({ query: 'flush' });
  expect(renders()).toBe(1);
  session.close();
  expect(clock.pendingCount()).toBe(0);
});

test('while the measurement of its own cost holds the panel nothing is read, and reading continues afterwards', async () => {
  const { clock, worker, session } = openSession();
  session.start();
  await clock.advance(0);
  await session.measureOwnCost();
  expect(worker.readsFrom).toHaveLength(1);
  expect(session.figures.ownCost).toEqual({ cost: { mean: 3, margin: 1 }, seenShare: 1, takenShare: 0 });
  await clock.advance(READ_INTERVAL_MS);
  expect(worker.readsFrom).toHaveLength(2);
  session.close();
  expect(clock.pendingCount()).toBe(0);
});

test('exportTrace returns the text of the drawing', async () => {
  const { session, commands, drawing } = openSession();
  const file = session.exportTrace();
  expect(commands).toEqual([{ kind: 'export' }]);
  drawing.report({ kind: 'trace', text: '{}' });
  expect(await file).toBe('{}');
});

test('video frames are watched only if requested, while the panel is wide enough, and neither paused nor closed', () => {
  const { session, isWatched } = openSession();
  session.start();
  expect(isWatched()).toBe(false);
  session.setDisplay({ widthPx: 500 });
  expect(isWatched()).toBe(false);
  session.wantVideoFrames(true);
  expect(isWatched()).toBe(true);
  session.setPaused(true);
  expect(isWatched()).toBe(false);
  session.setPaused(false);
  expect(isWatched()).toBe(true);
  session.close();
  expect(isWatched()).toBe(false);
});

test('frames are sent with the spans of a read, and a chosen frame is brought into view', async () => {
  const { clock, session, commands, drawing, longFrames } = openSession();
  session.start();
  longFrames.push({ startMs: 5, endMs: 80, styleStartMs: null, shownMs: null, scripts: [] });
  await clock.advance(0);
  expect(commands.filter(({ kind }) => kind === 'frames')).toMatchObject([{ long: [{ startMs: 5 }], video: [] }]);
  await clock.advance(CALM_READ_INTERVAL_MS);
  expect(commands.filter(({ kind }) => kind === 'frames')).toHaveLength(1);

  drawing.report({ kind: 'state', state: { ...STATE, earliestMs: 0, latestMs: 60_000 }, isAsked: false });
  session.chooseFrame('worst');
  expect(commands.at(-1)).toEqual({ kind: 'choose-frame', choice: 'worst' });
  const frame = { startMs: 20_000, endMs: 20_100 } as FrameDetail;
  drawing.report({ kind: 'frame', frame });
  const { display } = session.get();
  expect(session.get().frame).toBe(frame);
  const endMs = display.view.endMs ?? 0;
  expect([endMs - display.view.lengthMs < 20_000, endMs > 20_100]).toEqual([true, true]);
  session.close();
});

test('another choice of the worst frame searches the view before the first choice, unless the viewer has moved the view', () => {
  const { session, commands, drawing } = openSession();
  const report = (frame: FrameDetail | null) => drawing.report({ kind: 'frame', frame });
  const viewWhenChosen = () => {
    session.chooseFrame('worst');
    return commands.findLast((one) => one.kind === 'display')?.display.view;
  };
  drawing.report({ kind: 'state', state: { ...STATE, earliestMs: 0, latestMs: 60_000 }, isAsked: false });
  const live = session.get().display.view;
  session.chooseFrame('worst');
  report({ startMs: 20_000, endMs: 20_100 } as FrameDetail);
  report({ startMs: 40_000, endMs: 40_100 } as FrameDetail);
  expect(session.get().display.view).not.toBe(live);
  expect(viewWhenChosen()).toBe(live);

  report({ startMs: 20_000, endMs: 20_100 } as FrameDetail);
  const moved = { endMs: 30_000, lengthMs: 5_000 };
  session.moveTo(moved);
  expect(viewWhenChosen()).toBe(moved);
  report(null);
  expect(session.get().frame).toBe('none');
});
