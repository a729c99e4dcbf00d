import type { FileHandle } from 'node:fs/promises';
import { bodyOf, boxAt, boxesIn, boxesOfType, type PlacedBox } from '../../provider/streams/mp4/boxes.ts';
import { defaultsOf, flagsOf, FRAGMENT_FLAGS, sampleRun } from '../../provider/streams/mp4/fragments.ts';
import type { Track } from '../../provider/streams/mp4/tracks.ts';
import { FileWindow } from './file-window.ts';

interface Sample {
  readonly start: number;
  readonly end: number;
}

/**
 * The fault of a segment of fragmented MP4 whose boxes contradict each other or its samples; `undefined` for an undamaged segment.
 * Video samples are walked through unit by unit. Audio samples are only tested for zeros, because their structure shows no other
 * damage without decoding.
 *
 * @param boxes All boxes of the segment, which ends at `end`.
 */
export async function fragmentFault(
  file: FileHandle,
  boxes: readonly PlacedBox[],
  end: number,
  tracks: readonly Track[],
): Promise<string | undefined> {
  const last = boxes.at(-1);
  if (last === undefined || last.end !== end) return `at byte ${last?.end ?? 0} there is no box of MP4`;
  if (tracks.length === 0) return undefined;
  const moofs = boxes.filter(({ type }) => type === 'moof');
  const data = boxes.filter(({ type }) => type === 'mdat');
  if (moofs.length === 0) return 'it has no fragment (moof)';
  const window = new FileWindow(file);
  for (const [index, moof] of moofs.entries()) {
    const next = moofs[index + 1]?.start ?? end;
    if (!data.some(({ start }) => start > moof.start && start < next))
      return 'a fragment (moof) is without data (mdat)';
    const body = await bodyOf(file, moof);
    const fault = body && (await samplesFault({ body, moof, data, tracks, window }));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

interface Fragment {
  readonly body: Buffer;
  readonly moof: PlacedBox;
  readonly data: readonly PlacedBox[];
  readonly tracks: readonly Track[];
  readonly window: FileWindow;
}

async function samplesFault({ body, moof, data, tracks, window }: Fragment): Promise<string | undefined> {
  if (!isFilled(body)) return 'the boxes in a fragment (moof) do not fill it';
  let base = moof.start;
  for (const traf of boxesOfType(body, 'traf')) {
    const header = boxAt(traf, 'tfhd');
    if (!isFilled(traf) || header === undefined) return 'the boxes in a fragment (traf) do not fill it';
    const flags = flagsOf(header);
    // With a base offset, positions count from the beginning of the file, and the segment may begin later in that file.
    if ((flags & FRAGMENT_FLAGS.baseOffset) !== 0) return undefined;
    if ((flags & FRAGMENT_FLAGS.isMoofBase) !== 0) base = moof.start;
    const track = tracks.find(({ id }) => id === header.readUInt32BE(4));
    let at = base;
    for (const run of boxesOfType(traf, 'trun')) {
      const samples = samplesOf(run, defaultsOf(header, track?.defaults).sizeBytes, base, at);
      for (const { start, end } of samples) {
        if (!data.some((box) => start >= box.bodyStart && end <= box.end)) return 'a sample is where there is no data';
        if (track?.unitLengthBytes !== undefined && !(await hasUnits(window, start, end, track.unitLengthBytes)))
          return `the picture at byte ${start} is none`;
        if (track?.codec.startsWith('mp4a') === true && (await isZero(window, start, end)))
          return `the sound at byte ${start} is none`;
      }
      at = samples.at(-1)?.end ?? at;
    }
    base = at;
  }
  return undefined;
}

function isFilled(bytes: Buffer): boolean {
  const last = boxesIn(bytes).at(-1);
  return last?.end === bytes.length && !last.isCutOff;
}

/** Byte ranges of a run's samples in the file. */
function samplesOf(run: Buffer, usualBytes: number, base: number, follows: number): Sample[] {
  const { sizes, dataOffset } = sampleRun(run, usualBytes);
  let end = dataOffset === undefined ? follows : base + dataOffset;
  return sizes.map((size) => ({ start: end, end: (end += size) }));
}

/** Whether a range holds only zeros, which no AAC frame does: a frame ends with a non-zero end element. */
async function isZero(window: FileWindow, start: number, end: number): Promise<boolean> {
  return (
    end > start && (await window.bytes(start, Math.min(end - start, SOUND_FRAME_MAX_BYTES))).every((byte) => byte === 0)
  );
}

/** More than the largest AAC frame with eight channels. */
const SOUND_FRAME_MAX_BYTES = 8_192;

/** Whether a video sample consists of NAL units, each preceded by its length. */
async function hasUnits(window: FileWindow, start: number, end: number, lengthBytes: number): Promise<boolean> {
  let at = start;
  while (at + lengthBytes < end) {
    const size = (await window.bytes(at, lengthBytes)).readUIntBE(0, lengthBytes);
    if (size === 0) return false;
    at += lengthBytes + size;
  }
  return at === end;
}
