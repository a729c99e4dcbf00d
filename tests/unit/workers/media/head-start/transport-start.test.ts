import { expect, test, vi } from 'vitest';
import type { EarlySpan } from '../../../../../workers/media/media-spans-module.ts';
import type { ArrivingSegments } from '../../../../../workers/media/head-start/arriving-segments.ts';
import { HeadStart } from '../../../../../workers/media/head-start/head-start.ts';
import { makeStartPlan } from '../../../../../workers/media/head-start/start-plan.ts';
import { startTransport } from '../../../../../workers/media/head-start/transport-start.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeMediaSource } from '../../../../support/fake-media-source.ts';
import { at, FakeNetwork, MASTER_URL } from './support.ts';
import { SEGMENTS } from './transport/support.ts';

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=160x90,CODECS="avc1.4d400c,mp4a.40.2"\nmedia.m3u8';
/** A playlist that declares its segments as longer than they are. */
const playlistOf = (names: readonly string[], lines: readonly string[] = []): string =>
  [
    '#EXTM3U',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-ORIEL-FIRST:SECONDS=1.4,INIT=TS',
    ...lines,
    ...names.flatMap((name) => ['#EXTINF:2.5,', name]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
const PLAYLIST = playlistOf(['0.ts', '1.ts', '2.ts']);

interface Options {
  readonly playlist?: string;
  readonly segments?: readonly Uint8Array[];
  /** Parts of a file by their addresses with byte ranges. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Whether the page has already requested the first segment. */
  readonly isArriving?: boolean;
  readonly startSeconds?: number;
}

function setUp({ playlist = PLAYLIST, segments = SEGMENTS, files, isArriving = true, startSeconds = 0 }: Options = {}) {
  const clock = createFakeClock();
  const network = new FakeNetwork(clock);
  for (const [index, bytes] of segments.entries())
    network.responses.set(at(`${index}.ts`), () => new Response(new Uint8Array(bytes)));
  for (const [name, bytes] of files ?? [])
    network.responses.set(at(name), () => new Response(new Uint8Array(bytes), { status: 206 }));
  const playlists = new Map([
    [MASTER_URL, MASTER],
    [at('media.m3u8'), playlist],
  ]);
  const plan = makeStartPlan(MASTER_URL, playlists);
  if (!plan.ok) throw new Error('no plan');
  const arriving: ArrivingSegments = new Map();
  const first = new Response(new Uint8Array(segments[0] ?? [])).body;
  if (isArriving && first !== null) arriving.set(at('0.ts'), first as never);
  const spans: EarlySpan[] = [];
  const given = { plan: plan.value, playlists, inits: new Map(), startSeconds, arriving, fetch: network.fetch, clock };
  const prepared = startTransport({ ...given, note: (...span) => spans.push(span) }, () => false);
  return { clock, network, arriving, prepared, spans };
}

/** Starts a head start with the transmuxed segments, with the viewer at `position`. */
async function play(options: Options = {}, position = 0.1) {
  const harness = setUp(options);
  const { clock, prepared } = harness;
  await clock.advance(500);
  const start = await prepared;
  if (!start.ok) throw new Error('declined');
  const source = new FakeMediaSource(clock);
  source.readyState = 'open';
  const mediaSource = source as unknown as MediaSource;
  const headStart = new HeadStart({
    ...start.value,
    mediaSource,
    clock,
    position: () => position,
    trackEnded: () => undefined,
  });
  const started = headStart.start();
  started.catch(() => undefined);
  await vi.waitFor(() => clock.advance(100).then(() => expect(source.activeSourceBuffers.length).toBeGreaterThan(0)));
  return { ...harness, source, headStart, started };
}

/** Waits until all segments have been loaded and recorded. */
const settled = async ({ clock }: { clock: ReturnType<typeof createFakeClock> }): Promise<void> => {
  for (let left = 30; left > 0; left -= 1) {
    await clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test('pictures and sound of MPEG-TS segments are appended to separate buffers with one time offset, from one request each', async () => {
  const { source, network, started, ...rest } = await play();
  await settled(rest);
  await started;
  expect(source.addedTypes).toEqual(['video/mp4; codecs="avc1.4d400c"', 'audio/mp4; codecs="mp4a.40.2"']);
  const [video, audio] = source.activeSourceBuffers;
  expect([video?.timestampOffset, audio?.timestampOffset]).toEqual([-1.4, -1.4]);
  expect(video?.appended.length).toBeGreaterThan(2);
  expect(audio?.appended.length).toBeGreaterThan(2);
  expect(network.asked).toEqual(['1.ts']);
});

test('the engine gets the last segment as MPEG-TS, and a playlist with the real durations of the segments', async () => {
  const { headStart, network, spans, ...rest } = await play({}, 2);
  await settled(rest);
  const stopping = headStart.stop();
  await settled(rest);
  const { kept, loadedBytes, bandwidthEstimate } = await stopping;
  expect(network.asked).toEqual(['1.ts', '2.ts']);
  expect([...kept.keys()]).toEqual([MASTER_URL, at('media.m3u8'), at('2.ts')]);
  expect(new Uint8Array(kept.get(at('2.ts')) as ArrayBuffer)).toEqual(SEGMENTS[2]);
  expect(
    String(kept.get(at('media.m3u8')))
      .match(/#EXTINF:[\d.]+/g)
      ?.slice(0, 2),
  ).toEqual(['#EXTINF:2.0000000', '#EXTINF:2.0000000']);
  const bytes = SEGMENTS.map(({ length }) => length);
  expect(loadedBytes).toBe(bytes.reduce((sum, size) => sum + size, 0));
  expect(spans.map(([, , , size]) => size)).toEqual(bytes.slice(1));
  expect(bandwidthEstimate).toBeGreaterThan(0);
});

test('a first MPEG-TS segment that the page has not requested is requested once', async () => {
  const { network, started, ...rest } = await play({ isArriving: false });
  await settled(rest);
  await started;
  expect(network.asked).toEqual(['0.ts', '1.ts']);
});

test('a start in the middle begins with the segment that contains it, at the playlist’s time of this segment', async () => {
  const { source, network, ...rest } = await play({ isArriving: false, startSeconds: 3 }, 3);
  await settled(rest);
  expect(network.asked).toEqual(['1.ts', '2.ts']);
  // The times in the segment begin at 3.4 s, and the playlist places the segment at 2.5 s.
  expect(source.activeSourceBuffers[0]?.timestampOffset).toBeCloseTo(2.5 - 3.4, 5);
});

test('MPEG-TS segments that are byte ranges of one file are requested by their ranges', async () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = SEGMENTS;
  const ranges = [
    [0, first.length - 1],
    [first.length, first.length + second.length - 1],
  ] as const;
  const lines = ranges.map(([from, to]) => `#EXTINF:2,\n#EXT-X-BYTERANGE:${to - from + 1}@${from}\nall.ts`);
  const names = ranges.map(([from, to]) => `all.ts#${from}-${to}`);
  const files = new Map(names.map((name, index) => [name, SEGMENTS[index] ?? new Uint8Array()]));
  const playlist = playlistOf([]).replace('#EXT-X-ENDLIST', `${lines.join('\n')}\n#EXT-X-ENDLIST`);
  const { network, started, source, ...rest } = await play({ playlist, files, isArriving: false });
  await settled(rest);
  await started;
  expect(network.asked).toEqual(names);
  expect(source.activeSourceBuffers.map(({ appended }) => appended.length > 2)).toEqual([true, true]);
});

const scrambled = (segment: Uint8Array | undefined): Uint8Array =>
  (segment ?? new Uint8Array()).map((byte, index) => (index % 188 === 3 ? byte | 0x80 : byte));

const bytesOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer());

test('a first segment that cannot be transmuxed fails the preparation, and stays available for the engine', async () => {
  const { arriving, prepared } = setUp({ segments: [scrambled(SEGMENTS[0])] });
  await expect(prepared).rejects.toThrow('scrambled');
  expect(await bytesOf(arriving.get(at('0.ts')))).toEqual(scrambled(SEGMENTS[0]));
});

test('a first segment that cannot be transmuxed to its end fails the head start, and stays available for the engine', async () => {
  const [first = new Uint8Array()] = SEGMENTS;
  const cut = first.subarray(0, -10);
  const { arriving, started, ...rest } = await play({ segments: [cut] });
  await settled(rest);
  await expect(started).rejects.toThrow('cut off');
  expect(await bytesOf(arriving.get(at('0.ts')))).toEqual(cut);
});

test('a later segment that cannot be transmuxed ends the head start before it, and is also kept for the engine', async () => {
  const { headStart, source, started, ...rest } = await play({
    segments: [SEGMENTS[0] ?? new Uint8Array(), scrambled(SEGMENTS[1])],
  });
  await settled(rest);
  await started;
  const stopping = headStart.stop();
  await settled(rest);
  const { kept } = await stopping;
  expect([...kept.keys()].slice(2)).toEqual([at('0.ts'), at('1.ts')]);
  expect(source.readyState).toBe('open');
});

test('a plan with separate sound is left to the engine', async () => {
  const { prepared, clock } = setUp();
  await clock.advance(500);
  const start = await prepared;
  if (!start.ok) throw new Error('declined');
  const { plan } = start.value;
  expect(plan.tracks).toHaveLength(2);
  expect(
    await startTransport({ ...start.value, arriving: new Map(), clock, note: () => undefined }, () => false),
  ).toMatchObject({ ok: false });
});
