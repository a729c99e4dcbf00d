import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import type {
  MediaEngineEvents,
  MediaEngineState,
  MediaSourceDescription,
} from '../../../../protocol/media/media-engine.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeMediaElement } from '../../../support/fake-media-element.ts';
import { createPipeline, USUAL_PACE, type PipelinePace } from '../../../support/media-pipeline.ts';
import { WORKER_RESTARTS_MAX } from '../../../../src/page/supervision/restart-budget.ts';
import { SOURCE_OPEN_TIMEOUT_MS, WORKER_START_TIMEOUT_MS } from '../../../../src/page/engines/worker-stream.ts';
import { PING_TIMEOUT_MS, STARVING_SECONDS } from '../../../../src/page/engines/worker-need.ts';

// All listeners of an element share one abort signal, and Node.js warns from eleven on.
setMaxListeners(30);

const SOURCE: MediaSourceDescription = {
  videoId: 'aaaaaaaaaaa',
  hlsManifestUrl: '/film.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};

function setUp(pace: Partial<PipelinePace> = {}) {
  const clock = createFakeClock();
  const element = new FakeMediaElement(clock);
  const pipeline = createPipeline(clock, element, { ...USUAL_PACE, ...pace });
  const { engine } = pipeline;
  const states: MediaEngineState[] = [];
  const fatals: MediaEngineEvents['fatal'][] = [];
  const problems: string[] = [];
  const moves: number[] = [];
  const reopened: string[] = [];
  engine.on('state', (state) => states.push(state));
  engine.on('fatal', (fatal) => fatals.push(fatal));
  engine.on('problem', ({ detail }) => problems.push(detail));
  engine.on('moved', ({ seconds }) => moves.push(seconds));
  engine.on('reopened', ({ path }) => reopened.push(path));
  return { clock, element, ...pipeline, states, fatals, problems, moves, reopened };
}

async function openPlaying(pace: Partial<PipelinePace> = {}, startSeconds = 0) {
  const harness = setUp(pace);
  const opened = harness.engine.load({ ...SOURCE, startSeconds });
  await harness.clock.advance(1_000);
  expect(await opened).toMatchObject({ ok: true });
  await harness.element.play();
  return harness;
}

test('a stream that starts later than 0 moves the element to its start', async () => {
  const { element, moves } = await openPlaying({}, 9);
  expect(moves).toEqual([9]);
  expect(Math.floor(element.currentTime)).toBe(9);
});

test('opening a stream whose worker does not load fails, and leaves neither a source nor a timer', async () => {
  const { clock, world, engine, element } = setUp();
  world.loadsWorkers = false;
  const opened = engine.load(SOURCE);
  await clock.advance(100);
  expect(await opened).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect([element.srcObject, clock.pendingCount()]).toEqual([null, 0]);
});

test('opening a stream whose source never opens fails at its deadline', async () => {
  const { clock, engine, workers, world } = setUp();
  world.opensSources = false;
  let outcome: unknown = 'pending';
  void engine.load(SOURCE).then((opened) => (outcome = opened));
  await clock.advance(WORKER_START_TIMEOUT_MS + SOURCE_OPEN_TIMEOUT_MS);
  expect(outcome).toBe('pending');
  await clock.advance(100);
  expect(outcome).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(workers).toHaveLength(1);
});

test('closing a stream detaches the source from the element before the worker ends', async () => {
  const { clock, engine, element, worker, fatals } = await openPlaying();
  const ended: unknown[] = [];
  element.addEventListener('ended', () => ended.push(element.currentTime));
  engine.detach();
  expect([element.srcObject, worker().isTerminated]).toEqual([null, true]);
  await clock.advance(60_000);
  expect([ended, fatals]).toEqual([[], []]);
  engine.setQuality('small');
  engine.setAudioTrack('1');
  engine.setTarget(3);
  engine.observeElement();
  expect(await engine.recover(3)).toMatchObject({ ok: false, code: 'player.internal' });
});

test('chosen qualities and audio tracks reach the engine', async () => {
  const { clock, engine, hls } = await openPlaying();
  engine.setQuality('large');
  engine.setAudioTrack('1');
  await clock.advance(10);
  expect([hls()?.nextLevel, hls()?.audioTrack]).toEqual([1, 1]);
});

test('a recovery opens the stream at the given position in the same worker', async () => {
  const { clock, engine, hls, instances, workers } = await openPlaying();
  const recovered = engine.recover(12);
  await clock.advance(10);
  expect(await recovered).toMatchObject({ ok: true });
  expect([hls()?.config.startPosition, instances().length, workers.length]).toEqual([12, 2, 1]);
  expect(clock.pendingCount()).toBeGreaterThanOrEqual(0);
});

test('a recovery without a response is repeated in a new worker, at the same position', async () => {
  const { clock, engine, silence, workers, hls, element } = await openPlaying();
  silence();
  const recovered = engine.recover(12);
  await clock.advance(PING_TIMEOUT_MS + 500);
  expect(await recovered).toMatchObject({ ok: true });
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(hls()?.config.startPosition).toBe(12);
  expect(element.currentTime).toBeGreaterThanOrEqual(12);
});

test('a worker that hangs is replaced when the buffer runs out, and playback resumes at its position', async () => {
  const { clock, element, engine, silence, workers, reopened, problems, hls } = await openPlaying({
    segmentSeconds: 6,
  });
  silence();
  for (let seconds = 0; seconds < 12; seconds += 1) {
    await clock.advance(1_000);
    engine.observeElement();
  }
  expect(workers).toHaveLength(2);
  expect([reopened, problems]).toEqual([
    ['worker'],
    [`media worker died: it did not answer within ${PING_TIMEOUT_MS} ms`],
  ]);

  expect(hls()?.config.startPosition).toBeGreaterThan(6 - STARVING_SECONDS - 1);
  expect(element.currentTime).toBeGreaterThanOrEqual(hls()?.config.startPosition ?? Infinity);
});

test('a worker that has ended together with its source is replaced at once, at the same position', async () => {
  const { clock, element, engine, kill, workers, hls, reopened } = await openPlaying();
  await clock.advance(5_000);
  engine.observeElement();
  kill();
  await clock.advance(PING_TIMEOUT_MS + 100);
  expect(workers).toHaveLength(2);
  expect(hls()?.config.startPosition).toBeCloseTo(5, 0);
  await clock.advance(1_000);
  expect(reopened).toEqual(['worker']);
  expect(element.currentTime).toBeLessThan(28);
});

test('the next worker starts at the target that was requested after its predecessor had died', async () => {
  const { clock, engine, kill, hls } = await openPlaying();
  kill();
  await clock.advance(10);
  engine.setTarget(17);
  await clock.advance(PING_TIMEOUT_MS + 500);
  expect(hls()?.config.startPosition).toBe(17);
});

test('after the last restart a dead worker is reported as fatal, and a recovery opens another worker', async () => {
  const { clock, engine, kill, fatals, reopened, workers } = await openPlaying();
  for (let deaths = 0; deaths <= WORKER_RESTARTS_MAX; deaths += 1) {
    kill();
    await clock.advance(PING_TIMEOUT_MS + 1_000);
  }
  expect(workers).toHaveLength(1 + WORKER_RESTARTS_MAX);
  expect(reopened).toHaveLength(WORKER_RESTARTS_MAX);
  expect(fatals).toMatchObject([{ code: 'player.internal', detail: 'worker.unavailable' }]);
  const recovered = engine.recover(4);
  await clock.advance(PING_TIMEOUT_MS + 1_000);
  expect(await recovered).toMatchObject({ ok: true });
  expect(workers).toHaveLength(2 + WORKER_RESTARTS_MAX);
});

test('a stream that is closed while its worker is being replaced emits no more events', async () => {
  const { clock, engine, kill, fatals, reopened } = await openPlaying();
  kill();
  await clock.advance(PING_TIMEOUT_MS + 10);
  engine.detach();
  await clock.advance(60_000);
  expect([reopened, fatals, clock.pendingCount()]).toEqual([[], [], 0]);
});

// — A stream that the inline script has started —

test('a head start is taken over: its worker, its port, and its messages so far', async () => {
  const { clock, engine, element, startHead, states, workers } = setUp();
  startHead(SOURCE);
  await clock.advance(1_000);
  expect(element.readyState).toBe(4);
  const opened = engine.load(SOURCE);
  expect(states).not.toEqual([]);
  await clock.advance(100);
  expect(await opened).toMatchObject({ ok: true });
  expect(workers).toHaveLength(1);
  engine.setQuality('large');
  await clock.advance(10);
  expect(states.at(-1)).toMatchObject({ automatic: false });
});

test('a head start at another position is moved to the wanted position', async () => {
  const { clock, engine, element, startHead, hls } = setUp();
  startHead(SOURCE);
  void engine.load({ ...SOURCE, startSeconds: 11 });
  await clock.advance(10);
  await clock.advance(100);
  expect(hls()?.config.startPosition).toBe(11);
  element.currentTime = 11;
  engine.setTarget(null);
  await clock.advance(1_000);
  expect(element.currentTime).toBe(11);
});
