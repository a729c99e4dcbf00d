import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transmuxer } from '../../../../../../workers/media/head-start/transport/transmuxer.ts';

/** Three MPEG-TS segments of two seconds, with B-frames and sound. */
export const SEGMENTS: readonly Uint8Array[] = [0, 1, 2].map(
  (number) => new Uint8Array(readFileSync(join('tests/media/kinds/transport', `${number}.m2ts`))),
);

export interface Sample {
  readonly timeTicks: number;
  readonly delayTicks: number;
  readonly durationTicks: number;
  readonly sizeBytes: number;
}

/** Samples of fragmented MP4, with their times on the clock of their track. */
export function samplesOf(bytes: Uint8Array): Sample[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples: Sample[] = [];
  let timeTicks = 0;
  let usualTicks = 0;
  const walk = (from: number, to: number): void => {
    for (let at = from; at < to; at += view.getUint32(at)) {
      const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      if (name === 'moof' || name === 'traf') walk(at + 8, at + view.getUint32(at));
      if (name === 'tfhd' && (view.getUint32(at + 8) & 8) !== 0) usualTicks = view.getUint32(at + 16);
      if (name === 'tfdt')
        timeTicks = bytes[at + 8] === 1 ? Number(view.getBigUint64(at + 12)) : view.getUint32(at + 12);
      if (name !== 'trun') continue;
      const flags = view.getUint32(at + 8) & 0xffffff;
      let field = at + 20;
      const next = (flag: number, otherwise: number): number => {
        if ((flags & flag) === 0) return otherwise;
        field += 4;
        return view.getInt32(field - 4);
      };
      for (let left = view.getUint32(at + 12); left > 0; left -= 1) {
        const durationTicks = next(0x100, usualTicks);
        const sizeBytes = next(0x200, 0);
        next(0x400, 0);
        samples.push({ timeTicks, durationTicks, sizeBytes, delayTicks: next(0x800, 0) });
        timeTicks += durationTicks;
      }
    }
  };
  walk(0, bytes.length);
  return samples;
}

/** Transmuxes segments that are pushed in pieces of `pieceBytes`. */
export function transmuxed(segments: readonly Uint8Array[], { placeSeconds = 0, pieceBytes = 1_000 } = {}) {
  const transmuxer = new Transmuxer(placeSeconds);
  const video: Uint8Array[] = [];
  const audio: Uint8Array[] = [];
  const places = segments.map((segment) => {
    const take = (made: ReturnType<Transmuxer['push']>): void => {
      video.push(...made.video);
      audio.push(...made.audio);
    };
    for (let at = 0; at < segment.length; at += pieceBytes)
      take(transmuxer.push(segment.subarray(at, at + pieceBytes)));
    const { rest, place } = transmuxer.endSegment();
    take(rest);
    return place;
  });
  const { start } = transmuxer;
  if (start === undefined) throw new Error('not begun');
  return {
    start,
    places,
    video: samplesOf(Buffer.concat(video)),
    audio: samplesOf(Buffer.concat(audio)),
    data: { video: Buffer.concat(video), audio: Buffer.concat(audio) },
  };
}

/** The segment with all its times moved by `ticks`, on a clock that wraps around. */
export function later(segment: Uint8Array, ticks: number): Uint8Array {
  const bytes = segment.slice();
  const view = new DataView(bytes.buffer);
  for (let packet = 0; packet < bytes.length; packet += 188) {
    if ((view.getUint8(packet + 1) & 0x40) === 0) continue;
    const hasAdaptation = (view.getUint8(packet + 3) & 0x20) !== 0;
    const at = packet + 4 + (hasAdaptation ? 1 + view.getUint8(packet + 4) : 0);
    if (at + 14 > packet + 188 || view.getUint32(at) >>> 8 !== 1) continue;
    const flags = view.getUint8(at + 7);
    for (const place of [...((flags & 0x80) === 0 ? [] : [at + 9]), ...((flags & 0x40) === 0 ? [] : [at + 14])]) {
      const [high, middle, low] = [view.getUint8(place), view.getUint16(place + 1), view.getUint16(place + 3)];
      const time = (((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1) + ticks) % 2 ** 33;
      view.setUint8(place, (high & 0xf0) | (Math.floor(time / 2 ** 30) << 1) | 1);
      view.setUint16(place + 1, ((Math.floor(time / 2 ** 15) & 0x7fff) << 1) | 1);
      view.setUint16(place + 3, ((time & 0x7fff) << 1) | 1);
    }
  }
  return bytes;
}

/** PIDs that ffmpeg gives to the streams. */
export const [PICTURES_PID, SOUND_PID] = [0x100, 0x101];

export function packetsOf(segment: Uint8Array): { readonly pid: number; readonly bytes: Uint8Array }[] {
  return Array.from({ length: Math.floor(segment.length / 188) }, (_, index) => {
    const bytes = segment.subarray(index * 188, index * 188 + 188);
    return { pid: (((bytes[1] ?? 0) & 0x1f) << 8) | (bytes[2] ?? 0), bytes };
  });
}

/** Byte offset of the first packet of a stream or of a table. */
export function firstPacketOf(segment: Uint8Array, wanted: number): number {
  return packetsOf(segment).findIndex(({ pid }) => pid === wanted) * 188;
}

export function changed(segment: Uint8Array, at: number, change: (byte: number) => number): Uint8Array {
  return segment.map((byte, index) => (index === at ? change(byte) : byte));
}
