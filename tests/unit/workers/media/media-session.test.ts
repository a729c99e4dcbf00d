import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import type { EarlySpan } from '../../../../workers/media/media-spans-module.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../../protocol/media/media-engine.ts';
import type { MediaEngineModule, MediaEngineOptions } from '../../../../protocol/media/media-engine-module.ts';
import type { ElementSnapshot, EngineMessage } from '../../../../protocol/media/media-worker.ts';
import { EngineEvents } from '../../../../protocol/media/engine-events.ts';
import { fail } from '../../../../protocol/runtime/outcome.ts';
import { mediaApi } from '../../../../workers/media/media-api.ts';
import { MediaService } from '../../../../workers/media/media-service.ts';
import { NO_ELEMENT, type MediaStandIn } from '../../../../workers/media/media-stand-in.ts';
import type { KeptResponses } from '../../../../workers/media/head-start/arriving-segments.ts';
import type { StartedStream } from '../../../../workers/media/head-start/head-start.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeMediaSource } from '../../../support/fake-media-source.ts';
import { ENGINE_STATE } from '../../../support/fake-engine.ts';
import { createFakeChannel } from '../../../support/fake-port.ts';
import { at, box, FakeNetwork, MASTER_URL, PLAYLISTS } from './head-start/support.ts';
import { ENGINE_DELAY_MAX_MS } from '../../../../workers/media/load-engine.ts';
// Loaded here, since the session's imports on demand could take longer on a busy machine than the tests wait.
import '../../../../workers/media/head-start/live-start.ts';
import '../../../../workers/media/head-start/transport-start.ts';

