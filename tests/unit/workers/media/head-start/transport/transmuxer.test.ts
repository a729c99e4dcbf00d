// @module-tag random
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../../support/cluster/programs.ts';
import { readTransportFacts } from '../../../../../../src/provider/streams/transport-facts.ts';
import { randomRuns } from '../../../../../support/random-runs.ts';
import { Transmuxer } from '../../../../../../workers/media/head-start/transport/transmuxer.ts';
import { transmuxedByHls } from './hls-transmuxer.ts';
import { MADE, makeTransport } from './made-transport.ts';
import { changed, firstPacketOf, later, packetsOf, PICTURES_PID, SEGMENTS, SOUND_PID, transmuxed } from './support.ts';

/** Width and height of a pixel, as an init segment declares them. */
function pixelRatioOf(init: Uint8Array | undefined): number[] | undefined {
  if (init === undefined) return undefined;
  const bytes = Buffer.from(init);
  const at = bytes.indexOf('pasp') + 4;
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

const hasFfmpeg = findProgram('ffmpeg') !== undefined;
const WRAP = 2 ** 33;
/** Times in the first segment begin at 1.4 s. */
const FIRST_TICKS = 126_000;

describe('samples have the sizes and times that hls.js gives them', () => {
  test.each([
    ['from the beginning', 0],
    ['where the clock wraps around between the segments', WRAP - FIRST_TICKS - 180_000],
    ['where the clock wraps around in the middle of a segment', WRAP - FIRST_TICKS - 90_000],
    ['where the clock has a large time', WRAP / 2 + 77],
  ])('transmuxed samples equal those of hls.js %s', async (_, ticks) => {
    const segments = SEGMENTS.map((segment) => later(segment, ticks));
    const ours = transmuxed(segments);
    const theirs = await transmuxedByHls(segments, [0, 2, 4]);
    expect(ours.start.zeroTicks).toBe(theirs.zeroTicks);
    expect(ours.video).toEqual(theirs.video);
    expect(ours.audio).toEqual(theirs.audio);
    expect(ours.video.length).toBeGreaterThan(50);
  });

  test('transmuxed samples equal those of hls.js where playback begins with a later segment', async () => {
    const ours = transmuxed(SEGMENTS.slice(1), { placeSeconds: 2 });
    const theirs = await transmuxedByHls(SEGMENTS.slice(1), [2, 4]);
    expect(ours.start.zeroTicks).toBe(theirs.zeroTicks);
    expect([ours.video, ours.audio]).toEqual([theirs.video, theirs.audio]);
  });

  test('transmuxed samples equal those of hls.js where the clock wraps around right after the start of a later position', async () => {
    const segments = SEGMENTS.map((segment) => later(segment, WRAP - FIRST_TICKS + 9));
    const ours = transmuxed(segments, { placeSeconds: 20 });
    const theirs = await transmuxedByHls(segments, [20, 22, 24]);
    expect(ours.start.zeroTicks).toBe(theirs.zeroTicks);
    expect([ours.video, ours.audio]).toEqual([theirs.video, theirs.audio]);
  });

  test.skipIf(!hasFfmpeg).each(Object.keys(MADE) as (keyof typeof MADE)[])('samples equal hls.js: %s', async (name) => {
    const segments = await makeTransport(name);
    const ours = transmuxed(segments);
    const theirs = await transmuxedByHls(segments, [0, ours.places[1]?.startSeconds ?? 0]);
    expect(ours.start.zeroTicks).toBe(theirs.zeroTicks);
    const { codec: videoCodec, width = 0, height = 0, pixelRatio } = theirs.picture ?? {};
    const facts = readTransportFacts(segments[0] ?? new Uint8Array());
    expect(facts).toMatchObject({ width, height, startsWithKeyFrame: true });
    expect([facts?.videoCodec, facts?.audioCodec]).toEqual([videoCodec, theirs.sound?.codec]);
    expect(pixelRatioOf(ours.start.video?.init)).toEqual(pixelRatio);
    expect(ours.video).toEqual(theirs.video);
    // hls.js rounds the time of each segment; at a sample rate that the clock does not divide, this is up to a sample.
    const near = theirs.audio.map(({ timeTicks, ...sample }) => ({
      ...sample,
      timeTicks: expect.closeTo(timeTicks, -0.5),
    }));
    expect(ours.audio).toEqual(near);
    expect(ours.video.length + ours.audio.length).toBeGreaterThan(90);
  });
});

test('hls.js computes the same clock from a later segment, if its playlist time is the end of the previous segment', async () => {
  const { start, places } = transmuxed(SEGMENTS);
  const { zeroTicks } = await transmuxedByHls(SEGMENTS.slice(1), [places[1]?.startSeconds ?? 0]);
  expect(zeroTicks).toBe(start.zeroTicks);
  expect(places.map(({ endSeconds }) => endSeconds)).toEqual([
    ...places.slice(1).map(({ startSeconds }) => startSeconds),
    expect.closeTo(6, 1),
  ]);
});

test.each([1, 187, 188, 189, 5_000])('segments pushed in pieces of %d bytes give the same samples', (pieceBytes) => {
  const [whole, pieces] = [transmuxed(SEGMENTS, { pieceBytes: Infinity }), transmuxed(SEGMENTS, { pieceBytes })];
  expect([pieces.video, pieces.audio]).toEqual([whole.video, whole.audio]);
});

test('half a segment already gives samples of pictures and of sound', () => {
  const transmuxer = new Transmuxer(0);
  const [segment = new Uint8Array()] = SEGMENTS;
  const made = transmuxer.push(segment.subarray(0, segment.length / 2));
  expect([made.video.length, made.audio.length]).toEqual([1, 1]);
});

test('the MIME types of the tracks name their codecs', () => {
  const { video, audio } = transmuxed(SEGMENTS).start;
  expect([video?.mimeType, audio?.mimeType]).toEqual([
    'video/mp4; codecs="avc1.4d400c"',
    'audio/mp4; codecs="mp4a.40.2"',
  ]);
});

const [FIRST = new Uint8Array(), SECOND = new Uint8Array(), THIRD = new Uint8Array()] = SEGMENTS;
const OTHER = new Uint8Array(readFileSync('tests/media/kinds/closed-transport/0.m2ts'));
const TABLE_PID = 0x1000;

/** The first segment, with one byte changed in the first packet of a stream. */
const withByte = (pid: number, at: number, change: (byte: number) => number): Uint8Array =>
  changed(FIRST, firstPacketOf(FIRST, pid) + at, change);
/** The first segment, with the type of an elementary stream changed in the program table. */
const withType = (from: number, to: number): Uint8Array =>
  changed(FIRST, FIRST.indexOf(from, firstPacketOf(FIRST, TABLE_PID) + 16), () => to);
const keySlice = Buffer.from(FIRST).indexOf(Buffer.from([0, 0, 1, 0x65]));

describe('declined, for hls.js to play', () => {
  test.each<[string, readonly Uint8Array[]]>([
    ['an empty segment', [new Uint8Array()]],
    ['fragmented MP4', [new Uint8Array(readFileSync('tests/media/kinds/muxed/0.m4s'))]],
    ['text', [new TextEncoder().encode('G'.repeat(1_880))]],
    ['a segment that ends in a packet', [FIRST.subarray(0, -10)]],
    ['no tables in front', [packetsOf(FIRST).filter(({ pid }) => pid !== TABLE_PID && pid !== 0)].map(joinedPackets)],
    ['a table without program', [packetsOf(FIRST).filter(({ pid }) => pid !== 0)].map(joinedPackets)],
    ['a missing packet of pictures', [without(FIRST, PICTURES_PID, 3)]],
    ['a missing packet of sound', [without(FIRST, SOUND_PID, 2)]],
    [
      'a repeated packet',
      [joinedPackets(packetsOf(FIRST).flatMap((packet, index) => (index === 9 ? [packet, packet] : [packet])))],
    ],
    ['a packet without its sync byte', [withByte(PICTURES_PID, 0, () => 0x46)]],
    ['a packet that is marked as damaged', [withByte(PICTURES_PID, 1, (byte) => byte | 0x80)]],
    ['scrambled packets', [withByte(PICTURES_PID, 3, (byte) => byte | 0x80)]],
    ['HEVC', [withType(0x1b, 0x24)]],
    ['MP3', [withType(0x0f, 0x03)]],
    ['AC-3', [withType(0x0f, 0x81)]],
    ['AAC in LATM', [withType(0x0f, 0x11)]],
    ['encrypted samples', [withType(0x1b, 0xdb)]],
    ['private data', [withType(0x0f, 0x06)]],
    ['no key frame in front', [changed(FIRST, keySlice + 3, () => 0x61)]],
    [
      'a later segment without a key frame in front',
      [FIRST, changed(SECOND, Buffer.from(SECOND).indexOf(Buffer.from([0, 0, 1, 0x65])) + 3, () => 0x61)],
    ],
    ['a missing segment', [FIRST, THIRD]],
    ['a repeated segment', [FIRST, FIRST]],
    ['a discontinuity', [FIRST, later(SECOND, 90_000 * 60)]],
    ['other pictures in the next segment', [FIRST, OTHER]],
    ['no sound in the next segment', [FIRST, joinedPackets(packetsOf(SECOND).filter(({ pid }) => pid !== SOUND_PID))]],
  ])('a stream with %s is declined, for hls.js to play', (_, segments) => {
    expect(() => transmuxed(segments)).toThrow(Error);
  });
});

function without(segment: Uint8Array, wanted: number, count: number): Uint8Array {
  let seen = 0;
  return joinedPackets(packetsOf(segment).filter(({ pid }) => pid !== wanted || (seen += 1) !== count));
}

function joinedPackets(packets: ReturnType<typeof packetsOf>): Uint8Array {
  return new Uint8Array(Buffer.concat(packets.map(({ bytes }) => bytes)));
}

test('randomly changed bytes lead to samples or to an Error', () => {
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const outcomes = Array.from({ length: randomRuns(300) }, () => {
    const bytes = FIRST.slice();
    for (let left = 1 + random(40); left > 0; left -= 1)
      bytes[random(random(2) === 0 ? 1_504 : bytes.length)] = random(256);
    // The provider reads such bytes, too, and must not throw.
    readTransportFacts(bytes);
    try {
      transmuxed([bytes, SECOND]);
      return 'samples';
    } catch (error) {
      return error instanceof Error ? 'error' : 'else';
    }
  });
  expect(new Set(outcomes)).toEqual(new Set(['samples', 'error']));
});
