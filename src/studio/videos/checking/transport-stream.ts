import type { TrackPart } from '../../../provider/streams/mp4/fragments.ts';
import type { Track } from '../../../provider/streams/mp4/tracks.ts';

const PACKET_BYTES = 188;
const SYNC = 0x47;
const CLOCK_HERTZ = 90_000;

/** Types of a program's streams (ISO/IEC 13818-1, table 2-34). */
const STREAM_TYPES: Readonly<Record<number, Pick<Track, 'kind' | 'codec'>>> = {
  0x0f: { kind: 'sound', codec: 'mp4a' },
  0x11: { kind: 'sound', codec: 'mp4a.40.2' },
  0x03: { kind: 'sound', codec: 'mp4a.40.34' },
  0x04: { kind: 'sound', codec: 'mp4a.40.34' },
  0x81: { kind: 'sound', codec: 'ac-3' },
  0x87: { kind: 'sound', codec: 'ec-3' },
  0x1b: { kind: 'video', codec: 'avc1' },
  0x24: { kind: 'video', codec: 'hvc1' },
};

interface Packet {
  readonly id: number;
  readonly isStart: boolean;
  readonly isRandomAccess: boolean;
  readonly payload: Buffer;
}

export const isTransportStream = (bytes: Buffer): boolean => bytes[0] === SYNC && bytes.length >= PACKET_BYTES;

/**
 * The streams of an MPEG transport stream, where each begins and whether with a key frame. Its end is that of the last frame's
 * beginning: how long that is shown is not in it.
 */
export function partsOfTransportStream(bytes: Buffer): TrackPart[] {
  const packets = packetsOf(bytes);
  return streamsOf(packets).flatMap(({ id, ...stream }) => {
    const starts = packets.filter((packet) => packet.id === id && packet.isStart);
    const times = unwrapped(starts.flatMap(({ payload }) => timeOf(payload) ?? []));
    const [first] = starts;
    if (first === undefined || times.length === 0) return [];
    const codec = wholeCodec(stream.codec, frameOf(packets, first));
    const track: Track = {
      ...{ id, ...stream, codec, ticksPerSecond: CLOCK_HERTZ, width: 0, height: 0 },
      defaults: { durationTicks: 0, flags: 0 },
    };
    return [
      {
        track,
        startSeconds: Math.min(...times.slice(0, 1)),
        endSeconds: times.reduce((latest, time) => Math.max(latest, time), 0),
        beginsWithKeyFrame: stream.kind !== 'video' || first.isRandomAccess || hasKeyFrame(packets, first),
      },
    ];
  });
}

function packetsOf(bytes: Buffer): Packet[] {
  const packets: Packet[] = [];
  for (let at = 0; at + PACKET_BYTES <= bytes.length && bytes[at] === SYNC; at += PACKET_BYTES) {
    const head = bytes.readUInt16BE(at + 1);
    const control = bytes.readUInt8(at + 3);
    const fieldBytes = control & 0x20 ? bytes.readUInt8(at + 4) + 1 : 0;
    packets.push({
      id: head & 0x1fff,
      isStart: (head & 0x4000) !== 0,
      isRandomAccess: fieldBytes > 1 && (bytes.readUInt8(at + 5) & 0x40) !== 0,
      payload: control & 0x10 ? bytes.subarray(at + 4 + fieldBytes, at + PACKET_BYTES) : Buffer.alloc(0),
    });
  }
  return packets;
}

/** Finds streams by the tables: the first names the second, which names the streams. */
function streamsOf(packets: readonly Packet[]): (Pick<Track, 'kind' | 'codec'> & { id: number })[] {
  const association = sectionOf(packets, 0);
  if (association === undefined || association.length < 12) return [];
  const program = sectionOf(packets, association.readUInt16BE(10) & 0x1fff);
  if (program === undefined || program.length < 12) return [];
  const end = Math.min(program.length, 3 + (program.readUInt16BE(1) & 0xfff) - 4);
  const streams: (Pick<Track, 'kind' | 'codec'> & { id: number })[] = [];
  for (let at = 12 + (program.readUInt16BE(10) & 0xfff); at + 5 <= end;) {
    const known = STREAM_TYPES[program.readUInt8(at)];
    if (known !== undefined) streams.push({ id: program.readUInt16BE(at + 1) & 0x1fff, ...known });
    at += 5 + (program.readUInt16BE(at + 3) & 0xfff);
  }
  return streams;
}

function sectionOf(packets: readonly Packet[], id: number): Buffer | undefined {
  const payload = packets.find((packet) => packet.id === id && packet.isStart && packet.payload.length > 0)?.payload;
  return payload?.subarray(payload.readUInt8(0) + 1);
}

/** When the frame that begins here is shown. */
function timeOf(payload: Buffer): number | undefined {
  if (payload.length < 14 || payload.readUIntBE(0, 3) !== 1 || (payload.readUInt8(7) & 0x80) === 0) return undefined;
  const high = (payload.readUInt8(9) >> 1) & 0x7;
  const [middle, low] = [payload.readUInt16BE(10) >> 1, payload.readUInt16BE(12) >> 1];
  return (high * 2 ** 30 + middle * 2 ** 15 + low) / CLOCK_HERTZ;
}

/** An IDR picture (H.264), where the packets themselves say nothing. */
function hasKeyFrame(packets: readonly Packet[], first: Packet): boolean {
  return unitsOf(frameOf(packets, first)).some((unit) => ((unit[0] ?? 0) & 0x1f) === IDR);
}

/** Bytes of the frame that begins in a packet, behind the header of its packetised stream. */
function frameOf(packets: readonly Packet[], first: Packet): Buffer {
  const own = packets.filter(({ id }) => id === first.id);
  const next = own.findIndex((packet, index) => index > 0 && packet.isStart);
  const bytes = Buffer.concat(own.slice(0, next === -1 ? own.length : next).map(({ payload }) => payload));
  return bytes.length < 9 ? bytes : bytes.subarray(9 + bytes.readUInt8(8));
}

/** Units of H.264, each behind a start code. */
function unitsOf(frame: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = frame.indexOf(START_CODE); at !== -1; at = frame.indexOf(START_CODE, at + 3))
    units.push(frame.subarray(at + 3));
  return units;
}

const START_CODE = Buffer.from([0, 0, 1]);
const IDR = 5;
const SEQUENCE_PARAMETERS = 7;

/** With profile and level, as `CODECS` names them; of other codecs the name alone. */
function wholeCodec(codec: string, frame: Buffer): string {
  if (codec === 'avc1') {
    const parameters = unitsOf(frame).find((unit) => ((unit[0] ?? 0) & 0x1f) === SEQUENCE_PARAMETERS);
    return parameters === undefined ? codec : `avc1.${parameters.subarray(1, 4).toString('hex')}`;
  }
  // ADTS (ISO/IEC 13818-7): twelve bits of ones, and the profile in the third byte.
  const isAdts = codec === 'mp4a' && frame.length > 2 && (frame.readUInt16BE(0) & 0xfff6) === 0xfff0;
  return isAdts ? `mp4a.40.${(frame.readUInt8(2) >> 6) + 1}` : codec;
}

/** Times count 33 bits, and begin again. */
function unwrapped(times: readonly number[]): number[] {
  const period = 2 ** 33 / CLOCK_HERTZ;
  const first = times[0] ?? 0;
  return times.map((time) => (time < first - period / 2 ? time + period : time));
}
