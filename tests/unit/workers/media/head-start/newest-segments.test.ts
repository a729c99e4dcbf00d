import { expect, test, vi } from 'vitest';
import type { ArrivingSegments } from '../../../../../workers/media/head-start/arriving-segments.ts';
import { requestNewestSegments } from '../../../../../workers/media/head-start/newest-segments.ts';
import { at, livePlaylist } from './support.ts';

const PLAYLIST = at('v.m3u8');

const streamOf = (text: string): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Response(text).body as ReadableStream<Uint8Array<ArrayBuffer>>;

function requesting(reply: () => Promise<Response>, isOver = false) {
  const arriving: ArrivingSegments = new Map([[PLAYLIST, streamOf(livePlaylist([2, 2, 2, 2]))]]);
  const fetcher = vi.fn(reply);
  const texts = requestNewestSegments({ arriving, fetch: fetcher }, () => isOver);
  return { arriving, fetcher, texts };
}

test('the newest segment is requested from an arriving playlist, and the playlist can still be read whole', async () => {
  const { arriving, fetcher, texts } = requesting(() => Promise.resolve(new Response('bytes')));
  await vi.waitFor(() => expect(arriving.has(at('1.m4s'))).toBe(true));
  expect(fetcher.mock.calls).toEqual([[at('1.m4s'), {}]]);
  await expect(new Response(arriving.get(at('1.m4s'))).text()).resolves.toBe('bytes');
  await expect(new Response(arriving.get(PLAYLIST)).text()).resolves.toContain('3.m4s');
  expect((await texts).get(PLAYLIST)).toContain('3.m4s');
});

test.each([
  ['missing', () => Promise.resolve(new Response('', { status: 404 }))],
  ['lost', () => Promise.reject(new TypeError('offline'))],
])('the stream of a segment that is %s fails, so that the engine requests it again', async (_, reply) => {
  const { arriving } = requesting(reply);
  await vi.waitFor(() => expect(arriving.has(at('1.m4s'))).toBe(true));
  await expect(new Response(arriving.get(at('1.m4s'))).text()).rejects.toThrow();
});

test('once the engine has begun the newest segment is not requested', async () => {
  const { arriving, fetcher } = requesting(() => Promise.resolve(new Response('bytes')), true);
  await new Response(arriving.get(PLAYLIST)).text();
  expect(fetcher).not.toHaveBeenCalled();
});
