import { expect, test } from 'vitest';
import { makeStartPlan } from '../../../../../workers/media/head-start/start-plan.ts';
import { HeadStart, type HeadStartDependencies } from '../../../../../workers/media/head-start/head-start.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { FakeMediaSource } from '../../../../support/fake-media-source.ts';
import { at, box, FakeNetwork, LATE_SOUND, MASTER_URL, PLAYLISTS } from './support.ts';

function setUp(change: Partial<HeadStartDependencies> = {}, texts = PLAYLISTS) {
  const clock = createFakeClock();
  const network = new FakeNetwork(clock);
  const source = new FakeMediaSource(clock);
  const playlists = new Map(Object.entries(texts));
  const plan = makeStartPlan(MASTER_URL, playlists);
  if (!plan.ok) throw new Error('no plan');
  const viewer = { seconds: 0 };
  const ended = { tracks: 0 };
  const headStart = new HeadStart({
    plan: plan.value,
    playlists,
    mediaSource: source as unknown as MediaSource,
    startSeconds: 0,
    fetch: network.fetch,
    arriving: new Map(),
    inits: new Map(),
    position: () => viewer.seconds,
    clock,
    note: () => undefined,
    trackEnded: () => void (ended.tracks += 1),
    ...change,
  });
  const started = { how: 'pending' };
  const begin = (): void =>
    void headStart.start().then(
      () => (started.how = 'done'),
      (error: unknown) => (started.how = String(error)),
    );
  return { clock, network, source, headStart, viewer, ended, started, begin };
}

/** A head start that is started in an open source. */
function startOpen(...given: Parameters<typeof setUp>) {
  const harness = setUp(...given);
  harness.source.readyState = 'open';
  harness.begin();
  return harness;
}

test('init and first segments are fetched while the source opens, and appended once it is open', async () => {
  const { clock, network, source, started, begin } = setUp();
  begin();
  await settle();
  expect(network.asked.toSorted()).toEqual(['a-0.m4s', 'a-init.mp4', 'v-0.m4s', 'v-init.mp4']);
  await clock.advance(1_000);
  expect([source.addedTypes, started.how]).toEqual([[], 'pending']);
  source.open();
  await clock.advance(50);
  expect(source.duration).toBe(12);
  expect(source.addedTypes).toEqual(['video/mp4; codecs="avc1.42c015"', 'audio/mp4; codecs="mp4a.40.2"']);
  expect(source.activeSourceBuffers.map(({ appended }) => appended.slice(0, 2))).toEqual([
    [16, 16],
    [16, 16],
  ]);
  expect(started.how).toBe('done');
});

test('a head start uses a source that is already open at once', async () => {
  const { clock, started } = startOpen();
  await clock.advance(200);
  expect(started.how).toBe('done');
});

test('a head start at a later position begins with the segment that contains it', async () => {
  const { network, begin } = setUp({ startSeconds: 5 });
  begin();
  await settle();
  expect(network.asked).toContain('v-2.m4s');
  expect(network.asked).not.toContain('v-0.m4s');
});

test('a head start at the beginning of a segment begins with that segment', async () => {
  const { network, begin } = setUp({ startSeconds: 4 });
  begin();
  await settle();
  expect(network.asked).toContain('v-2.m4s');
});

test('known or arriving init segments and arriving first segments are not fetched', async () => {
  const stream = () => new Response(box(24)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const arriving = new Map([
    [at('v-0.m4s'), stream()],
    [at('a-0.m4s'), stream()],
  ]);
  const inits = new Map<string, ArrayBuffer | Promise<ArrayBuffer>>([
    [at('v-init.mp4'), box(20).buffer],
    [at('a-init.mp4'), Promise.resolve(box(20).buffer)],
  ]);
  const noted: unknown[] = [];
  const note: HeadStartDependencies['note'] = (...[name, , , bytes]) => void noted.push([name, bytes]);
  const { clock, network, source } = startOpen({ arriving, inits, note });
  await clock.advance(20);
  // The reader of each arriving segment records it once, with the name of its kind.
  expect(noted.toSorted()).toEqual([
    ['audio segment', 24],
    ['segment', 24],
  ]);
  expect(network.asked.filter((name) => name.includes('init') || name.includes('-0'))).toEqual([]);
  expect(source.activeSourceBuffers.map(({ appended }) => appended)).toEqual([
    [20, 24],
    [20, 24],
  ]);
});

test('a segment is appended in chunks as it arrives', async () => {
  const whole = box(30);
  let push: (piece: Uint8Array<ArrayBuffer>) => void = () => undefined;
  let end: () => void = () => undefined;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      push = (piece) => controller.enqueue(piece);
      end = () => controller.close();
    },
  });
  const { clock, source, started } = startOpen({ arriving: new Map([[at('v-0.m4s'), pieces]]) });
  push(whole.slice(0, 10));
  await clock.advance(500);
  const [video] = source.activeSourceBuffers;
  expect([video?.appended, started.how]).toEqual([[16, 10], 'pending']);
  push(whole.slice(10));
  end();
  await clock.advance(500);
  expect(video?.appended.slice(0, 3)).toEqual([16, 10, 20]);
  expect(started.how).toBe('done');
});

