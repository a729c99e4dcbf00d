import { boxesAt, viewOf, type Box } from '../boxes.ts';

/**
 * Earliest decoding time of a segment, seconds, by its init segment and its beginning. `undefined` while the `moof` box of the segment has
 * not arrived whole, and for anything but fragmented MP4.
 */
export function decodeSeconds(init: Uint8Array, beginning: Uint8Array): number | undefined {
  const timescales = timescalesOf(viewOf(init));
  const view = viewOf(beginning);
  const seconds = boxesAt(view, ['moof', 'traf']).flatMap((traf) => {
    const header = boxesAt(view, ['tfhd'], traf)[0];
    const time = boxesAt(view, ['tfdt'], traf)[0];
    if (header === undefined || time === undefined) return [];
    const ticks = isLong(view, time) ? Number(view.getBigUint64(time.from + 4)) : view.getUint32(time.from + 4);
    return ticks / (timescales.get(view.getUint32(header.from + 4)) ?? Number.NaN);
  });
  const earliest = Math.min(...seconds);
  return Number.isFinite(earliest) ? earliest : undefined;
}

/** Ticks per second, by track id. */
function timescalesOf(view: DataView): Map<number, number> {
  const numberIn = (box: Box | undefined): number =>
    (box && view.getUint32(box.from + (isLong(view, box) ? 20 : 12))) ?? 0;
  return new Map(
    boxesAt(view, ['moov', 'trak']).map((track) => [
      numberIn(boxesAt(view, ['tkhd'], track)[0]),
      numberIn(boxesAt(view, ['mdia', 'mdhd'], track)[0]),
    ]),
  );
}

/** Version 1 of a box has its times in 64 bits. */
const isLong = (view: DataView, { from }: Box): boolean => view.getUint8(from) === 1;