const BOX = { widthPixels: 640, heightPixels: 360 };
const SOURCE: MediaSourceDescription = {
  videoId: 'aaaaaaaaaaa',
  hlsManifestUrl: '/film/master.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};
const PLAIN = { ...SOURCE, inlinePlaylists: PLAYLISTS };

/** An engine that records its calls. */
class NotingEngine implements MediaEngine {
  readonly path = 'worker';
  readonly calls: string[] = [];
  readonly loads: MediaSourceDescription[] = [];
  readonly events = new EngineEvents();
  readonly on = this.events.on;
  readonly media: MediaStandIn;
  readonly openMediaSource: (() => MediaSource) | undefined;
  readonly startedStream: StartedStream | undefined;
  readonly prefetched: KeptResponses | undefined;

  constructor(media: MediaStandIn, options: MediaEngineOptions<MediaSource, StartedStream, KeptResponses>) {
    this.media = media;
    this.openMediaSource = options.openMediaSource;
    this.startedStream = options.startedStream;
    this.prefetched = options.prefetched;
  }

  load(source: MediaSourceDescription) {
    this.loads.push(source);
    if (this.startedStream === undefined) this.openMediaSource?.();
    return Promise.resolve({ ok: true as const, value: undefined });
  }
  recover(seconds: number) {
    this.calls.push(`recover ${seconds}`);
    return Promise.resolve(fail('net.connect', 'gone'));
  }
  detach = (): void => void this.calls.push('detach');
  setLimits = (): void => undefined;
  setQuality = (quality: string): void => void this.calls.push(`quality ${quality}`);
  setAudioTrack = (id: string): void => void this.calls.push(`audio ${id}`);
  setTarget = (): void => undefined;
}

function setUp({ isManaged = false } = {}) {
  const clock = createFakeClock();
  const network = new FakeNetwork(clock);
  const engines: NotingEngine[] = [];
  const sources: FakeMediaSource[] = [];
  const imported: string[] = [];
  const told: EngineMessage[] = [];
  const noted: EarlySpan[] = [];
  const page = { moduleMs: 50, isModuleThere: true };
  const module = {
    createMediaEngine: (...args: ConstructorParameters<typeof NotingEngine>) => {
      const engine = new NotingEngine(...args);
      engines.push(engine);
      return engine;
    },
  } satisfies MediaEngineModule<MediaStandIn, MediaSource, StartedStream, KeptResponses>;
  const opened = new MediaService({
    clock,
    fetch: network.fetch,
    createMediaSource: () => {
      const source = new FakeMediaSource(clock);
      source.readyState = 'open';
      sources.push(source);
      return source as unknown as MediaSource;
    },
    isManaged,
    importModule: (url) => {
      imported.push(url);
      return new Promise((resolve, reject) => {
        clock.after(page.moduleMs, () => (page.isModuleThere ? resolve(module) : reject(new Error('404'))));
      });
    },
    spans: () => null,
    note: (...span) => noted.push(span),
    baseUrl: 'https://videos.example',
  });
  const service = Object.assign(mediaApi(opened), { startHead: opened.startHead.bind(opened) });
  const channel = createFakeChannel(clock);
  channel.port1.hear<EngineMessage>((message) => told.push(message));
  const load = (source: MediaSourceDescription = SOURCE) =>
    service.load({ source, engineUrl: '/engine.js', box: BOX }, channel.port2);
  const element = (change: Partial<ElementSnapshot>): void =>
    channel.port1.postMessage({ event: null, snapshot: { ...NO_ELEMENT, atMs: clock.monotonicNow(), ...change } });
  const kinds = (): string[] => told.map((message) => (message.kind === 'event' ? message.name : message.kind));
  const engine = (): NotingEngine => engines.at(-1) as NotingEngine;
  /** A head start of the inline script; through `arrivals` the page sends the responses that it has requested. */
  const startInline = (source: MediaSourceDescription, arriving: readonly string[] = [], change: object = {}) => {
    const view = createFakeChannel(clock);
    const channels = arriving.map(() => createFakeChannel(clock));
    const heard: EngineMessage[] = [];
    view.port1.hear<EngineMessage>((message) => heard.push(message));
    const loaded = { source, engineUrl: '/engine.js', box: BOX, ...change };
    const ports = channels.map(({ port2 }) => port2);
    service.startHead({ kind: 'head-start', load: loaded, arriving }, view.port2, ports);
    return { view: view.port1, arrivals: channels.map(({ port1 }) => port1), heard };
  };
  return {
    ...{ clock, network, engines, engine, sources, imported, told, kinds, page, service, channel, load, element },
    startInline,
  };
}

/** The head start has shown the first frame, and the engine is not loaded. */
async function startHead(source: Partial<MediaSourceDescription> = {}) {
  const harness = setUp();
  const opened = harness.load({ ...PLAIN, ...source });
  await harness.clock.advance(300);
  return { ...harness, opened };
}

test('a stream that needs the engine is opened by the engine, with its absolute address', async () => {
  const { clock, imported, engine, engines, load, kinds, told, sources } = setUp();
  const opened = load();
  await clock.advance(100);
  expect(await opened).toMatchObject({ ok: true });
  expect(imported).toEqual(['/engine.js']);
  expect(engines).toHaveLength(1);
  expect(engine().loads).toEqual([{ ...SOURCE, hlsManifestUrl: MASTER_URL, quality: 'auto' }]);
  expect(kinds()).toEqual(['handle']);
  expect(told[0]).toEqual({ kind: 'handle', handle: sources[0]?.handle, isManaged: false });
});

test('the handle message marks a managed source, and the first opening of a source is posted', async () => {
  const { clock, sources, told, load, kinds } = setUp({ isManaged: true });
  void load();
  await clock.advance(100);
  expect(told[0]).toMatchObject({ isManaged: true });
  sources[0]?.open();
  sources[0]?.open();
  await clock.advance(10);
  expect(kinds()).toEqual(['handle', 'open']);
});

test('a load fails with net.connect if the engine fails to load', async () => {
  const { clock, page, load } = setUp();
  page.isModuleThere = false;
  const opened = load();
  await clock.advance(100);
  expect(await opened).toMatchObject({ ok: false, code: 'net.connect' });
});

test.each<[string, Partial<MediaSourceDescription>]>([
  ['live', { isLive: true }],
  ['without an address', { hlsManifestUrl: undefined as never }],
  ['without levels', { inlinePlaylists: { [MASTER_URL]: '#EXTM3U' } }],
])('a stream that is %s has no head start', async (_, change) => {
  const { network, engines } = await startHead(change);
  expect([network.asked, engines.length]).toEqual([[], 1]);
});

test('a plain stream starts without the engine, and emits its qualities and the present quality', async () => {
  const { opened, engines, imported, told, kinds } = await startHead();
  expect(await opened).toMatchObject({ ok: true });
  expect([engines, imported, kinds()]).toEqual([[], [], ['handle', 'state']]);
  expect(told.at(-1)).toEqual({
    kind: 'event',
    name: 'state',
    event: {
      qualities: ['large', 'small', 'auto'],
      quality: 'small',
      automatic: true,
      isLive: false,
      seekable: null,
      audioTracks: [],
      audioTrack: '',
    },
  });
});

test('the engine takes over after the first frame, with the started stream', async () => {
  const { clock, engine, element, sources } = await startHead();
  element({ paused: false, readyState: 3 });
  await clock.advance(500);
  expect(engine().startedStream).toMatchObject({ mediaSource: sources[0] });
  expect(engine().prefetched).toBeUndefined();
  expect(engine().loads).toMatchObject([{ startSeconds: 0, hlsManifestUrl: MASTER_URL }]);
  expect(sources).toHaveLength(1);
});

test.each<Partial<ElementSnapshot>>([
  { paused: true, readyState: 4 },
  { paused: false, readyState: 2 },
])('while the element is not playing (%o) the engine is not loaded', async (change) => {
  const { clock, imported, element } = await startHead();
  element(change);
  await clock.advance(500);
  expect(imported).toEqual([]);
});

test('without a first frame the engine is loaded after a delay', async () => {
  const { clock, imported, engines } = await startHead();
  const startedAtMs = clock.monotonicNow();
  await clock.advance(ENGINE_DELAY_MAX_MS - 300);
  expect(imported).toEqual([]);
  await clock.advance(600);
  expect(engines).toHaveLength(1);
  expect(clock.monotonicNow() - startedAtMs).toBeLessThan(ENGINE_DELAY_MAX_MS + 400);
});

test.each([
  ['whose second segment fails', 0, 503],
  ['in the last segment', 11.9, 200],
])(
  'a head start %s loads the engine at once, even if the element does not play yet',
  async (_, startSeconds, status) => {
    const { clock, network, sources, engines, load, element } = setUp();
    network.responses.set(at('v-1.m4s'), () => new Response(box(), { status }));
    void load({ ...PLAIN, startSeconds });
    await clock.advance(200);
    element({ currentTime: startSeconds, paused: false, readyState: 2, seekNumber: 1 });
    await clock.advance(300);
    expect(engines).toHaveLength(1);
    expect(engines[0]?.startedStream?.mediaSource).toBe(sources[0]);
  },
);

test('a seek out of the buffer loads the engine at once, which starts at the target with a new source', async () => {
  const { clock, engine, element, sources, network } = await startHead();
  element({ currentTime: 9, seeking: true, readyState: 1, targetNumber: 1 });
  await clock.advance(300);
  expect(engine().startedStream).toBeUndefined();
  expect(engine().loads).toMatchObject([{ startSeconds: 9 }]);
  expect(sources).toHaveLength(2);
  const asked = network.asked.length;
  await clock.advance(5_000);
  expect(network.asked).toHaveLength(asked);
});

test.each([
  ['into the buffer', 1.5],
  ['into the segment in flight', 5],
])('a seek %s keeps the source of the head start, and nothing is requested twice', async (_, seconds) => {
  const { clock, engine, element, sources, network } = await startHead();
  network.delayMs = 300;
  element({ currentTime: 0.1, readyState: 2 });
  await clock.advance(300);
  expect(network.asked).toContain('v-2.m4s');
  element({ currentTime: seconds, seeking: true, readyState: 1, targetNumber: 1 });
  await clock.advance(1_000);
  expect(engine().startedStream?.mediaSource).toBe(sources[0]);
  expect([sources.length, network.aborted]).toEqual([1, []]);
  expect(engine().loads).toMatchObject([{ startSeconds: seconds }]);
  expect(new Set(network.asked).size).toBe(network.asked.length);
});

test('a seek to the beginning of a segment that is not requested yet is left to the engine', async () => {
  const { clock, engine, element, network, page } = await startHead();
  page.moduleMs = 500;
  element({ currentTime: 4, seeking: true, readyState: 1, targetNumber: 1 });
  await clock.advance(1_000);
  expect(engine().startedStream).toBeUndefined();
  expect(network.asked).not.toContain('v-2.m4s');
});

test('the engine starts at the target of a seek made while the engine loads or the last segment arrives', async () => {
  for (const waitMs of [20, 60]) {
    const { clock, engine, element } = await startHead();
    element({ paused: false, readyState: 3 });
    await clock.advance(waitMs);
    element({ currentTime: 9, seeking: true, readyState: 1, targetNumber: 1 });
    await clock.advance(1_000);
    expect(engine().loads).toMatchObject([{ startSeconds: 9 }]);
  }
});

test('a head start at a later position moves the element there, and this seek does not end the head start', async () => {
  const { clock, told, element, imported, engine, sources } = await startHead({ startSeconds: 5 });
  expect(told).toContainEqual({ kind: 'seek', seconds: 5, seekNumber: 1, targetNumber: 0 });
  element({ currentTime: 5, seeking: true, readyState: 1, seekNumber: 1 });
  await clock.advance(100);
  expect(imported).toEqual([]);
  element({ currentTime: 5, paused: false, readyState: 4, seekNumber: 1 });
  await clock.advance(500);
  expect(engine().startedStream).toBeDefined();
  expect(sources).toHaveLength(1);
});

test('an element that already seeks elsewhere is not moved to the start position', async () => {
  const { clock, load, element, told, engine } = setUp();
  void load({ ...PLAIN, startSeconds: 5 });
  element({ currentTime: 9, seeking: true, readyState: 1, targetNumber: 1 });
  await clock.advance(1_000);
  expect(told.filter(({ kind }) => kind === 'seek')).toEqual([]);
  expect(engine().loads).toMatchObject([{ startSeconds: 9 }]);
});

test('a failed head start is emitted as a problem, and the engine opens the stream', async () => {
  const { clock, network, engine, load, kinds, told, sources } = setUp();
  network.responses.set(at('v-init.mp4'), () => new Response(null, { status: 404 }));
  const opened = load(PLAIN);
  await clock.advance(500);
  expect(await opened).toMatchObject({ ok: true });
  expect(kinds()).toEqual(['handle', 'problem', 'handle']);
  expect(told[1]).toMatchObject({ event: { detail: 'head start: Error: 404' } });
  expect(engine().startedStream).toBeUndefined();
  expect(sources).toHaveLength(2);
});

test('an engine that fails to load after a head start is fatal once the buffer has been played', async () => {
  const { clock, page, element, kinds, imported, told } = await startHead();
  page.isModuleThere = false;
  element({ paused: false, readyState: 3 });
  await clock.advance(2_000);
  expect(kinds()).not.toContain('fatal');
  expect(imported.length).toBeGreaterThan(1);
  element({ paused: false, readyState: 2, currentTime: 27.5 });
  await clock.advance(2_000);
  expect(told.at(-1)).toMatchObject({ kind: 'event', name: 'fatal', event: { code: 'net.connect', detail: 'engine' } });
});

test('an engine that loads at a later attempt, while the head start still plays, takes over the started stream', async () => {
  const { clock, page, element, engine, kinds } = await startHead();
  page.isModuleThere = false;
  element({ paused: false, readyState: 3 });
  await clock.advance(800);
  page.isModuleThere = true;
  await clock.advance(2_000);
  expect(engine().startedStream).toBeDefined();
  expect(kinds()).not.toContain('fatal');
});

test('a quality choice loads the engine at once, and later choices are passed to the engine', async () => {
  const { clock, service, engine } = await startHead();
  service.setQuality('large');
  await clock.advance(500);
  expect(engine().loads[0]?.quality).toBe('large');
  service.setQuality('small');
  service.setAudioTrack('2');
  expect(engine().calls).toEqual(['quality small', 'audio 2']);
});

test('a quality chosen before the start is the quality of the head start, and does not load the engine early', async () => {
  const { clock, service, engine, imported, load } = setUp();
  void load({ ...PLAIN, quality: 'small' });
  await clock.advance(100);
  service.setQuality('small');
  await clock.advance(500);
  expect(imported).toEqual([]);
  await clock.advance(ENGINE_DELAY_MAX_MS);
  expect(engine().loads[0]?.quality).toBe('small');
  expect(engine().calls).toEqual([]);
});

test('the engine gets the size of the picture and its changes', async () => {
  const { clock, service, engine, load } = setUp();
  void load();
  await clock.advance(100);
  expect(engine().media.width).toBe(640);
  service.setBox({ widthPixels: 1280, heightPixels: 720 });
  expect(engine().media.height).toBe(720);
});

test('events of the engine are posted to main', async () => {
  const { clock, engine, load, told } = setUp();
  void load();
  await clock.advance(100);
  const fatal = { code: 'fmt.decode', message: '', detail: 'x' } as const;
  engine().events.emit('state', ENGINE_STATE);
  engine().events.emit('fatal', fatal);
  engine().events.emit('problem', { detail: 'x' });
  await clock.advance(10);
  expect(told.slice(1)).toEqual([
    { kind: 'event', name: 'state', event: ENGINE_STATE },
    { kind: 'event', name: 'fatal', event: fatal },
    { kind: 'event', name: 'problem', event: { detail: 'x' } },
  ]);
});

test('a recovery is passed to the loaded engine', async () => {
  const { clock, service, engine, load } = setUp();
  void load();
  await clock.advance(100);
  expect(await service.recover(7)).toMatchObject({ ok: false, code: 'net.connect' });
  expect(engine().calls).toContain('recover 7');
});

test('a recovery before the engine has loaded opens one engine, at the position of the recovery', async () => {
  for (const waitMs of [0, 20, 60, 150]) {
    const { clock, service, engines, element, network } = await startHead();
    network.delayMs = 200;
    element({ paused: false, readyState: 3, currentTime: 1 });
    await clock.advance(waitMs);
    if (engines.length > 0) continue;
    const recovered = service.recover(7);
    await clock.advance(5_000);
    expect(await recovered).toMatchObject({ ok: true });
    expect(engines.filter(({ calls }) => !calls.includes('detach'))).toHaveLength(1);
    expect(engines.at(-1)?.loads).toMatchObject([{ startSeconds: 7 }]);
    expect(engines.at(-1)?.startedStream).toBeUndefined();
    expect(clock.pendingCount()).toBe(0);
  }
});

test('a recovery while the engine loads leaves one engine, at the position of the recovery', async () => {
  const { clock, service, engines, load } = setUp();
  void load();
  await clock.advance(10);
  void service.recover(7);
  await clock.advance(500);
  expect(engines.filter(({ calls }) => !calls.includes('detach'))).toHaveLength(1);
  expect(engines.at(-1)?.loads).toMatchObject([{ startSeconds: 7 }]);
});

test('loading another stream detaches the previous engine and closes its port', async () => {
  const { clock, service, channel, engine, engines, load } = setUp();
  void load();
  await clock.advance(100);
  const first = engine();
  const next = createFakeChannel(clock);
  void service.load({ source: SOURCE, engineUrl: '/engine.js', box: BOX }, next.port2);
  expect(first.calls.at(-1)).toBe('detach');
  expect(channel.port2.isClosed).toBe(true);
  await clock.advance(100);
  expect(engines).toHaveLength(2);
  expect(next.port2.isClosed).toBe(false);
});

test.each([0, 150, 310, 330])('a head start that is replaced after %i ms leaves no timer', async (waitMs) => {
  const { clock, service, engines, load, element, network } = setUp();
  void load(PLAIN);
  await clock.advance(Math.min(waitMs, 300));
  element({ paused: false, readyState: 3 });
  await clock.advance(Math.max(0, waitMs - 300));
  const next = createFakeChannel(clock);
  void service.load({ source: { ...SOURCE, videoId: 'b' }, engineUrl: '/engine.js', box: BOX }, next.port2);
  await clock.advance(200);
  const asked = network.asked.length;
  await clock.advance(10_000);
  expect(engines.map(({ loads }) => loads[0]?.videoId)).toEqual(['b']);
  expect(network.asked).toHaveLength(asked);
  expect(clock.pendingCount()).toBe(0);
});

test('before a stream is loaded, recover fails and the setters do nothing', async () => {
  const { service } = setUp();
  expect(service.ping()).toBe('ready');
  service.setQuality('small');
  service.setAudioTrack('1');
  service.setBox(BOX);
  expect(await service.recover(3)).toMatchObject({ ok: false, code: 'player.internal' });
});

test('the head start of the inline script uses the segments that main has requested', async () => {
  const { clock, startInline, network, kinds } = setUp();
  const { arrivals, heard } = startInline(PLAIN, [at('v-0.m4s'), at('a-0.m4s')]);
  for (const port of arrivals) {
    port.postMessage(box());
    port.postMessage('end');
  }
  await clock.advance(300);
  expect(network.asked.filter((name) => name.endsWith('-0.m4s'))).toEqual([]);
  expect(heard.map(({ kind }) => kind)).toEqual(['handle', 'event']);
  expect(kinds()).toEqual([]);
});

test('an engine that loads before the page continues the head start, also a head start at a later position', async () => {
  for (const startSeconds of [0, 5]) {
    const { clock, startInline, engine, sources } = setUp();
    const { heard } = startInline({ ...PLAIN, startSeconds });
    await clock.advance(ENGINE_DELAY_MAX_MS + 500);
    engine().media.currentTime = 0.05;
    await clock.advance(100);
    expect(engine().startedStream).toBeDefined();
    expect(sources).toHaveLength(1);
    expect(heard.flatMap((message) => (message.kind === 'seek' ? [message.seconds] : []))).toEqual(
      startSeconds === 0 ? [] : [startSeconds],
    );
  }
});

test('the engine of a stream without a head start gets the page’s inlined and requested responses', async () => {
  const { clock, startInline, engines } = setUp();
  const transport = { ...PLAIN, inlinePlaylists: { '/film/master.m3u8': '#EXTM3U\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST' } };
  startInline(transport, [at('0.ts')]);
  await clock.advance(100);
  expect([...(engines[0]?.prefetched?.keys() ?? [])]).toEqual([at('master.m3u8'), at('0.ts')]);
});

const { inlinePlaylists: _, ...LIVE } = PLAIN;

test('the newest segment of a live stream is requested while the engine loads, and passed to the engine', async () => {
  const { clock, startInline, engines, network, page } = setUp();
  page.moduleMs = 60_000;
  const { arrivals } = startInline({ ...LIVE, isLive: true }, [at('v.m3u8')]);
  const text = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...[0, 1, 2, 3].map((name) => `#EXTINF:2,\n${name}.m4s`)].join(
    '\n',
  );
  for (const data of [new TextEncoder().encode(text), 'end']) arrivals[0]?.postMessage(data);
  await vi.waitFor(() => clock.advance(1).then(() => expect(network.asked).toContain('1.m4s')));
  await clock.advance(60_000);
  expect([...(engines[0]?.prefetched?.keys() ?? [])]).toEqual([at('v.m3u8'), at('1.m4s')]);
});

