import { boxAt, boxesIn, boxesOfType } from '../../provider/streams/mp4/boxes.ts';
import { mediaTimesOf, type MediaTimes } from '../../provider/streams/mp4/media-times.ts';

/** Boxes that hold only other boxes. */
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl', 'mvex', 'edts', 'dinf']);
const NEEDED = [
  ['tkhd'],
  ['mdia', 'mdhd'],
  ['mdia', 'hdlr'],
  ['mdia', 'minf', 'stbl', 'stsd'],
  ['mdia', 'minf', 'stbl', 'stts'],
] as const;

/** The fault of an index (`moov`) whose boxes contradict each other; `undefined` for a readable index. */
export function structureFault(moov: Buffer): string | undefined {
  const fault = nestingFault(moov, 'moov');
  if (fault !== undefined) return fault;
  const tracks = boxesOfType(moov, 'trak');
  if (boxAt(moov, 'mvhd') === undefined || tracks.length === 0) return 'it describes no track';
  for (const track of tracks) {
    const missing = NEEDED.find((path) => boxAt(track, ...path) === undefined);
    if (missing !== undefined) return `a track has no ${missing.at(-1)}`;
    if (timesOf(track).ticksPerSecond === 0) return 'a track has no timescale';
  }
  return undefined;
}

function nestingFault(bytes: Buffer, name: string): string | undefined {
  const boxes = boxesIn(bytes);
  const end = boxes.at(-1)?.end ?? 0;
  if (end !== bytes.length || boxes.some(({ isCutOff }) => isCutOff)) return `the boxes in ${name} do not fill it`;
  for (const { type, body } of boxes) {
    const fault = CONTAINERS.has(type) ? nestingFault(body, type) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const timesOf = (track: Buffer): MediaTimes => mediaTimesOf(boxAt(track, 'mdia', 'mdhd') ?? Buffer.alloc(0));

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The fault of sample tables that contradict each other or the data that they describe; `undefined` for a playable index, and
 * for an index whose samples are in fragments.
 *
 * @param data Byte ranges of the bodies of the `mdat` boxes.
 */
export function samplesFault(moov: Buffer, data: readonly Range[]): string | undefined {
  const chunks: Range[] = [];
  for (const track of boxesOfType(moov, 'trak')) {
    const tables = boxAt(track, 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0);
    const sizes = sizesOf(tables);
    if (sizes === undefined) return 'a table of sizes is cut off';
    if (sizes.length === 0) continue;
    const fault = timesFault(track, tables, sizes.length);
    if (fault !== undefined) return fault;
    const own = chunksOf(tables, sizes);
    if (own === undefined) return 'its samples do not fill its chunks';
    chunks.push(...own);
  }
  // An index without chunks is valid without data: its samples are in fragments, or in another file.
  if (data.length === 0) return chunks.length === 0 ? undefined : 'there is no data';
  const placed = chunks.toSorted((one, other) => one.start - other.start);
  for (const [at, { start, end }] of placed.entries()) {
    if (!data.some((range) => start >= range.start && end <= range.end)) return 'a sample is where there is no data';
    const next = placed[at + 1];
    if (next !== undefined && next.start < end && next.start !== start) return 'two chunks overlap';
  }
  return undefined;
}

/** Entries of a table of 32-bit numbers that follow their count; `undefined` for a truncated table. */
function entriesOf(table: Buffer | undefined, perEntry: number, headerBytes = 4): number[] | undefined {
  if (table === undefined) return [];
  const countAt = headerBytes;
  if (table.length < countAt + 4) return undefined;
  const count = table.readUInt32BE(countAt) * perEntry;
  if (table.length < countAt + 4 + count * 4) return undefined;
  return Array.from({ length: count }, (_, at) => table.readUInt32BE(countAt + 4 + at * 4));
}

function sizesOf(tables: Buffer): number[] | undefined {
  const table = boxAt(tables, 'stsz');
  // The compact table `stz2` is rare and is not checked.
  if (table === undefined) return [];
  if (table.length < 12) return undefined;
  const size = table.readUInt32BE(4);
  const count = table.readUInt32BE(8);
  if (size === 0) return entriesOf(table, 1, 8);
  return count > SAMPLES_MAX ? undefined : Array.from({ length: count }, () => size);
}

/** More samples than a day of audio has; a larger count is damaged. */
const SAMPLES_MAX = 20_000_000;

const sumOf = (pairs: readonly number[], value: (count: number, other: number) => number): number => {
  let sum = 0;
  for (let at = 0; at + 1 < pairs.length; at += 2) sum += value(pairs[at] ?? 0, pairs[at + 1] ?? 0);
  return sum;
};

/** Duration that marks an unknown length of a track. */
const UNKNOWN_TICKS = 0xff_ff_ff_ff;
/** Muxers round lengths, and some ignore the edit list in them. */
const DURATION_TOLERANCE = 0.05;

function timesFault(track: Buffer, tables: Buffer, count: number): string | undefined {
  const [durations, shifts, keys] = [
    entriesOf(boxAt(tables, 'stts'), 2),
    entriesOf(boxAt(tables, 'ctts'), 2),
    entriesOf(boxAt(tables, 'stss'), 1),
  ];
  if (durations === undefined || shifts === undefined || keys === undefined) return 'a table of times is cut off';
  if (sumOf(durations, (samples) => samples) !== count) return `its table of times does not cover its ${count} samples`;
  if (shifts.length > 0 && sumOf(shifts, (samples) => samples) !== count)
    return `its table of composition shifts does not cover its ${count} samples`;
  if (keys.some((key, at) => key === 0 || key > count || key <= (keys[at - 1] ?? 0)))
    return 'its list of key frames is out of order';
  const { ticksPerSecond, ticks: written } = timesOf(track);
  const declared = written === UNKNOWN_TICKS ? 0 : written;
  const ticks = sumOf(durations, (samples, duration) => samples * duration);
  const tolerance = Math.max(ticksPerSecond, ticks * DURATION_TOLERANCE);
  if (declared > 0 && Math.abs(ticks - declared) > tolerance)
    return 'its samples do not add up to the duration of its track';
  const largest = sumOf(shifts, (_, shift) => (Math.abs(shift | 0) > Math.max(ticks, tolerance) ? 1 : 0));
  return largest > 0 ? 'a sample is shown at a time beyond its track' : undefined;
}

/** Byte ranges of the chunks; `undefined` if the tables contradict each other. */
function chunksOf(tables: Buffer, sizes: readonly number[]): Range[] | undefined {
  const [short, long] = [boxAt(tables, 'stco'), boxAt(tables, 'co64')];
  const halves = long === undefined ? undefined : entriesOf(long, 2);
  const starts =
    halves === undefined
      ? entriesOf(short, 1)
      : halves.flatMap((half, at) => (at % 2 === 0 ? [half * 2 ** 32 + (halves[at + 1] ?? 0)] : []));
  const groups = entriesOf(boxAt(tables, 'stsc'), 3);
  if (starts === undefined || groups === undefined) return undefined;
  const chunks: Range[] = [];
  let [sample, group] = [0, 0];
  for (const [at, start] of starts.entries()) {
    while (group + 3 < groups.length && at + 1 >= (groups[group + 3] ?? 0)) group += 3;
    const count = groups[group + 1] ?? 0;
    if (count === 0 || sample + count > sizes.length) return undefined;
    let bytes = 0;
    for (const last = sample + count; sample < last; sample += 1) bytes += sizes[sample] ?? 0;
    chunks.push({ start, end: start + bytes });
  }
  return sample === sizes.length ? chunks : undefined;
}
