import { joined } from './joined-bytes.ts';
import { PACKET_BYTES, SYNC_BYTE } from './packets.ts';

/** Ticks a second of the clock of MPEG-TS. */
export const TICKS_PER_SECOND = 90_000;

export type TransportKind = 'video' | 'audio';

/** One packet of an elementary stream (PES): a picture, or some frames of sound. Times have 33 bits, and wrap around. */
export interface TransportUnit {
  readonly kind: TransportKind;
  readonly data: Uint8Array;
  readonly ptsTicks: number;
  readonly dtsTicks: number;
}

interface ElementaryStream {
  readonly kind: TransportKind;
  parts: Uint8Array[];
  sizeBytes: number;
  /** Continuity counter of its last packet. */
  counter: number | undefined;
}

const PROGRAMS_PID = 0;
/** Packets with names of services, and stuffing. */
const IGNORED_PIDS: ReadonlySet<number> = new Set([0x11, 0x1fff]);
const KINDS: Readonly<Record<number, TransportKind>> = { 0x1b: 'video', 0x0f: 'audio' };
/** Stream types without media: timed metadata and splice points. */
const IGNORED_TYPES: ReadonlySet<number> = new Set([0x15, 0x86]);
/** Size of a unit's header with both of its times. */
const UNIT_HEAD_BYTES = 19;

/**
 * Demuxes one segment of MPEG-TS as it arrives. It reads H.264 and AAC in ADTS in one program, complete and unencrypted, with
 * the tables in front, and throws at everything else: hls.js, which reads more formats, plays such streams.
 */
export class TransportDemuxer {
  #rest: Uint8Array = new Uint8Array();
  #tablePid: number | undefined;
  readonly #streams = new Map<number, ElementaryStream>();
  #units: TransportUnit[] = [];