const DEMO = 'src/provider/catalog/media/demo/v240';
const LIVE_MASTER = [
  '#EXTM3U',
  '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=426x240,CODECS="avc1.42c015"',
  'v.m3u8',
].join('\n');
/** Five segments of two seconds; the third segment has the bytes of the demo's fifth segment. */
const LIVE_PLAYLIST = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  '#EXT-X-MAP:URI="v-init.mp4"',
  ...[0, 1, 2, 3, 4].map((name) => `#EXTINF:2,\nv-${name}.m4s`),
].join('\n');

/** Starts a live stream whose playlists arrive from the page. */
async function startLive({ segment = '004.m4s', playlist = LIVE_PLAYLIST, isLate = false, isPlain = false } = {}) {
  const harness = setUp();
  const { clock, network, startInline } = harness;
  const [init, bytes] = await Promise.all(['init.mp4', segment].map((name) => readFile(`${DEMO}/${name}`)));
  network.responses.set(at('v-init.mp4'), () => new Response(new Uint8Array(init ?? [])));
  network.responses.set(at('v-2.m4s'), () => new Response(new Uint8Array(bytes ?? [])));
  const { view, arrivals } = startInline({ ...LIVE, isLive: true }, [MASTER_URL, at('v.m3u8')], {
    startsWithoutEngine: isPlain,
  });
  view.hear<EngineMessage>((message) => harness.told.push(message));
  for (const [index, text] of [LIVE_MASTER, ...(isLate ? [] : [playlist])].entries())
    for (const data of [new TextEncoder().encode(text), 'end']) arrivals[index]?.postMessage(data);
  const element = (change: Partial<ElementSnapshot>): void =>
    view.postMessage({ event: null, snapshot: { ...NO_ELEMENT, atMs: clock.monotonicNow(), ...change } });
  return { ...harness, element };
}

