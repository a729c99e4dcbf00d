/** A box of MP4 (ISO/IEC 14496-12). */
export interface Box {
  readonly type: string;
  /** Byte range of the content of the box. */
  readonly from: number;
  readonly to: number;
}

const HEADER_BYTES = 8;

/** Finds all boxes at a path; truncated boxes are left out. */
export function boxesAt(view: DataView, [type, ...path]: readonly string[], within?: Box): Box[] {
  const boxes = boxesIn(view, within ?? { type: '', from: 0, to: view.byteLength }).filter((box) => box.type === type);
  return path.length === 0 ? boxes : boxes.flatMap((box) => boxesAt(view, path, box));
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

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
