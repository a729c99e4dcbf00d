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

/** Whether the beginning of a file may be of one. */
export const isTransportStream = (bytes: Buffer): boolean => bytes[0] === SYNC_BYTE;

/** A track of a transport stream. */
export interface TransportPart extends TrackPart {
  /** The longest time between two frames that are shown one after the other. */
  readonly longestStepSeconds: number;
}

/** A part of a transport stream as it is read. */
export interface SeenTransport {
  readonly parts: readonly TransportPart[];
  /** Why the stream cannot be played as it is; `undefined` for an undamaged stream. */
  readonly damage: string | undefined;
  /** Kinds of tracks that its tables name, and of which it holds nothing. */
  readonly absent: readonly Track['kind'][];
  /** Ends in the middle of a packet. */
  readonly isCutOff: boolean;
}

/** Packets of one stream, or of one table. */
interface Stream {
  /** When its frames are shown, in the order of the packets. */
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
/** Padding. */
const NULL_ID = 0x1fff;
const ASSOCIATION_ID = 0;

/**
 * Reads a transport stream piece by piece, and keeps the facts of a check: where streams begin and whether with a key frame, when
 * their frames are shown, and whether the packets follow each other. The end of a track is the beginning of its last frame: the
 * stream does not have that frame's duration.
 */
export class TransportStreamReader {
  readonly #streams = new Map<number, Stream>();
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;
  #damage: string | undefined;

  /** The next bytes, which are not kept. Those behind a damage say nothing. */
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

  /** Returns the fault of a packet. */
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

  /** Finds streams by the tables: the first names the second, which names the streams. */
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

/** Counts of packets go up by one, and a packet may come twice. */
function follows(before: number | undefined, now: number): boolean {
  return before === undefined || now === before || now === ((before + 1) & 0xf);
}

function longestStep(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.reduce((longest, time, at) => Math.max(longest, time - (sorted[at - 1] ?? time)), 0);
}

/** The first entry that is of a program: number 0 is the network. */
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

/** When the frame that begins here is shown. */
function timesOf(payload: Buffer): number[] {
  if (payload.length < 14 || payload.readUIntBE(0, 3) !== 1 || (payload.readUInt8(7) & 0x80) === 0) return [];
  const high = (payload.readUInt8(9) >> 1) & 0x7;
  const [middle, low] = [payload.readUInt16BE(10) >> 1, payload.readUInt16BE(12) >> 1];
  return [(high * 2 ** 30 + middle * 2 ** 15 + low) / CLOCK_HERTZ];
}

/** An IDR picture (H.264), where the packets themselves say nothing. */
function hasKeyFrame(frame: Buffer): boolean {
  return unitsOf(frame).some((unit) => ((unit[0] ?? 0) & 0x1f) === IDR);
}

/** Bytes of a frame, behind the header of its packetised stream. */
function frameOf(payloads: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(payloads);
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
