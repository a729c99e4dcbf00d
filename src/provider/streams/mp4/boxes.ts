import type { FileHandle } from 'node:fs/promises';

/** A box of an ISO base media file (ISO/IEC 14496-12), described only by its place. */
export interface PlacedBox {
  readonly type: string;
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
  /** Whether the file ends before the box does. */
  readonly isCutOff: boolean;
}

export interface Box extends PlacedBox {
  /** Content of the box behind its header: a view of the bytes that were read. */
  readonly body: Buffer;
}

const HEADER_BYTES = 8;
/** Size and type, followed by a 64-bit size if a box is large. */
export const BOX_HEADER_BYTES = 16;
/** Size of the largest body that is read: an index of many hours. */
const BODY_MAX_BYTES = 67_108_864;

/** The boxes that a part of a file consists of. Stops early at bytes that are no box. */
export async function boxesOfFile(file: FileHandle, start: number, end: number): Promise<PlacedBox[]> {
  const boxes: PlacedBox[] = [];
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  for (let at = start; at + HEADER_BYTES <= end;) {
    await file.read(header, 0, BOX_HEADER_BYTES, at);
    const box = boxAtStart(header, at, end);
    if (box === undefined) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Reads the content of a box; `undefined` for a box that is cut off, or too large to be read. */
export async function bodyOf(file: FileHandle, { bodyStart, end }: PlacedBox): Promise<Buffer | undefined> {
  const size = end - bodyStart;
  if (size > BODY_MAX_BYTES) return undefined;
  const body = Buffer.alloc(size);
  const { bytesRead } = await file.read(body, 0, size, bodyStart);
  return bytesRead === size ? body : undefined;
}

export function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const box = boxAtStart(bytes.subarray(at), at, bytes.length);
    if (box === undefined) break;
    boxes.push({ ...box, body: bytes.subarray(box.bodyStart, box.end) });
    at = box.end;
  }
  return boxes;
}

/** The first box at a path of types, such as `mdia`, `mdhd`. */
export function boxAt(bytes: Buffer, ...path: readonly string[]): Buffer | undefined {
  return path.reduce<Buffer | undefined>(
    (inner, type) => inner && boxesIn(inner).find((box) => box.type === type)?.body,
    bytes,
  );
}

export function boxesOfType(bytes: Buffer, type: string): Buffer[] {
  return boxesIn(bytes).flatMap((box) => (box.type === type ? [box.body] : []));
}

/** The box that begins with `header`, at `at` in a file or box that ends at `end`. */
export function boxAtStart(header: Buffer, at: number, end: number): PlacedBox | undefined {
  if (header.length < HEADER_BYTES) return undefined;
  const size = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, HEADER_BYTES);
  const isLarge = size === 1;
  if (isLarge && header.length < BOX_HEADER_BYTES) return undefined;
  const whole = isLarge ? Number(header.readBigUInt64BE(HEADER_BYTES)) : size === 0 ? end - at : size;
  const headerBytes = isLarge ? BOX_HEADER_BYTES : HEADER_BYTES;
  if (whole < headerBytes || !/^[\w ©-]{4}$/.test(type)) return undefined;
  return { type, start: at, bodyStart: at + headerBytes, end: Math.min(at + whole, end), isCutOff: at + whole > end };
}