test('a live stream starts at its head without the engine, with its segment at the playlist’s time', async () => {
  const { clock, sources, told, kinds, imported, network } = await startLive();
  await vi.waitFor(() => clock.advance(10).then(() => expect(kinds()).toEqual(['handle', 'seek', 'state'])));
  // The start is three target durations before the end of ten seconds; the demo has this segment at eight seconds.
  expect(told[1]).toMatchObject({ seconds: 4 });
  expect(told[2]).toMatchObject({ event: { isLive: true, quality: 'small' } });
  expect(sources[0]?.activeSourceBuffers[0]?.timestampOffset).toBeCloseTo(4 - 8, 1);
  expect([imported, network.asked.slice(0, 2)]).toEqual([[], ['v-init.mp4', 'v-2.m4s']]);
});

test('a live stream that its server declares as startable without the engine gets its source before its playlists arrive', async () => {
  const { clock, kinds, sources, engines } = await startLive({ isPlain: true, isLate: true });
  await clock.advance(1);
  expect(kinds()).toEqual(['handle']);
  await vi.waitFor(() => clock.advance(1_000).then(() => expect(engines).toHaveLength(1)));
  expect(sources).toHaveLength(2);
});

test('a source that was opened before the playlists arrived is used for the live start', async () => {
  const { clock, kinds, sources } = await startLive({ isPlain: true });
  await vi.waitFor(() => clock.advance(10).then(() => expect(kinds()).toEqual(['handle', 'seek', 'state'])));
  expect(sources).toHaveLength(1);
});

