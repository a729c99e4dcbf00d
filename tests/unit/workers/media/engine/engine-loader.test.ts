import { readFile } from 'node:fs/promises';
import type { Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderResponse } from 'hls.js';
import { expect, test } from 'vitest';
import { engineConfig } from '../../../../../workers/media/engine/engine-config.ts';
import { engineLoader, type LoaderClass } from '../../../../../workers/media/engine/engine-loader.ts';
import type { ByteStream, KeptResponses } from '../../../../../workers/media/head-start/arriving-segments.ts';
import { settle } from '../../../../support/fake-clock.ts';

/** The engine's loader over a loader of hls.js with fake responses. */
function createLoader(kept: KeptResponses, now = () => 70) {
  const asked: string[] = [];
  let callbacks: LoaderCallbacks<LoaderContext> | null = null;
  let latest: LoaderContext = { url: '', responseType: 'text', type: '' as never };
  class Base {
    context: LoaderContext | null = null;
    stats = { aborted: false, loaded: 0, total: 0, bwEstimate: 1, loading: { start: 0, first: 0, end: 0 } };
    load(context: LoaderContext, _: LoaderConfiguration, given: LoaderCallbacks<LoaderContext>): void {
      asked.push(context.url);
      latest = context;
      callbacks = given;
    }
  }
  const Class = engineLoader(Base as unknown as LoaderClass, kept, now);
  const loader: Loader<LoaderContext> = new Class({} as never);
  const heard: unknown[] = [];
  const sources: string[] = [];
  const load = (url: string, context: Partial<LoaderContext> = {}): void =>
    loader.load({ url, ...context } as LoaderContext, {} as LoaderConfiguration, {
      onSuccess: ({ data, code, url: source }) => {
        heard.push(['success', data, code]);
        sources.push(source);
      },
      onError: (error) => heard.push(['error', error]),
      onTimeout: () => heard.push(['timeout']),
    });
  const respond = (response: Omit<LoaderResponse, 'url'> & { readonly url?: string }): void =>
    callbacks?.onSuccess({ url: '', ...response }, loader.stats, latest, null);
  return {
    loader,
    asked,
    heard,
    sources,
    load,
    respond,
    timeOut: () => callbacks?.onTimeout(loader.stats, {} as never, null),
  };
}

test('a kept response of the head start is served once without a request', async () => {
  const { loader, asked, heard, load } = createLoader(new Map([['a.m3u8', '#EXTM3U']]));
  load('a.m3u8');
  expect(heard).toEqual([]);
  await settle();
  expect([heard, asked]).toEqual([[['success', '#EXTM3U', 200]], []]);
  expect(loader.context).toMatchObject({ url: 'a.m3u8' });
  expect(loader.stats).toMatchObject({
    loaded: 7,
    total: 7,
    bwEstimate: 0,
    loading: { start: 70, first: 70, end: 70 },
  });
  load('a.m3u8');
  expect(asked).toEqual(['a.m3u8']);
});

test('the statistics of a kept response count its bytes', async () => {
  const { loader, load } = createLoader(new Map([['0.m4s', new ArrayBuffer(12)]]));
  load('0.m4s');
  await settle();
  expect(loader.stats).toMatchObject({ loaded: 12, total: 12 });
});

test('a kept response is not delivered if the load is aborted before it', async () => {
  const { loader, heard, load } = createLoader(new Map([['a', 'text']]));
  load('a');
  loader.stats.aborted = true;
  await settle();
  expect(heard).toEqual([]);
});

test('a kept response is not delivered, and nothing throws, if the loader is destroyed before it', async () => {
  const { loader, heard, load } = createLoader(new Map([['a', 'text']]));
  load('a');
  Object.assign(loader, { stats: null });
  await settle();
  expect(heard).toEqual([]);
});

const streamOf = (bytes: Uint8Array<ArrayBuffer>) => new Response(bytes).body as ByteStream;

test('a response that the page has requested is served once it has arrived whole, as text or as bytes', async () => {
  const text = new TextEncoder().encode('#EXTM3U');
  const { loader, asked, heard, load } = createLoader(
    new Map([
      ['a.m3u8', streamOf(text)],
      ['0.ts', streamOf(new Uint8Array(9))],
    ]),
  );
  load('a.m3u8');
  await expect.poll(() => heard).toEqual([['success', '#EXTM3U', 200]]);
  load('0.ts', { responseType: 'arraybuffer' });
  await expect.poll(() => heard.at(-1)).toEqual(['success', new ArrayBuffer(9), 200]);
  // The response can have taken at most the time since the worker began.
  expect(loader.stats).toMatchObject({ loaded: 9, loading: { start: 0, first: 0, end: 70 } });
  expect(asked).toEqual([]);
});

test('a kept part of a file is found by its byte range', async () => {
  const { asked, heard, load } = createLoader(new Map([['film.mp4#800-899', new ArrayBuffer(100)]]));
  load('film.mp4', { rangeStart: 0, rangeEnd: 800 });
  expect(asked).toEqual(['film.mp4']);
  load('film.mp4', { rangeStart: 800, rangeEnd: 900 });
  await settle();
  expect(heard).toEqual([['success', new ArrayBuffer(100), 200]]);
});

