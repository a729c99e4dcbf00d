import { expect, test, vi } from 'vitest';
import type { ArrivingSegments } from '../../../../../workers/media/head-start/arriving-segments.ts';
import { newestParts, requestNewestSegments } from '../../../../../workers/media/head-start/newest-segments.ts';

const PLAYLIST = 'https://media.example/live/v.m3u8';
const at = (name: string): string => `https://media.example/live/${name}`;

function playlist(durations: readonly number[], more: readonly string[] = []): string {
  return [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    ...more,
    ...durations.flatMap((seconds, index) => [`#EXTINF:${seconds.toFixed(3)},`, `${index}.m4s`]),
    '',
  ].join('\n');
}

const streamOf = (text: string): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Response(text).body as ReadableStream<Uint8Array<ArrayBuffer>>;

test.each([
  ['three target durations behind the end', [2, 2, 2, 2, 2], '2.m4s'],
  ['of shorter segments, one more', [2, 2, 1.96, 2, 2], '1.m4s'],
  ['of long ones, fewer', [6, 6, 6], '2.m4s'],
])('the engine begins %s', (_, durations, first) => {
  expect(newestParts(PLAYLIST, playlist(durations))).toEqual([at(first)]);
});

test('the init segment comes with it, by bytes where the playlist says so', () => {
  const text = playlist([2, 2, 2], ['#EXT-X-MAP:URI="init.mp4",BYTERANGE="800@0"']);
  expect(newestParts(PLAYLIST, text)).toEqual([`${at('init.mp4')}#0-799`, at('0.m4s')]);
});

test.each([
  ['too short to begin behind its end', playlist([2, 2])],
  ['ended', playlist([2, 2, 2, 2], ['#EXT-X-ENDLIST'])],
  ['of parts', playlist([2, 2, 2, 2], ['#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1'])],
  ['encrypted', playlist([2, 2, 2, 2], ['#EXT-X-KEY:METHOD=AES-128,URI="key"'])],
  ['a list of levels', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8'],
  ['no playlist', '<html>'],
])('nothing is guessed of a stream that is %s', (_, text) => {
  expect(newestParts(PLAYLIST, text)).toEqual([]);
});

function requesting(reply: () => Promise<Response>, isOver = false) {
  const arriving: ArrivingSegments = new Map([[PLAYLIST, streamOf(playlist([2, 2, 2, 2]))]]);
  const fetcher = vi.fn(reply);
  requestNewestSegments({ arriving, fetch: fetcher }, () => isOver);
  return { arriving, fetcher };
}

test('the segment arrives beside its playlist, which is still whole', async () => {
  const { arriving, fetcher } = requesting(() => Promise.resolve(new Response('bytes')));
  await vi.waitFor(() => expect(arriving.has(at('1.m4s'))).toBe(true));
  expect(fetcher.mock.calls).toEqual([[at('1.m4s'), {}]]);
  await expect(new Response(arriving.get(at('1.m4s'))).text()).resolves.toBe('bytes');
  await expect(new Response(arriving.get(PLAYLIST)).text()).resolves.toContain('3.m4s');
});

test.each([
  ['missing', () => Promise.resolve(new Response('', { status: 404 }))],
  ['lost', () => Promise.reject(new TypeError('offline'))],
])('a segment that is %s fails, so that the engine asks again', async (_, reply) => {
  const { arriving } = requesting(reply);
  await vi.waitFor(() => expect(arriving.has(at('1.m4s'))).toBe(true));
  await expect(new Response(arriving.get(at('1.m4s'))).text()).rejects.toThrow();
});

test('an engine that has begun is not asked for twice', async () => {
  const { arriving, fetcher } = requesting(() => Promise.resolve(new Response('bytes')), true);
  await new Response(arriving.get(PLAYLIST)).text();
  expect(fetcher).not.toHaveBeenCalled();
});
