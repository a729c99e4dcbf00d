import { isTransport, PACKET_BYTES } from '../../../protocol/runtime/media/transport/packets.ts';
import { boxesAt, viewOf } from '../boxes.ts';

export interface PartTrack {
  readonly kind: 'video' | 'audio';
  /** Name of the sample entry of the codec in fragmented MP4. */
  readonly codec: string;
}

/** Tracks of pictures and sound in a part of a stream. */
export interface PartTracks {
  readonly isTransport: boolean;
  readonly tracks: readonly PartTrack[];
}

const MP3: PartTrack = { kind: 'audio', codec: '.mp3' };
const AAC: PartTrack = { kind: 'audio', codec: 'mp4a' };
const H264: PartTrack = { kind: 'video', codec: 'avc1' };
const AC_3: PartTrack = { kind: 'audio', codec: 'ac-3' };
const E_AC_3: PartTrack = { kind: 'audio', codec: 'ec-3' };
/** Types of streams in MPEG-TS; some have a second type for samples that are encrypted. */
const TRANSPORT_TYPES: Readonly<Record<number, PartTrack>> = {
  ...{ 0x1b: H264, 0xdb: H264, 0x24: { kind: 'video', codec: 'hvc1' } },
  ...{ 0x03: MP3, 0x04: MP3, 0x0f: AAC, 0xcf: AAC, 0x81: AC_3, 0xc1: AC_3, 0x87: E_AC_3, 0xc2: E_AC_3 },
};
const PRIVATE_TYPE = 0x06;
/** Descriptors of a stream of private type (DVB). */
const PRIVATE_SOUND: Readonly<Record<number, PartTrack>> = { 0x6a: AC_3, 0x7a: E_AC_3 };
/** The tables are among the first packets. */
const PACKETS_MAX = 64;

/**
 * Reads an init segment, or any segment of MPEG-TS. `undefined` if the tracks cannot be read, as from encrypted
 * bytes.
 */
export function partTracks(bytes: Uint8Array): PartTracks | undefined {
  try {
    const isInTransport = isTransport(bytes);
    const tracks = isInTransport ? transportTracks(bytes) : boxTracks(bytes);
    return tracks.length === 0 ? undefined : { isTransport: isInTransport, tracks };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function transportTracks(bytes: Uint8Array): PartTrack[] {
  let tablePid = 0;
  const end = Math.min(bytes.length, PACKETS_MAX * PACKET_BYTES);
  for (let at = 0; at + PACKET_BYTES <= end; at += PACKET_BYTES) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, PACKET_BYTES);
    const isBeginning = (view.getUint8(1) & 0x40) !== 0;
    if (!isBeginning || (view.getUint16(1) & 0x1fff) !== tablePid) continue;
    const payload = 4 + ((view.getUint8(3) & 0x20) === 0 ? 0 : 1 + view.getUint8(4));
    const section = payload + 1 + view.getUint8(payload);
    if (tablePid !== 0) return tableTracks(view, section);
    tablePid = view.getUint16(section + 10) & 0x1fff;
  }
  return [];
}

function tableTracks(view: DataView, section: number): PartTrack[] {
  const tracks: PartTrack[] = [];
  const end = section + 3 + (view.getUint16(section + 1) & 0xfff) - 4;
  for (let at = section + 12 + (view.getUint16(section + 10) & 0xfff); at < end;) {
    const type = view.getUint8(at);
    const next = at + 5 + (view.getUint16(at + 3) & 0xfff);
    const track = type === PRIVATE_TYPE ? privateSound(view, at + 5, next) : TRANSPORT_TYPES[type];
    // hls.js plays the first track of each kind.
    if (track !== undefined && !tracks.some(({ kind }) => kind === track.kind)) tracks.push(track);
    at = next;
  }
  return tracks;
}

function privateSound(view: DataView, from: number, to: number): PartTrack | undefined {
  for (let at = from; at < to; at += 2 + view.getUint8(at + 1)) {
    const track = PRIVATE_SOUND[view.getUint8(at)];
    if (track !== undefined) return track;
  }
  return undefined;
}

const KINDS: Readonly<Record<string, PartTrack['kind']>> = { vide: 'video', soun: 'audio' };
/** Offsets in the content of a box: of the kind in `hdlr`, and of the name of the first entry in `stsd`. */
const KIND_OFFSET = 8;
const ENTRY_OFFSET = 12;

function boxTracks(bytes: Uint8Array): PartTrack[] {
  const view = viewOf(bytes);
  return boxesAt(view, ['moov', 'trak']).flatMap((track) => {
    const [handler] = boxesAt(view, ['mdia', 'hdlr'], track);
    const [entries] = boxesAt(view, ['mdia', 'minf', 'stbl', 'stsd'], track);
    const kind = handler && KINDS[nameAt(view, handler.from + KIND_OFFSET)];
    return kind === undefined || entries === undefined
      ? []
      : [{ kind, codec: nameAt(view, entries.from + ENTRY_OFFSET) }];
  });
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