test('the head start stays no more than four seconds ahead of the viewer', async () => {
  const { clock, network, viewer } = startOpen();
  await clock.advance(2_000);
  expect(network.asked.filter((name) => name.startsWith('v-')).toSorted()).toEqual([
    'v-0.m4s',
    'v-1.m4s',
    'v-init.mp4',
  ]);
  viewer.seconds = 0.1;
  await clock.advance(300);
  expect(network.asked).toContain('v-2.m4s');
  expect(network.asked).not.toContain('v-3.m4s');
});

// The engine may take over at any time, and first requests the segment at the end of the shorter track.
test.each([0, 10, 60, 120, 250, 400])(
  'a head start stopped %i ms after a picture request has loaded the sound of the same segment, and no more',
  async (laterMs) => {
    const { clock, network, headStart, viewer } = startOpen({}, LATE_SOUND);
    await clock.advance(1_000);
    viewer.seconds = 0.02;
    await clock.advance(250);
    expect(network.asked).toContain('v-2.m4s');
    await clock.advance(laterMs);
    const stopping = headStart.stop();
    await clock.advance(1_000);
    const { kept } = await stopping;
    expect([...kept.keys()]).toEqual(expect.arrayContaining(['v-2.m4s', 'a-2.m4s'].map(at)));
    expect(network.asked.toSorted()).toEqual([
      ...['a-0.m4s', 'a-1.m4s', 'a-2.m4s', 'a-init.mp4'],
      ...['v-0.m4s', 'v-1.m4s', 'v-2.m4s', 'v-init.mp4'],
    ]);
    expect(clock.pendingCount()).toBe(0);
  },
);

test.each([9, 4])(
  'the head start requests no more after the viewer has left the buffered range for %i s',
  async (seconds) => {
    const { clock, network, headStart, viewer } = startOpen();
    await clock.advance(500);
    viewer.seconds = seconds;
    await clock.advance(5_000);
    expect(network.asked).not.toContain('v-2.m4s');
    expect([0, 3.9, seconds].map((place) => headStart.reaches(place))).toEqual([true, true, false]);
  },
);

test('a seek into the segment in flight is reached: the stopped head start has its pictures and its sound', async () => {
  const { clock, network, headStart, viewer } = startOpen({}, LATE_SOUND);
  await clock.advance(1_000);
  viewer.seconds = 0.02;
  // Wait until the pictures have been requested.
  while (!network.asked.includes('v-2.m4s')) await clock.advance(1);
  viewer.seconds = 5;
  expect(headStart.reaches(5)).toBe(true);
  const stopping = headStart.stop();
  await clock.advance(1_000);
  expect([...(await stopping).kept.keys()]).toEqual(expect.arrayContaining(['v-2.m4s', 'a-2.m4s'].map(at)));
  expect(network.asked).not.toContain('v-3.m4s');
});

test('the head start does not reach a position before its first segment', async () => {
  const { clock, source, headStart, viewer, begin } = setUp({ startSeconds: 5 });
  viewer.seconds = 5;
  source.readyState = 'open';
  begin();
  await clock.advance(500);
  expect([3.9, 4].map((place) => headStart.reaches(place))).toEqual([false, true]);
});

test('the started stream has the source, buffers, playlists, inits, last segments and bandwidth', async () => {
  const { clock, source, headStart } = startOpen();
  await clock.advance(1_000);
  const stopping = headStart.stop();
  await clock.advance(1_000);
  const { mediaSource, buffers, kept, bandwidthEstimate } = await stopping;
  expect(mediaSource).toBe(source);
  expect([...buffers.keys()]).toEqual(['video', 'audio']);
  expect(buffers.get('video')).toEqual({
    buffer: source.activeSourceBuffers[0],
    mimeType: 'video/mp4; codecs="avc1.42c015"',
  });
  expect([...kept.keys()].toSorted()).toEqual(
    [...Object.keys(PLAYLISTS), ...['a-1.m4s', 'a-init.mp4', 'v-1.m4s', 'v-init.mp4'].map(at)].toSorted(),
  );
  // Four responses of 16 bytes were measured, each of a tenth of a second.
  expect(bandwidthEstimate).toBe(16 * 8 * 10);
});

test('without a measurement the bandwidth estimate is 0', async () => {
  const { headStart } = setUp();
  expect((await headStart.stop()).bandwidthEstimate).toBe(0);
});

