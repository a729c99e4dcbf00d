import { expect, test } from 'vitest';
import type { HlsMedia } from '../../../../../workers/media/engine/hls-library.ts';
import { LiveState } from '../../../../../workers/media/engine/live-state.ts';
import { PlainMedia } from './support.ts';

const DETAILS = { live: true, PTSKnown: true, fragmentStart: 40, edge: 76, age: 0, targetduration: 2, partList: null };
const HEAD = { syncSeconds: 70, targetLatencySeconds: 6, nowMs: 5_000 };

function mediaAt(currentTime: number, loadedTo: number, change: object = {}): HlsMedia {
  const media = Object.assign(new PlainMedia(), { currentTime, readyState: 2, seeking: false, ...change });
  media.ranges = [[currentTime, loadedTo]];
  return media as unknown as HlsMedia;
}

test('the live window reaches from the first segment to the head, and the edge is the end of the newest segment', () => {
  const live = new LiveState();
  expect([live.isLive, live.seekable, live.facts]).toEqual([null, null, undefined]);
  expect(live.follow({ ...DETAILS, age: 1 }, HEAD)).toBe(true);
  expect([live.isLive, live.seekable]).toEqual([true, [40, 70]]);
  expect(live.facts).toEqual({
    condition: 'on',
    edgeSeconds: 76,
    edgeAtMs: 4_000,
    targetLatencySeconds: 6,
    isLowLatency: false,
    jumps: 0,
  });
  expect(live.follow({ ...DETAILS, age: 2 }, HEAD)).toBe(false);
  expect(live.follow({ ...DETAILS, fragmentStart: 42 }, HEAD)).toBe(true);
  expect(live.follow({ ...DETAILS, fragmentStart: 42, edge: 78, partList: [] }, HEAD)).toBe(true);
  expect(live.facts).toMatchObject({ edgeSeconds: 78, isLowLatency: true });
});

test('a live head before the first segment makes the window empty', () => {
  const live = new LiveState();
  live.follow(DETAILS, { ...HEAD, syncSeconds: 30 });
  expect(live.seekable).toEqual([40, 40]);
});

test('a live stream has no window without a head or before the times of the playlist are known', () => {
  const live = new LiveState();
  live.follow(DETAILS, { ...HEAD, syncSeconds: null });
  expect([live.isLive, live.seekable]).toEqual([true, null]);
  live.follow({ ...DETAILS, PTSKnown: false }, HEAD);
  expect([live.isLive, live.seekable]).toEqual([true, null]);
});

test('a video has no live window, and a live stream that has ended keeps its window up to its last second', () => {
  const video = new LiveState();
  expect(video.follow({ ...DETAILS, live: false }, HEAD)).toBe(true);
  expect([video.isLive, video.seekable, video.facts]).toEqual([false, null, undefined]);
  expect(video.follow({ ...DETAILS, live: false }, HEAD)).toBe(false);
  const ended = new LiveState();
  ended.follow(DETAILS, HEAD);
  expect(ended.follow({ ...DETAILS, live: false }, HEAD)).toBe(true);
  expect([ended.isLive, ended.seekable, ended.facts]).toEqual([false, [40, 76], undefined]);
});

test('a live stream counts as stopped after three target durations without a new segment, until the next segment', () => {
  const live = new LiveState();
  live.follow({ ...DETAILS, age: 6 }, HEAD);
  expect(live.facts?.condition).toBe('on');
  expect(live.follow({ ...DETAILS, age: 6.1 }, HEAD)).toBe(true);
  expect(live.facts?.condition).toBe('stopped');
  expect(live.follow({ ...DETAILS, age: 60 }, HEAD)).toBe(false);
  expect(live.follow({ ...DETAILS, edge: 78 }, HEAD)).toBe(true);
  expect(live.facts?.condition).toBe('on');
});

test('a live stream whose playlist never existed counts as not begun, and one whose playlist disappears as stopped', () => {
  const live = new LiveState();
  expect([live.lose(), live.lose()]).toEqual([true, false]);
  expect(live.facts).toMatchObject({ condition: 'not-begun', edgeSeconds: null });
  live.follow(DETAILS, HEAD);
  expect(live.lose()).toBe(true);
  expect(live.facts?.condition).toBe('stopped');
  const video = new LiveState();
  video.follow({ ...DETAILS, live: false }, HEAD);
  expect([video.lose(), video.isLive]).toEqual([false, false]);
});

test('wayBack leads a position before the live window to the head, unless the buffer reaches into the window', () => {
  const live = new LiveState();
  expect(live.wayBack(mediaAt(10, 10), 70)).toBeNull();
  live.follow(DETAILS, HEAD);
  expect(live.wayBack(mediaAt(10, 39), 70)).toBe(70);
  expect(live.wayBack(mediaAt(10, 39.6), 70)).toBeNull();
  expect(live.wayBack(mediaAt(10, 39), null)).toBeNull();
  expect(live.wayBack(mediaAt(10, 39, { readyState: 0 }), 70)).toBeNull();
  expect(live.wayBack(mediaAt(10, 39, { seeking: true }), 70)).toBeNull();
  expect(live.wayBack(mediaAt(50, 50), 70)).toBeNull();
  expect(live.facts?.jumps).toBe(1);
});

test('wayBack leads a position beyond the edge to the head only if the element has no data to play', () => {
  const live = new LiveState();
  live.follow(DETAILS, HEAD);
  expect(live.wayBack(mediaAt(77, 80, { readyState: 4 }), 70)).toBeNull();
  expect(live.wayBack(mediaAt(77, 77), 70)).toBe(70);
});

test('secondsBehindEdge of a position behind the head grows with time while the stream goes on', () => {
  const live = new LiveState();
  expect(live.secondsBehindEdge(10, 0)).toBeNull();
  live.follow(DETAILS, HEAD);
  const { edgeSeconds, edgeAtMs } = live.facts ?? {};
  const edge = edgeSeconds ?? Number.NaN;
  const [, head] = live.seekable ?? [0, 0];
  expect(live.secondsBehindEdge(head - 5, (edgeAtMs ?? 0) + 1_500)).toBe(edge + 1.5 - (head - 5));
  expect(live.secondsBehindEdge(head - 3, edgeAtMs ?? 0)).toBeNull();
  live.lose();
  expect(live.secondsBehindEdge(head - 5, (edgeAtMs ?? 0) + 60_000)).toBe(edge - (head - 5));
});

test('a live stream that is opened again is still live, and has no window until its playlist is read', () => {
  const live = new LiveState();
  live.follow(DETAILS, HEAD);
  live.forgetTimes();
  expect([live.isLive, live.seekable, live.facts?.edgeSeconds]).toEqual([true, null, null]);
  expect(live.wayBack(mediaAt(0, 0), 70)).toBeNull();
});
