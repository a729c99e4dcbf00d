import { ErrorDetails, Events } from 'hls.js';
import { expect, test } from 'vitest';
import { createEngine, createPlayingEngine, SOURCE } from './support.ts';

const TARGET_SECONDS = 2;
const WINDOW_SEGMENTS = 10;
const HEAD_SEGMENTS = 3;

type Harness = Awaited<ReturnType<typeof createPlayingEngine>>;

/** Details of hls.js about the playlist of an encoder that has written `written` segments. */
function details(written: number, { age = 0, live = true, name = 'a', atSeconds = 0 } = {}) {
  const startSN = Math.max(0, written - WINDOW_SEGMENTS);
  return {
    live,
    age,
    startSN,
    endSN: written - 1,
    fragments: Array.from({ length: written - startSN }, (_, index) => ({
      sn: startSN + index,
      relurl: `${name}${startSN + index}`,
    })),
    fragmentStart: startSN * TARGET_SECONDS,
    edge: written * TARGET_SECONDS,
    PTSKnown: true,
    partList: null,
    targetduration: TARGET_SECONDS,
    advancedDateTime: atSeconds * 1_000,
  };
}

/** Emits the events of hls.js after it has read a playlist. */
function read({ hls }: Harness, described: ReturnType<typeof details>): void {
  hls().liveSyncPosition = described.edge - HEAD_SEGMENTS * TARGET_SECONDS;
  hls().say(Events.LEVEL_LOADED, { level: 0, details: described });
  hls().say(Events.LEVEL_UPDATED, { level: 0, details: described });
}

async function createLiveEngine(written = 20): Promise<Harness> {
  const harness = await createPlayingEngine();
  Object.assign(harness.media, { readyState: 4, paused: false, seeking: false });
  playAt(harness, written);
  read(harness, details(written));
  return harness;
}

/** Moves the position to the live head, with all segments up to the edge loaded. */
function playAt({ media }: Harness, written: number): void {
  media.currentTime = (written - HEAD_SEGMENTS) * TARGET_SECONDS;
  media.ranges = [[Math.max(0, media.currentTime - 30), written * TARGET_SECONDS]];
}

test('before its playlist is read the engine emits a stream as neither live nor a video', async () => {
  const { states } = await createPlayingEngine();
  expect(states.at(-1)).toMatchObject({ isLive: null, seekable: null, live: undefined });
});

test('an hour of a live stream is followed without a jump or a leaked timer', async () => {
  const harness = await createLiveEngine();
  const { clock, states, fatals, fake } = harness;
  const waitingBefore = clock.pendingCount();
  for (let written = 21; written <= 20 + 3_600 / TARGET_SECONDS; written += 1) {
    await clock.advance(TARGET_SECONDS * 1_000);
    playAt(harness, written);
    read(harness, details(written, { atSeconds: written * TARGET_SECONDS }));
  }
  const edgeSeconds = 3_640;
  expect(states.at(-1)).toMatchObject({
    isLive: true,
    seekable: [edgeSeconds - WINDOW_SEGMENTS * TARGET_SECONDS, edgeSeconds - HEAD_SEGMENTS * TARGET_SECONDS],
    live: { condition: 'on', edgeSeconds, jumps: 0 },
  });
  expect([fatals, fake.instances.length, clock.pendingCount()]).toEqual([[], 1, waitingBefore]);
});

test('the window of a live stream survives a recovery', async () => {
  const harness = await createLiveEngine();
  await harness.engine.recover(0);
  harness.hls().parseManifest();
  expect(harness.states.at(-1)).toMatchObject({ isLive: true, seekable: [20, 34] });
});

test('a stuck live stream with its data loaded is opened again at its head', async () => {
  const { clock, engine, media, fake, hls } = await createLiveEngine();
  media.ranges = [[10, 40]];
  for (let second = 0; second <= 5; second += 1) {
    engine.observeElement();
    await clock.advance(1_000);
  }
  expect(fake.instances).toHaveLength(2);
  expect(hls().config.startPosition).toBe(-1);
});

