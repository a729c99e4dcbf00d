import { PACKET_BYTES, SYNC_BYTE } from '../../../protocol/runtime/media/transport/packets.ts';
import type { TrackPart } from '../../provider/streams/mp4/fragments.ts';
import { NO_DEFAULTS, type Track } from '../../provider/streams/mp4/tracks.ts';

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

/** Whether the first bytes of a file may be a transport stream. */
export const isTransportStream = (bytes: Buffer): boolean => bytes[0] === SYNC_BYTE;

/** A track of a transport stream. */
export interface TransportPart extends TrackPart {
  /** The longest time between two consecutive frames in display order. */
  readonly longestStepSeconds: number;
}

/** Facts about a range of a transport stream. */
export interface SeenTransport {
  readonly parts: readonly TransportPart[];
  /** Why the stream cannot be played; `undefined` for an undamaged stream. */
  readonly damage: string | undefined;
  /** Kinds of tracks that its tables declare and that have no data. */
  readonly absent: readonly Track['kind'][];
  /** The range ends in the middle of a packet. */
  readonly isCutOff: boolean;
}

/** Packets with one identifier (PID): a media stream or a table. */
interface Stream {
  /** Presentation times of the frames, in packet order. */
  readonly times: number[];
  /** Beginning of the first frame or section. */
  first: Buffer[];
  firstBytes: number;
  isFirstRandomAccess: boolean;
  startCount: number;
  counter: number | undefined;
}

/** Limit of the first frame's bytes: its kind and codec come early. */
const FIRST_FRAME_MAX_BYTES = 4_194_304;
/** Identifier of padding packets. */
const NULL_ID = 0x1fff;
const ASSOCIATION_ID = 0;

/**
 * Reads a transport stream in chunks, and keeps the facts for a check: where streams begin and whether with a key frame, the presentation
 * times of their frames, and whether packets are missing. A track ends at the beginning of its last frame, because the stream does not
 * state that frame's duration.
 */
export class TransportStreamReader {
  readonly #streams = new Map<number, Stream>();
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;
  #damage: string | undefined;

  /** Reads the next bytes without keeping them. Bytes after damage are ignored. */
  add(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (; at + PACKET_BYTES <= all.length && this.#damage === undefined; at += PACKET_BYTES) {
      this.#damage = this.#read(all.subarray(at, at + PACKET_BYTES));
      this.#offset += PACKET_BYTES;
    }
    this.#rest = this.#damage === undefined ? Buffer.from(all.subarray(at)) : Buffer.alloc(0);
  }

  end(): SeenTransport {
    const isCutOff = this.#rest.length > 0;
    const { streams, fault } = this.#tables();
    const parts = streams.flatMap(({ id, ...stream }) => this.#partOf(id, stream));
    const absent = streams.filter(({ id }) => (this.#streams.get(id)?.startCount ?? 0) === 0).map(({ kind }) => kind);
    return { parts, damage: this.#damage ?? (isCutOff ? undefined : fault), absent, isCutOff };
  }

  /** Reads a packet; returns its fault, if any. */
  #read(packet: Buffer): string | undefined {
    const where = `at byte ${this.#offset}`;
    if (packet[0] !== SYNC_BYTE) return `there is no packet of MPEG-TS ${where}`;
    const head = packet.readUInt16BE(1);
    if ((head & 0x8000) !== 0) return `the packet ${where} is marked as damaged`;
    const control = packet.readUInt8(3);
    const fieldBytes = control & 0x20 ? packet.readUInt8(4) + 1 : 0;
    if (4 + fieldBytes > PACKET_BYTES) return `the packet ${where} is longer than it can be`;
    const id = head & 0x1fff;
    if (id === NULL_ID) return undefined;
    const flags = fieldBytes > 1 ? packet.readUInt8(5) : 0;
    const stream = this.#streamOf(id);
    const hasPayload = (control & 0x10) !== 0;
    if (hasPayload && (flags & 0x80) === 0 && !follows(stream.counter, control & 0xf))
      return `packets are missing ${where}`;
    if (hasPayload) stream.counter = control & 0xf;
    const payload = hasPayload ? packet.subarray(4 + fieldBytes) : packet.subarray(0, 0);
    if ((head & 0x4000) !== 0 && payload.length > 0) {
      stream.startCount += 1;
      if (stream.startCount === 1) stream.isFirstRandomAccess = (flags & 0x40) !== 0;
      stream.times.push(...timesOf(payload));
    }
    if (stream.startCount === 1 && stream.firstBytes < FIRST_FRAME_MAX_BYTES) {
      stream.first.push(Buffer.from(payload));
      stream.firstBytes += payload.length;
    }
    return undefined;
  }

  #streamOf(id: number): Stream {
    const known = this.#streams.get(id);
    if (known !== undefined) return known;
    const stream: Stream = {
      ...{ times: [], first: [], firstBytes: 0, isFirstRandomAccess: false, startCount: 0, counter: undefined },
    };
    this.#streams.set(id, stream);
    return stream;
  }

  /** Finds the streams by the tables: the association table (PAT) points to the program table (PMT), which lists the streams. */
  #tables(): { readonly streams: readonly NamedStream[]; readonly fault?: string } {
    const association = this.#sectionOf(ASSOCIATION_ID);
    if (association === undefined) return { streams: [], fault: 'it has no table of its programs (PAT)' };
    const program = this.#sectionOf(programIdIn(association));
    if (program === undefined) return { streams: [], fault: 'it has no table of its tracks (PMT)' };
    const streams = streamsOf(program);
    return streams.length > 0 ? { streams } : { streams, fault: 'its tables name no track that can be played' };
  }

  #sectionOf(id: number): Buffer | undefined {
    const first = this.#streams.get(id)?.first[0];
    const section = first?.subarray(first.readUInt8(0) + 1);
    return section === undefined || section.length < 12 ? undefined : section;
  }