test('a file that the page failed to load is requested again', async () => {
  const failed: ByteStream = new ReadableStream({ start: (controller) => controller.error(new Error('failed')) });
  const { asked, load } = createLoader(new Map([['0.ts', failed]]));
  load('0.ts', { responseType: 'arraybuffer' });
  await expect.poll(() => asked).toEqual(['0.ts']);
});

test('a playlist that the page requested long ago is requested again', () => {
  const { asked, load } = createLoader(new Map([['a.m3u8', streamOf(new Uint8Array(1))]]), () => 9_000);
  load('a.m3u8', { responseType: 'text' });
  expect(asked).toEqual(['a.m3u8']);
});

test('a truncated segment is a load error', async () => {
  const whole = new Uint8Array(await readFile('src/provider/catalog/media/demo/v240/000.m4s')).buffer;
  const { heard, load, respond } = createLoader(new Map());
  load('0.m4s');
  respond({ data: whole.slice(0, whole.byteLength - 5), code: 206 });
  respond({ data: whole.slice(0, whole.byteLength - 5) });
  expect(heard).toEqual([
    ['error', { code: 206, text: 'cut off' }],
    ['error', { code: 200, text: 'cut off' }],
  ]);
  respond({ data: whole, code: 200 });
  expect(heard.at(-1)).toEqual(['success', whole, 200]);
});

test('text responses and timeouts are passed through', () => {
  const { heard, load, respond, timeOut } = createLoader(new Map());
  load('a.m3u8');
  respond({ data: 'text', code: 200 });
  timeOut();
  expect(heard).toEqual([['success', 'text', 200], ['timeout']]);
});

const OPTIONS = {
  path: 'main',
  startSeconds: 0,
  startedStream: undefined,
  prefetched: undefined,
  isSpherical: false,
  BaseLoader: class {
    load(): void {}
  } as unknown as LoaderClass,
  BaseSoundController: undefined,
  now: () => 0,
} as const;

test('the configuration limits the tries of a segment, and turns off the extra worker and native text tracks', () => {
  expect(engineConfig(OPTIONS)).toMatchObject({
    enableWorker: false,
    startPosition: -1,
    renderTextTracksNatively: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    liveMaxUnchangedPlaylistRefresh: Infinity,
    fragLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 10_000,
        maxLoadTimeMs: 60_000,
        timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
        errorRetry: { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 4_000 },
      },
    },
  });
});

test('a stream with prefetched responses begins with the first level and without a bandwidth test', () => {
  expect(engineConfig({ ...OPTIONS, prefetched: new Map() })).toMatchObject({ startLevel: 0, testBandwidth: false });
  expect(engineConfig(OPTIONS)).not.toHaveProperty('startLevel');
});

test('a started stream begins with the first level, without a bandwidth test, and with its bandwidth estimate', () => {
  const startedStream = {
    mediaSource: {} as MediaSource,
    buffers: new Map(),
    kept: new Map(),
    bandwidthEstimate: 500,
    loadedBytes: 0,
  };
  expect(engineConfig({ ...OPTIONS, startedStream })).toMatchObject({
    autoStartLoad: false,
    startLevel: 0,
    testBandwidth: false,
    abrEwmaDefaultEstimate: 400,
  });
});

test('a kept playlist that was redirected is served with its final address', async () => {
  const kept: KeptResponses = new Map();
  const { load, respond, sources } = createLoader(kept);
  load('a.m3u8');
  respond({ url: 'https://cdn.example/a.m3u8', data: '#EXTM3U' });
  kept.set('a.m3u8', '#EXTM3U');
  load('a.m3u8');
  await settle();
  expect(sources).toEqual(['https://cdn.example/a.m3u8', 'https://cdn.example/a.m3u8']);
});

test.each([
  ['in base64', 'data:text/plain;base64,AAEC/w=='],
  ['in base64 with escapes', 'data:;base64,AAEC%2Fw%3D%3D'],
  ['escaped', 'data:application/octet-stream,%00%01%02%FF'],
])('a key in a data address is read without a request: %s', async (_, address) => {
  const { asked, heard, load } = createLoader(new Map());
  load(address, { responseType: 'arraybuffer' });
  await settle();
  expect(heard).toEqual([['success', new Uint8Array([0, 1, 2, 255]).buffer, 200]]);
  expect(asked).toEqual([]);
});

test('an empty segment of captions becomes WebVTT without cues, and an empty segment of pictures is unchanged', () => {
  const { heard, load, respond } = createLoader(new Map());
  for (const type of ['subtitle', 'main']) {
    load(`${type}.bin`, { frag: { type } } as never);
    respond({ data: new ArrayBuffer(0), code: 200 });
  }
  const [captions, pictures] = heard as [string, ArrayBuffer][];
  expect(new TextDecoder().decode(captions?.[1])).toBe('WEBVTT\n\n');
  expect(pictures?.[1].byteLength).toBe(0);
});