test('an encoder and its server that stop for a while are retried without a fatal error', async () => {
  const harness = await createLiveEngine();
  const { clock, states, fatals, hls } = harness;
  for (let age = TARGET_SECONDS; age < 30; age += TARGET_SECONDS) read(harness, details(20, { age }));
  expect(states.at(-1)?.live?.condition).toBe('stopped');
  for (let tries = 0; tries < 10; tries += 1) {
    hls().fail({ details: ErrorDetails.LEVEL_LOAD_ERROR, response: { code: 502 } as never });
    hls().calls.length = 0;
    await clock.advance(3_100);
    expect(hls().calls).toEqual(['load']);
  }
  read(harness, details(21));
  expect(states.at(-1)?.live?.condition).toBe('on');
  expect(fatals).toEqual([]);
});

test('the playlist of a live stream that has not begun is requested until it exists, without another source', async () => {
  const { engine, clock, states, fatals, fake, hls } = createEngine();
  await engine.load({ ...SOURCE, isLive: true });
  for (let tries = 0; tries < 10; tries += 1) {
    hls().fail({ details: ErrorDetails.MANIFEST_LOAD_ERROR, response: { code: 404 } as never });
    hls().calls.length = 0;
    await clock.advance(3_000);
    expect(hls().calls).toEqual([`source ${SOURCE.hlsManifestUrl}`]);
  }
  expect(states.at(-1)).toMatchObject({ isLive: true, live: { condition: 'not-begun' } });
  expect([fatals, fake.instances.length]).toEqual([[], 1]);
});

test('a live stream whose segment numbers restart is opened again, at its head and with a new window', async () => {
  const harness = await createLiveEngine(2_000);
  const { clock, media, states, fake, fatals } = harness;
  read(harness, details(1, { name: 'b' }));
  await clock.advance(0);
  expect(fake.instances).toHaveLength(2);
  expect(fake.instances[0]?.isDestroyed).toBe(true);
  expect(harness.hls().config.startPosition).toBe(-1);
  Object.assign(media, { currentTime: 0, ranges: [] });
  harness.hls().parseManifest();
  expect(states.at(-1)).toMatchObject({ isLive: true, seekable: null });
  read(harness, details(2, { name: 'b' }));
  expect(states.at(-1)).toMatchObject({ seekable: [0, 0], live: { edgeSeconds: 4, jumps: 0 } });
  expect(fatals).toEqual([]);
});

test('a live stream with missing segments is opened again at its head after a wait', async () => {
  const { clock, media, fake, fatals, states, hls } = await createLiveEngine();
  media.ranges = [[10, 34]];
  for (const number of [20, 21, 22]) {
    const frag = {
      type: 'main',
      level: 0,
      sn: number,
      start: number * 2,
      end: number * 2 + 2,
      url: `${number}`,
      tagList: [],
    };
    hls().fail({ details: ErrorDetails.FRAG_LOAD_ERROR, frag: frag as never, response: { code: 404 } as never });
    await clock.advance(200);
  }
  expect(states.at(-1)?.live?.condition).toBe('stopped');
  expect(fake.instances).toHaveLength(1);
  await clock.advance(3_000);
  expect(fake.instances).toHaveLength(2);
  expect(fatals).toEqual([]);
});

test('after a pause of ten minutes a live stream continues at its head, and the jump is counted', async () => {
  const harness = await createLiveEngine();
  const { media, states } = harness;
  Object.assign(media, { paused: true });
  for (let written = 21; written <= 320; written += 1) read(harness, details(written));
  expect(media.currentTime).toBe(34);
  Object.assign(media, { paused: false });
  media.say('play');
  expect(media.currentTime).toBe(634);
  expect(states.at(-1)?.live?.jumps).toBe(1);
});

test('after a short pause a live stream continues at its position', async () => {
  const harness = await createLiveEngine();
  const { media } = harness;
  Object.assign(media, { paused: true });
  for (let written = 21; written <= 30; written += 1) read(harness, details(written));
  media.ranges = [[10, 60]];
  Object.assign(media, { paused: false });
  media.say('play');
  expect(media.currentTime).toBe(34);
});

test('a live stream that ends is emitted as a video with its window', async () => {
  const harness = await createLiveEngine();
  read(harness, details(21, { live: false }));
  expect(harness.states.at(-1)).toMatchObject({ isLive: false, seekable: [22, 42], live: undefined });
});