test('stopping the head start waits for the segment in flight, and requests no other segment', async () => {
  const { clock, network, headStart } = startOpen();
  await clock.advance(110);
  network.delayMs = 900;
  await clock.advance(100);
  const stopping = headStart.stop();
  await clock.advance(1_000);
  expect([...(await stopping).kept.keys()]).toContain(at('v-1.m4s'));
  await clock.advance(5_000);
  expect(network.asked).not.toContain('v-2.m4s');
  expect(clock.pendingCount()).toBe(0);
});

test('a head start whose second segment fails has started, and passes on its first segment', async () => {
  const { clock, network, source, headStart, started, begin } = setUp();
  network.responses.set(at('v-1.m4s'), () => new Response(null, { status: 503 }));
  source.readyState = 'open';
  begin();
  await clock.advance(3_000);
  expect(started.how).toBe('done');
  const stopping = headStart.stop();
  await clock.advance(1_000);
  expect([...(await stopping).kept.keys()]).toContain(at('v-0.m4s'));
});

test.each([
  ['a segment that fails', 0, 503],
  ['the last segment', 10, 200],
])('%s ends its track of the head start at once, and trackEnded is called', async (_, startSeconds, status) => {
  const { clock, network, source, viewer, ended, begin } = setUp({ startSeconds });
  viewer.seconds = startSeconds;
  network.responses.set(at('v-1.m4s'), () => new Response(box(), { status }));
  source.readyState = 'open';
  begin();
  await clock.advance(100);
  expect(ended.tracks).toBe(0);
  await clock.advance(200);
  expect(ended.tracks).toBeGreaterThan(0);
});

test('if a segment fails, stopping waits for the segment of the other track, and no buffer is updating afterwards', async () => {
  const { clock, network, source, headStart, begin } = setUp();
  network.responses.set(at('v-1.m4s'), () => new Response(null, { status: 404 }));
  source.readyState = 'open';
  begin();
  await clock.advance(199);
  // Both tracks have requested their second segment, and the picture segment will fail.
  const stopping = headStart.stop();
  const busy: boolean[] = [];
  void stopping.then(({ buffers }) => busy.push(...Array.from(buffers.values(), ({ buffer }) => buffer.updating)));
  for (let elapsedMs = 0; busy.length === 0 && elapsedMs < 1_000; elapsedMs += 1) await clock.advance(1);
  expect(busy).toEqual([false, false]);
  expect([...(await stopping).kept.keys()]).toContain(at('a-1.m4s'));
});

test.each<[string, name: string, respond: () => Response, reason: unknown]>([
  ['a response without a body', 'v-0.m4s', () => new Response(null), expect.stringContaining('TypeError')],
  ['an init segment that is refused', 'v-init.mp4', () => new Response(null, { status: 404 }), 'Error: 404'],
  ['a first segment that is refused', 'a-0.m4s', () => new Response(null, { status: 500 }), 'Error: 500'],
  ['an init segment that is cut off', 'a-init.mp4', () => new Response(box(20).slice(0, 12)), 'Error: cut off'],
  ['a first segment that is cut off', 'v-0.m4s', () => new Response(box(20).slice(0, 12)), 'Error: cut off'],
])('%s fails the head start', async (_, name, respond, reason) => {
  const { clock, network, source, started, begin } = setUp();
  network.responses.set(at(name), respond);
  source.readyState = 'open';
  begin();
  await clock.advance(1_000);
  expect(started.how).toEqual(reason);
});

test('a refused append fails the head start', async () => {
  const { clock, source, started } = startOpen();
  await settle();
  for (const buffer of source.activeSourceBuffers) buffer.refuses = true;
  await clock.advance(1_000);
  expect(started.how).toBe('Error: append');
});

test('a head start that is aborted before its source opens fails, and aborts its requests', async () => {
  const { clock, network, headStart, started, begin } = setUp();
  begin();
  await settle();
  headStart.abort();
  await clock.advance(1_000);
  expect(started.how).toBe('Error: stopped');
  expect(network.aborted).toHaveLength(4);
});

test('a head start that is aborted during playback fetches and appends nothing more', async () => {
  const { clock, network, source, headStart, viewer } = startOpen();
  await clock.advance(1_000);
  viewer.seconds = 1;
  await clock.advance(300);
  expect(network.asked).toContain('v-2.m4s');
  const appended = source.activeSourceBuffers[0]?.appended.length;
  headStart.abort();
  await clock.advance(5_000);
  expect(network.aborted).toContain('v-2.m4s');
  expect(source.activeSourceBuffers[0]?.appended).toHaveLength(appended ?? 0);
  expect(clock.pendingCount()).toBe(0);
});
