interface Box {
  readonly type: string;
  /** Bytes of its content. */
  readonly from: number;
  readonly to: number;
}

const HEADER_BYTES = 8;

/**
 * Earliest decoding time of a segment, seconds, by its init segment and its beginning. `undefined` while the `moof` box of the segment has
 * not arrived whole, and for anything but fragmented MP4.
 */
export function decodeSeconds(init: Uint8Array, beginning: Uint8Array): number | undefined {
  const timescales = timescalesOf(viewOf(init));
  const view = viewOf(beginning);
  const seconds = find(view, ['moof', 'traf']).flatMap((traf) => {
    const header = find(view, ['tfhd'], traf)[0];
    const time = find(view, ['tfdt'], traf)[0];
    if (header === undefined || time === undefined) return [];
    const ticks = isLong(view, time) ? Number(view.getBigUint64(time.from + 4)) : view.getUint32(time.from + 4);
    return ticks / (timescales.get(view.getUint32(header.from + 4)) ?? Number.NaN);
  });
  const earliest = Math.min(...seconds);
  return Number.isFinite(earliest) ? earliest : undefined;
}

/** Ticks a second, by the number of the track. */
function timescalesOf(view: DataView): Map<number, number> {
  const numberIn = (box: Box | undefined): number =>
    (box && view.getUint32(box.from + (isLong(view, box) ? 20 : 12))) ?? 0;
  return new Map(
    find(view, ['moov', 'trak']).map((track) => [
      numberIn(find(view, ['tkhd'], track)[0]),
      numberIn(find(view, ['mdia', 'mdhd'], track)[0]),
    ]),
  );
}

/** Finds all boxes at a path; truncated boxes are left out. */
function find(view: DataView, [type, ...path]: readonly string[], within?: Box): Box[] {
  const boxes = boxesIn(view, within ?? { type: '', from: 0, to: view.byteLength }).filter((box) => box.type === type);
  return path.length === 0 ? boxes : boxes.flatMap((box) => find(view, path, box));
}

function boxesIn(view: DataView, { from, to }: Box): Box[] {
  const boxes: Box[] = [];
  for (let offset = from; offset + HEADER_BYTES <= to;) {
    const end = offset + view.getUint32(offset);
    if (end < offset + HEADER_BYTES || end > to) break;
    const letters = [4, 5, 6, 7].map((index) => view.getUint8(offset + index));
    boxes.push({ type: String.fromCharCode(...letters), from: offset + HEADER_BYTES, to: end });
    offset = end;
  }
  return boxes;
}

/** Version 1 of a box has its times in 64 bits. */
const isLong = (view: DataView, { from }: Box): boolean => view.getUint8(from) === 1;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
