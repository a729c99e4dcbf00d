export interface SoundFormat {
  /** Name as in `CODECS`. */
  readonly codec: string;
  /** `AudioSpecificConfig`. */
  readonly config: readonly [number, number];
  readonly samplesPerSecond: number;
  readonly channels: number;
}

export interface SoundFrame {
  readonly format: SoundFormat;
  readonly headerBytes: number;
  /** Size of the frame, with its header. */
  readonly sizeBytes: number;
}

export const SAMPLES_PER_FRAME = 1_024;

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const LOW_COMPLEXITY = 2;
const CHANNELS_MAX = 6;
const HEADER_BYTES = 7;
const CHECKSUM_BYTES = 2;

/**
 * Reads the header of a frame of AAC in ADTS at an offset. `undefined` while the header is incomplete; throws at other data, and at
 * profiles other than AAC-LC, which HE-AAC also declares.
 */
export function readSoundFrame(data: Uint8Array, at: number): SoundFrame | undefined {
  const [mark = 0, flags = 0, profile = 0, layout = 0, size = 0, end = 0, blocks] = data.subarray(
    at,
    at + HEADER_BYTES,
  );
  if (blocks === undefined) return undefined;
  if (mark !== 0xff || (flags & 0xf6) !== 0xf0) throw new Error('no frame');
  const kind = (profile >> 6) + 1;
  const rate = (profile >> 2) & 0xf;
  const channels = ((profile & 1) << 2) | (layout >> 6);
  const samplesPerSecond = RATES[rate];
  const headerBytes = (flags & 1) === 1 ? HEADER_BYTES : HEADER_BYTES + CHECKSUM_BYTES;
  const sizeBytes = ((layout & 3) << 11) | (size << 3) | (end >> 5);
  const isUsual = kind === LOW_COMPLEXITY && channels > 0 && channels <= CHANNELS_MAX && (blocks & 3) === 0;
  if (!isUsual || samplesPerSecond === undefined || sizeBytes <= headerBytes) throw new Error('rare sound');
  const config = [(kind << 3) | (rate >> 1), ((rate & 1) << 7) | (channels << 3)] as const;
  return { format: { codec: `mp4a.40.${kind}`, config, samplesPerSecond, channels }, headerBytes, sizeBytes };
}
