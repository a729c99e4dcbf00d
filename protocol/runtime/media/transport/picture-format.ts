import { BitReader } from './bit-reader.ts';

export interface PictureFormat {
  /** Name as in `CODECS`. */
  readonly codec: string;
  /** Coded width in pixels, without the cropped edges. */
  readonly width: number;
  readonly height: number;
  /** Width and height of a pixel. */
  readonly pixelRatio: readonly [number, number];
}

/** Profiles whose sequence parameter sets declare the chroma format; all other profiles use 4:2:0. */
const WITH_CHROMA: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
const HALVED_CHROMA = 1;
const MACROBLOCK = 16;
/** Pixel aspect ratios by their number (`aspect_ratio_idc`); number 0 is unspecified. */
const PIXEL_RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
];
const OWN_RATIO = 255;
const SCALING_LISTS = 8;
const CYCLE_MAX = 255;

/** Reads a sequence parameter set of H.264; throws at a damaged set, or at a rare format. */
export function readPictureFormat(unit: Uint8Array): PictureFormat {
  const reader = new BitReader(unit);
  reader.bits(8);
  const [profile, constraints, level] = [reader.bits(8), reader.bits(8), reader.bits(8)];
  reader.unsigned();
  if (WITH_CHROMA.has(profile)) {
    if (reader.unsigned() !== HALVED_CHROMA) throw new Error('rare colours');
    reader.unsigned();
    reader.unsigned();
    reader.bits(1);
    skipScaling(reader);
  }
  reader.unsigned();
  skipOrder(reader);
  reader.unsigned();
  reader.bits(1);
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const isInFrames = reader.bits(1) === 1;
  if (!isInFrames) reader.bits(1);
  reader.bits(1);
  const [left = 0, right = 0, top = 0, bottom = 0] = reader.bits(1) === 1 ? fourOf(reader) : [];
  const linesOfRow = isInFrames ? 1 : 2;
  return {
    codec: `avc1.${[profile, constraints, level].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    width: columns * MACROBLOCK - 2 * (left + right),
    height: linesOfRow * (rows * MACROBLOCK - 2 * (top + bottom)),
    pixelRatio: reader.bits(1) === 1 && reader.bits(1) === 1 ? readRatio(reader) : [1, 1],
  };
}

function fourOf(reader: BitReader): number[] {
  return [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()];
}

function skipScaling(reader: BitReader): void {
  if (reader.bits(1) === 0) return;
  for (let list = 0; list < SCALING_LISTS; list += 1) {
    if (reader.bits(1) === 0) continue;
    let [last, next] = [8, 8];
    for (let left = list < 6 ? 16 : 64; left > 0; left -= 1) {
      if (next !== 0) next = (last + reader.signed() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

/** Skips the fields about the order of the pictures. */
function skipOrder(reader: BitReader): void {
  const way = reader.unsigned();
  if (way === 0) reader.unsigned();
  if (way !== 1) return;
  reader.bits(1);
  reader.signed();
  reader.signed();
  const count = reader.unsigned();
  if (count > CYCLE_MAX) throw new Error('damaged');
  for (let left = count; left > 0; left -= 1) reader.signed();
}

function readRatio(reader: BitReader): readonly [number, number] {
  const number = reader.bits(8);
  const ratio = number === OWN_RATIO ? ([reader.bits(16), reader.bits(16)] as const) : PIXEL_RATIOS[number];
  return ratio ?? [1, 1];
}