test('the engine takes over a started live stream with its playlists and its init segment', async () => {
  const { clock, element, engines, sources } = await startLive();
  await vi.waitFor(() => clock.advance(10).then(() => expect(sources[0]?.activeSourceBuffers).toHaveLength(1)));
  await clock.advance(300);
  element({ currentTime: 4, paused: false, readyState: 4 });
  await vi.waitFor(() => clock.advance(10).then(() => expect(engines).toHaveLength(1)));
  expect([...(engines[0]?.startedStream?.kept.keys() ?? [])]).toEqual(
    expect.arrayContaining([MASTER_URL, at('v.m3u8'), at('v-init.mp4')]),
  );
  expect(engines[0]?.loads).toMatchObject([{ isLive: true, startSeconds: 0 }]);
});

test.each([
  ['does not arrive', { isLate: true }],
  ['is of MPEG-TS', { playlist: LIVE_PLAYLIST.replace(/#EXT-X-MAP.*/, '') }],
])('a live stream whose playlist %s is opened by the engine', async (_, options) => {
  const { clock, engines, kinds } = await startLive(options);
  await vi.waitFor(() => clock.advance(1_000).then(() => expect(engines).toHaveLength(1)));
  expect(engines[0]?.startedStream).toBeUndefined();
  expect(kinds()).toEqual(['handle']);
});

test('a live stream whose first segment has no readable time is opened by the engine in a new source', async () => {
  const { clock, engines, sources } = await startLive({ segment: '../poster.jpg' });
  await vi.waitFor(() => clock.advance(100).then(() => expect(engines).toHaveLength(1)));
  expect([engines[0]?.startedStream, sources.length]).toEqual([undefined, 2]);
});

const TRANSPORT = {
  ...SOURCE,
  inlinePlaylists: {
    [MASTER_URL]: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=160x90,CODECS="avc1.4d400c,mp4a.40.2"\nmedia.m3u8',
    [at('media.m3u8')]: [
      '#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-ORIEL-FIRST:SECONDS=1.4,INIT=TS',
      ...[0, 1, 2].map((name) => `#EXTINF:2,\n${name}.m2ts`),
      '#EXT-X-ENDLIST',
    ].join('\n'),
  },
};

/** Loads a stream of MPEG-TS, whose first segment can be replaced by another file. */
async function startTransport(first = '0.m2ts') {
  const harness = setUp();
  for (const name of ['0.m2ts', '1.m2ts', '2.m2ts']) {
    const bytes = await readFile(`tests/media/kinds/transport/${name === '0.m2ts' ? first : name}`);
    harness.network.responses.set(at(name), () => new Response(new Uint8Array(bytes)));
  }
  void harness.load(TRANSPORT);
  return harness;
}

test('MPEG-TS starts without the engine, and the engine takes over the last segment as MPEG-TS', async () => {
  const { clock, kinds, sources, element, engines, network } = await startTransport();
  await vi.waitFor(() => clock.advance(100).then(() => expect(kinds()).toEqual(['handle', 'state'])));
  expect(sources[0]?.addedTypes).toEqual(['video/mp4; codecs="avc1.4d400c"', 'audio/mp4; codecs="mp4a.40.2"']);
  element({ paused: false, readyState: 4 });
  await vi.waitFor(() => clock.advance(100).then(() => expect(engines).toHaveLength(1)));
  expect(engines[0]?.startedStream?.mediaSource).toBe(sources[0]);
  const names = [...(engines[0]?.startedStream?.kept.keys() ?? [])].filter((address) => address.endsWith('.m2ts'));
  expect(names).toEqual([at(network.asked.at(-1) ?? '')]);
});

test('MPEG-TS that cannot be transmuxed is opened by the engine, which gets the first segment without a request', async () => {
  const { clock, engines, sources, network } = await startTransport('../muxed/0.m4s');
  await vi.waitFor(() => clock.advance(100).then(() => expect(engines).toHaveLength(1)));
  expect([engines[0]?.startedStream, sources.length, network.asked]).toEqual([undefined, 1, ['0.m2ts']]);
  expect([...(engines[0]?.prefetched?.keys() ?? [])]).toContain(at('0.m2ts'));
});
