import { createCipheriv } from 'node:crypto';
import { BLOCK_BYTES, CBCS_PATTERN, type ProtectionKey, type ProtectionScheme } from './protect-init.ts';

/** Bytes at the beginning of a slice that stay readable: decoders read slice headers before they decrypt. */
const CLEAR_SLICE_BYTES = 64;
const NAL_LENGTH_BYTES = 4;
/** Coded slices of H.264. */
const SLICE_TYPES: ReadonlySet<number> = new Set([1, 5]);

/** A readable part of a sample and the encrypted part behind it. */
export interface Subsample {
  readonly clearBytes: number;
  readonly encryptedBytes: number;
}

/** Divides a sample of H.264 in AVC format into parts; samples of sound are encrypted as a whole. */
export function subsamplesOf(sample: Buffer): Subsample[] {
  const subsamples: Subsample[] = [];
  let clearBytes = 0;
  for (let at = 0; at + NAL_LENGTH_BYTES < sample.length;) {
    const unitBytes = NAL_LENGTH_BYTES + sample.readUInt32BE(at);
    const isSlice = SLICE_TYPES.has((sample[at + NAL_LENGTH_BYTES] ?? 0) & 0x1f);
    const encryptedBytes = isSlice ? wholeBlocks(Math.max(0, unitBytes - CLEAR_SLICE_BYTES)) : 0;
    clearBytes += unitBytes - encryptedBytes;
    if (encryptedBytes > 0) {
      subsamples.push(...sixteenBit(clearBytes), { clearBytes: clearBytes & 0xffff, encryptedBytes });
      clearBytes = 0;
    }
    at += unitBytes;
  }
  if (clearBytes > 0)
    subsamples.push(...sixteenBit(clearBytes), { clearBytes: clearBytes & 0xffff, encryptedBytes: 0 });
  return subsamples;
}

/** The count of readable bytes has 16 bits, so longer readable parts are divided. */
function sixteenBit(clearBytes: number): Subsample[] {
  return Array.from({ length: clearBytes >> 16 }, () => [
    { clearBytes: 0x8000, encryptedBytes: 0 },
    { clearBytes: 0x8000, encryptedBytes: 0 },
  ]).flat();
}

const wholeBlocks = (bytes: number): number => bytes - (bytes % BLOCK_BYTES);

export interface SampleEncryption extends Pick<ProtectionKey, 'key'> {
  readonly scheme: ProtectionScheme;
  /** Initialization vector of one block: of this sample with `cenc`, of all samples with `cbcs`. */
  readonly iv: Buffer;
}

/** Encrypts a sample in place. */
export function encryptSample(
  sample: Buffer,
  subsamples: readonly Subsample[] | null,
  encryption: SampleEncryption,
): void {
  const parts = subsamples ?? [{ clearBytes: 0, encryptedBytes: sample.length }];
  const { scheme, key, iv } = encryption;
  const counter = scheme === 'cenc' ? createCipheriv('aes-128-ctr', key, iv) : null;
  let at = 0;
  for (const { clearBytes, encryptedBytes } of parts) {
    at += clearBytes;
    const part = sample.subarray(at, at + encryptedBytes);
    at += encryptedBytes;
    if (counter !== null) counter.update(part).copy(part);
    else encryptPattern(part, encryption, subsamples !== null);
  }
}

/** `cbcs`: every part begins with the same vector, and an incomplete block at its end stays readable. */
function encryptPattern(part: Buffer, { key, iv }: SampleEncryption, isPicture: boolean): void {
  const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
  const strideBlocks = isPicture ? CBCS_PATTERN.encryptedBlocks + CBCS_PATTERN.clearBlocks : 1;
  for (let at = 0; at + BLOCK_BYTES <= part.length; at += strideBlocks * BLOCK_BYTES) {
    const block = part.subarray(at, at + BLOCK_BYTES);
    cipher.update(block).copy(block);
  }
}
