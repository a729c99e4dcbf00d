import { boxAt, boxesIn, boxesOfType, type Box } from './boxes.ts';
import { mediaTimesOf } from './media-times.ts';
import { openType } from './protected-entries.ts';
import { VISUAL_ENTRY_BYTES } from './sample-entries.ts';

/** Facts about a track in the index of a file (`moov`). */
export interface Track {
  readonly id: number;
  readonly kind: 'video' | 'sound' | 'other';
  readonly ticksPerSecond: number;
  /** Codec as RFC 6381 names it. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Displayed size, if it differs: of a rotated picture, or of pixels that are not square. */
  readonly shown?: { readonly width: number; readonly height: number };
  /** Bytes of the length in front of each NAL unit; only for unencrypted H.264 and HEVC. */
  readonly unitLengthBytes?: number;
  /** Values for samples whose fragment has none. */
  readonly defaults: SampleDefaults;
}

export interface SampleDefaults {
  readonly durationTicks: number;
  readonly sizeBytes: number;
  readonly flags: number;
}

export const NO_DEFAULTS: SampleDefaults = { durationTicks: 0, sizeBytes: 0, flags: 0 };

const KINDS: Readonly<Record<string, Track['kind']>> = { vide: 'video', soun: 'sound' };
const SAMPLE_ENTRY_HEADER_BYTES = 8;

export function tracksOf(moov: Buffer): Track[] {
  const extended = new Map(boxesOfType(boxAt(moov, 'mvex') ?? Buffer.alloc(0), 'trex').flatMap(defaultsOf));
  return boxesOfType(moov, 'trak').flatMap((trak) => trackOf(trak, extended));
}

/** Length of an unfragmented file, seconds. */
export function lengthOf(moov: Buffer): number {
  const header = boxAt(moov, 'mvhd');
  if (header === undefined || header.length < 32) return 0;
  const { ticksPerSecond, ticks } = mediaTimesOf(header);
  return ticksPerSecond > 0 ? ticks / ticksPerSecond : 0;
}

function trackOf(trak: Buffer, extended: ReadonlyMap<number, SampleDefaults>): Track[] {
  const [header, media, handler, entries] = [
    boxAt(trak, 'tkhd'),
    boxAt(trak, 'mdia', 'mdhd'),
    boxAt(trak, 'mdia', 'hdlr'),
    boxAt(trak, 'mdia', 'minf', 'stbl', 'stsd'),
  ];
  if (!header || !media || !handler || !entries || header.length < 24 || media.length < 24) return [];
  const id = header.readUInt32BE(header[0] === 1 ? 20 : 12);
  const [entry] = boxesIn(entries.subarray(SAMPLE_ENTRY_HEADER_BYTES));
  const kind = KINDS[handler.toString('latin1', 8, 12)] ?? 'other';
  const isVisual = kind === 'video' && entry !== undefined && entry.body.length > VISUAL_ENTRY_BYTES;
  return [
    {
      ...{ id, kind, ticksPerSecond: mediaTimesOf(media).ticksPerSecond },
      codec:
        entry === undefined
          ? ''
          : codecName(openType(entry), isVisual ? entry.body.subarray(VISUAL_ENTRY_BYTES) : null),
      width: isVisual ? entry.body.readUInt16BE(24) : 0,
      height: isVisual ? entry.body.readUInt16BE(26) : 0,
      ...(isVisual ? { ...unitLengthOf(entry), ...shownSize(header, entry) } : {}),
      defaults: extended.get(id) ?? NO_DEFAULTS,
    },
  ];
}

const ROUNDED_SHAPE = 0.01;

/** Displayed size from the matrix of a track (`tkhd`, ISO/IEC 14496-12, 8.3.2) and the shape of its pixels (`pasp`, 12.1.4). */
function shownSize(header: Buffer, { body }: Box): Pick<Track, 'shown'> {
  const shape = boxAt(body.subarray(VISUAL_ENTRY_BYTES), 'pasp');
  const [across, down] =
    shape !== undefined && shape.length >= 8 ? [shape.readUInt32BE(0), shape.readUInt32BE(4)] : [1, 1];
  const matrixAt = header[0] === 1 ? 52 : 40;
  const isLying =
    header.length >= matrixAt + 8 && header.readInt32BE(matrixAt) === 0 && header.readInt32BE(matrixAt + 4) !== 0;
  // A size that is rounded to even pixels comes with a pixel shape that makes up for the rounding.
  const isSquare = across === 0 || down === 0 || Math.abs(across / down - 1) < ROUNDED_SHAPE;
  if (isSquare && !isLying) return {};
  const height = body.readUInt16BE(26);
  const width = Math.round(body.readUInt16BE(24) * (isSquare ? 1 : across / down));
  return { shown: isLying ? { width: height, height: width } : { width, height } };
}

/** Reads the length from the configuration of H.264 (ISO/IEC 14496-15, 5.3.3.1) and of HEVC (8.3.3.1). */
function unitLengthOf({ type, body }: Box): Pick<Track, 'unitLengthBytes'> {
  const inside = body.subarray(VISUAL_ENTRY_BYTES);
  const bits = /^avc[1-4]$/.test(type)
    ? boxAt(inside, 'avcC')?.[4]
    : /^(?:hvc|hev)1$/.test(type)
      ? boxAt(inside, 'hvcC')?.[21]
      : undefined;
  return bits === undefined ? {} : { unitLengthBytes: (bits & 3) + 1 };
}

function codecName(type: string, inside: Buffer | null): string {
  const avc = inside === null ? undefined : boxAt(inside, 'avcC');
  return avc === undefined ? type : `${type}.${avc.subarray(1, 4).toString('hex')}`;
}

function defaultsOf(trex: Buffer): (readonly [number, SampleDefaults])[] {
  if (trex.length < 24) return [];
  const [durationTicks, sizeBytes, flags] = [trex.readUInt32BE(12), trex.readUInt32BE(16), trex.readUInt32BE(20)];
  return [[trex.readUInt32BE(4), { durationTicks, sizeBytes, flags }]];
}
