import { expect, onTestFinished, test, vi } from 'vitest';
import type { FirstParts, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { AHEAD_MAX_BYTES, prepareStream } from '../../../src/page/boot/prepared-stream.ts';
import * as ELEMENT_IDS from '../../../src/page/platform/element-ids.ts';

const SEGMENTS = ['/media/film/video.m4s', '/media/film/sound.m4s'];

const SOURCE: MediaSourceDescription = {
  videoId: 'aaaaaaaaaaa',
  hlsManifestUrl: '/media/film/master.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};

/** Worker code that reports on the channel that it runs, and the messages it receives over the ports of the segments. */
const workerOn = (channel: string) => `
  const say = (text) => new BroadcastChannel('${channel}').postMessage(text);
  say('runs');
  onmessage = ({ data, ports: [, ...segments] }) => {
    say(data.kind);
    for (const [index, port] of segments.entries())
      port.onmessage = ({ data: part }) => typeof part === 'string' && say(data.arriving[index].slice(-9) + ' ' + part);
  };`;

function setUp(
  source: Partial<MediaSourceDescription> = {},
  bytes: number | undefined = 40_000,
  respond: (url: string) => Promise<Response> = () => Promise.resolve(new Response('bytes')),
) {
  // Each test has its own channel name: the worker of an earlier test may still send messages.
  const channel = new BroadcastChannel(crypto.randomUUID());
  onTestFinished(() => channel.close());
  const worker = new Blob([workerOn(channel.name)], { type: 'text/javascript' });
  const names: [string, string][] = [
    [ELEMENT_IDS.mediaWorker, URL.createObjectURL(worker)],
    [ELEMENT_IDS.mediaEngine, '/engine.js'],
  ];
  for (const [id, content] of names) {
    const meta = document.head.appendChild(Object.assign(document.createElement('meta'), { id, content }));
    onTestFinished(() => meta.remove());
  }
  const requested: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url);
    return respond(url);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const heard: string[] = [];
  channel.onmessage = ({ data }: MessageEvent<string>) => heard.push(data);
  const element = document.createElement('video');
  const firstParts: FirstParts = { inits: {}, segments: SEGMENTS, needsEngine: false, ...(bytes ? { bytes } : {}) };
  const prepared = prepareStream({
    source: { ...SOURCE, ...source },
    firstParts,
    element,
    policy: { createScriptURL: (address) => address },
  });
  onTestFinished(() => prepared?.rest());
  return { prepared, element, requested, heard };
}

const said = (heard: readonly string[]) => expect.poll(() => heard.toSorted());

test('a prepared stream starts its worker and requests each segment once, before playback begins', async () => {
  const { prepared, element, requested, heard } = setUp();
  prepared?.prepare();
  await said(heard).toEqual(['runs']);
  expect([requested, element.srcObject, element.getAttribute('src')]).toEqual([SEGMENTS, null, null]);
  const headStart = prepared?.begin();
  onTestFinished(() => headStart?.drop());
  await said(heard).toEqual(['head-start', 'runs', 'sound.m4s end', 'video.m4s end']);
  expect(requested).toEqual(SEGMENTS);
});

test('requested segments are kept for a worker that starts later', async () => {
  const { prepared, requested, heard } = setUp();
  prepared?.prepare();
  await said(heard).toEqual(['runs']);
  prepared?.rest();
  const headStart = prepared?.begin();
  onTestFinished(() => headStart?.drop());
  await said(heard).toEqual(['head-start', 'runs', 'runs', 'sound.m4s end', 'video.m4s end']);
  expect(requested).toEqual(SEGMENTS);
});

test.for([
  ['a live stream', { isLive: true }, 40_000],
  ['segments of more bytes', {}, AHEAD_MAX_BYTES + 1],
  ['segments of unknown size', {}, 0],
] as const)('for %s no segment is requested before playback begins', async ([, source, bytes]) => {
  const { prepared, requested, heard } = setUp(source, bytes);
  prepared?.prepare();
  await said(heard).toEqual(['runs']);
  expect(requested).toEqual([]);
  const headStart = prepared?.begin();
  onTestFinished(() => headStart?.drop());
  expect(requested).toEqual(SEGMENTS);
});

test.for([
  ['a connection that is lost', () => Promise.reject(new TypeError('offline'))],
  ['a response of another kind', () => Promise.resolve(new Response('not here', { status: 404 }))],
] as const)('after %s in preparation no head start begins', async ([, respond]) => {
  const { prepared, heard, requested } = setUp({}, 40_000, respond);
  prepared?.prepare();
  await said(heard).toEqual(['runs']);
  expect([prepared?.begin(), requested]).toEqual([null, SEGMENTS]);
});

test('a protected video is not prepared', () => {
  expect(setUp({ drm: { systems: [] } as never }).prepared).toBeNull();
});