  /** Kinds of the program's streams, at most one stream of each kind; empty before the tables have arrived. */
  get kinds(): readonly TransportKind[] {
    return [...this.#streams.values()].map(({ kind }) => kind);
  }

  /** Returns units that these bytes complete. */
  push(bytes: Uint8Array): TransportUnit[] {
    const data = joined([this.#rest, bytes]);
    const end = data.length - (data.length % PACKET_BYTES);
    for (let at = 0; at < end; at += PACKET_BYTES) this.#readPacket(data.subarray(at, at + PACKET_BYTES));
    this.#rest = data.subarray(end);
    return this.#takeUnits();
  }

  /** Returns the last units: units of pictures do not declare where they end. */
  end(): TransportUnit[] {
    if (this.#rest.length > 0) throw new Error('cut off');
    for (const stream of this.#streams.values()) this.#finishUnit(stream);
    return this.#takeUnits();
  }

  /** The incomplete units, as far as they have arrived. */
  beginnings(): TransportUnit[] {
    return [...this.#streams.values()]
      .filter(({ sizeBytes }) => sizeBytes >= UNIT_HEAD_BYTES)
      .map(({ kind, parts }) => readUnit(kind, joined(parts)));
  }

  #takeUnits(): TransportUnit[] {
    const units = this.#units;
    this.#units = [];
    return units;
  }

  #readPacket(packet: Uint8Array): void {
    const view = viewOf(packet);
    const head = view.getUint16(1);
    const control = view.getUint8(3);
    const isDamaged = view.getUint8(0) !== SYNC_BYTE || (head & 0x8000) !== 0;
    const isScrambled = (control & 0xc0) !== 0;
    if (isDamaged || isScrambled) throw new Error(isDamaged ? 'damaged' : 'scrambled');
    const isBeginning = (head & 0x4000) !== 0;
    const pid = head & 0x1fff;
    const hasPayload = (control & 0x10) !== 0;
    const adaptationBytes = (control & 0x20) === 0 ? 0 : 1 + view.getUint8(4);
    if (!hasPayload || IGNORED_PIDS.has(pid)) return;
    const payload = packet.subarray(4 + adaptationBytes);
    if (pid === PROGRAMS_PID) this.#readPrograms(payload);
    else if (pid === this.#tablePid) this.#readTable(payload);
    else if (this.#streams.size === 0) throw new Error('no tables in front');
    else {
      const stream = this.#streams.get(pid);
      const isNewCount = adaptationBytes > 1 && (view.getUint8(5) & 0x80) !== 0;
      if (stream !== undefined) this.#addPayload(stream, payload, isBeginning, control & 0xf, isNewCount);
    }
  }

  #addPayload(
    stream: ElementaryStream,
    payload: Uint8Array,
    isBeginning: boolean,
    counter: number,
    isNewCount: boolean,
  ): void {
    const isNext = stream.counter === undefined || isNewCount || counter === ((stream.counter + 1) & 0xf);
    if (!isNext) throw new Error('packets are missing');
    stream.counter = counter;
    if (isBeginning) this.#finishUnit(stream);
    else if (stream.parts.length === 0) throw new Error('no beginning');
    stream.parts.push(payload);
    stream.sizeBytes += payload.length;
    const [first] = stream.parts;
    const saidBytes = first === undefined || first.length < 6 ? 0 : viewOf(first).getUint16(4);
    if (saidBytes > 0 && stream.sizeBytes >= saidBytes + 6) this.#finishUnit(stream);
  }

  #finishUnit(stream: ElementaryStream): void {
    if (stream.parts.length === 0) return;
    const data = joined(stream.parts);
    const saidBytes = viewOf(data).getUint16(4);
    if (saidBytes > 0 && saidBytes + 6 !== data.length) throw new Error('cut off');
    this.#units.push(readUnit(stream.kind, data));
    stream.parts = [];
    stream.sizeBytes = 0;
  }

  #readPrograms(payload: Uint8Array): void {
    const section = sectionOf(payload, 0);
    // One program is a program number and the PID of its table.
    if (section.length !== 9) throw new Error('not one program');
    const pid = viewOf(section).getUint16(7) & 0x1fff;
    if (pid !== (this.#tablePid ?? pid)) throw new Error('another program');
    this.#tablePid = pid;
  }

  #readTable(payload: Uint8Array): void {
    const section = sectionOf(payload, 2);
    const view = viewOf(section);
    const found = new Map<number, TransportKind>();
    let at = 9 + (view.getUint16(7) & 0xfff);
    while (at < section.length) {
      const type = view.getUint8(at);
      const kind = KINDS[type];
      if (kind === undefined && !IGNORED_TYPES.has(type)) throw new Error(`type ${type}`);
      // hls.js plays the first of a kind.
      if (kind !== undefined && ![...found.values()].includes(kind)) found.set(view.getUint16(at + 1) & 0x1fff, kind);
      at += 5 + (view.getUint16(at + 3) & 0xfff);
    }
    if (found.size === 0) throw new Error('no media');
    const isFirst = this.#streams.size === 0;
    for (const [pid, kind] of found)
      if (isFirst) this.#streams.set(pid, { kind, parts: [], sizeBytes: 0, counter: undefined });
    const isSame =
      found.size === this.#streams.size && [...found].every(([pid, kind]) => this.#streams.get(pid)?.kind === kind);
    if (!isSame) throw new Error('another table');
  }
}

export interface FirstUnits {
  readonly picture: TransportUnit | undefined;
  readonly sound: TransportUnit | undefined;
  /** The earlier decoding time of the two units. */
  readonly beginTicks: number;
}

/** The first unit of each of these kinds; `undefined` until a unit of each kind has arrived. */
export function firstUnits(kinds: readonly TransportKind[], units: readonly TransportUnit[]): FirstUnits | undefined {
  const firstOf = (kind: TransportKind): TransportUnit | undefined => units.find((unit) => unit.kind === kind);
  if (kinds.length === 0 || !kinds.every(firstOf)) return undefined;
  const [picture, sound] = [firstOf('video'), firstOf('audio')];
  const begins = [picture?.dtsTicks, sound?.ptsTicks].filter((ticks) => ticks !== undefined);
  return { picture, sound, beginTicks: Math.min(...begins) };
}

/** Content of a table that is whole in one packet: the bytes after its length, without the checksum. */
function sectionOf(payload: Uint8Array, tableId: number): Uint8Array {
  const view = viewOf(payload);
  const at = 1 + view.getUint8(0);
  const sizeBytes = view.getUint16(at + 1) & 0xfff;
  const end = at + 3 + sizeBytes - 4;
  if (view.getUint8(at) !== tableId || end > payload.length) throw new Error('no table');
  return payload.subarray(at + 3, end);
}

function readUnit(kind: TransportKind, bytes: Uint8Array): TransportUnit {
  const view = viewOf(bytes);
  const isPlain = view.getUint32(0) >>> 8 === 1 && (view.getUint8(6) & 0x30) === 0;
  const flags = view.getUint8(7);
  if (!isPlain || (flags & 0x80) === 0) throw new Error('no time');
  const ptsTicks = timeAt(view, 9);
  const dtsTicks = (flags & 0x40) === 0 ? ptsTicks : timeAt(view, 14);
  return { kind, data: bytes.subarray(9 + view.getUint8(8)), ptsTicks, dtsTicks };
}

/** Reads a time: three, fifteen and fifteen bits, each group followed by a marker bit. */
function timeAt(view: DataView, at: number): number {
  const [high, middle, low] = [view.getUint8(at), view.getUint16(at + 1), view.getUint16(at + 3)];
  return ((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1);
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