  #partOf(id: number, named: Pick<Track, 'kind' | 'codec'>): TransportPart[] {
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.times.length === 0) return [];
    const times = unwrapped(stream.times);
    const frame = frameOf(stream.first);
    const track: Track = {
      ...{
        id,
        kind: named.kind,
        codec: wholeCodec(named.codec, frame),
        ticksPerSecond: CLOCK_HERTZ,
        width: 0,
        height: 0,
      },
      defaults: NO_DEFAULTS,
    };
    return [
      {
        track,
        startSeconds: times[0] ?? 0,
        endSeconds: times.reduce((latest, time) => Math.max(latest, time), 0),
        beginsWithKeyFrame: named.kind !== 'video' || stream.isFirstRandomAccess || hasKeyFrame(frame),
        longestStepSeconds: longestStep(times),
      },
    ];
  }
}

type NamedStream = Pick<Track, 'kind' | 'codec'> & { readonly id: number };

/** Continuity counters increase by one; a packet may be sent twice. */
function follows(before: number | undefined, now: number): boolean {
  return before === undefined || now === before || now === ((before + 1) & 0xf);
}

function longestStep(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.reduce((longest, time, at) => Math.max(longest, time - (sorted[at - 1] ?? time)), 0);
}

/** Identifier of the first program's table; entry number 0 is the network table. */
function programIdIn(association: Buffer): number {
  const end = Math.min(association.length, 3 + (association.readUInt16BE(1) & 0xfff) - 4);
  for (let at = 8; at + 4 <= end; at += 4)
    if (association.readUInt16BE(at) !== 0) return association.readUInt16BE(at + 2) & 0x1fff;
  return NULL_ID;
}

function streamsOf(program: Buffer): NamedStream[] {
  const end = Math.min(program.length, 3 + (program.readUInt16BE(1) & 0xfff) - 4);
  const streams: NamedStream[] = [];
  for (let at = 12 + (program.readUInt16BE(10) & 0xfff); at + 5 <= end;) {
    const known = STREAM_TYPES[program.readUInt8(at)];
    if (known !== undefined) streams.push({ id: program.readUInt16BE(at + 1) & 0x1fff, ...known });
    at += 5 + (program.readUInt16BE(at + 3) & 0xfff);
  }
  return streams;
}

/** Presentation time of the frame that begins in this payload, if the payload has one. */
function timesOf(payload: Buffer): number[] {
  if (payload.length < 14 || payload.readUIntBE(0, 3) !== 1 || (payload.readUInt8(7) & 0x80) === 0) return [];
  const high = (payload.readUInt8(9) >> 1) & 0x7;
  const [middle, low] = [payload.readUInt16BE(10) >> 1, payload.readUInt16BE(12) >> 1];
  return [(high * 2 ** 30 + middle * 2 ** 15 + low) / CLOCK_HERTZ];
}

/** Whether an H.264 frame is an IDR picture; packets need not mark random access points. */
function hasKeyFrame(frame: Buffer): boolean {
  return unitsOf(frame).some((unit) => ((unit[0] ?? 0) & 0x1f) === IDR);
}

/** Bytes of a frame without its PES header. */
function frameOf(payloads: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(payloads);
  return bytes.length < 9 ? bytes : bytes.subarray(9 + bytes.readUInt8(8));
}

/** The bytes after each start code of H.264, to the end of the frame; each part begins with a NAL unit. */
function unitsOf(frame: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = frame.indexOf(START_CODE); at !== -1; at = frame.indexOf(START_CODE, at + 3))
    units.push(frame.subarray(at + 3));
  return units;
}

const START_CODE = Buffer.from([0, 0, 1]);
const IDR = 5;
const SEQUENCE_PARAMETERS = 7;

/** Codec string for `CODECS`: with profile and level for H.264 and AAC, else only the name. */
function wholeCodec(codec: string, frame: Buffer): string {
  if (codec === 'avc1') {
    const parameters = unitsOf(frame).find((unit) => ((unit[0] ?? 0) & 0x1f) === SEQUENCE_PARAMETERS);
    return parameters === undefined ? codec : `avc1.${parameters.subarray(1, 4).toString('hex')}`;
  }
  // ADTS (ISO/IEC 13818-7): twelve bits of ones, and the profile in the third byte.
  const isAdts = codec === 'mp4a' && frame.length > 2 && (frame.readUInt16BE(0) & 0xfff6) === 0xfff0;
  return isAdts ? `mp4a.40.${(frame.readUInt8(2) >> 6) + 1}` : codec;
}

/** Continuous times from timestamps that wrap after 33 bits. */
function unwrapped(times: readonly number[]): number[] {
  const period = 2 ** 33 / CLOCK_HERTZ;
  const first = times[0] ?? 0;
  return times.map((time) => (time < first - period / 2 ? time + period : time));
}
