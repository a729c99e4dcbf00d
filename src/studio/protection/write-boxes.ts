/** A box of an ISO base media file (ISO/IEC 14496-12) around its content. */
export function makeBox(type: string, ...content: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(
    content.reduce((bytes, part) => bytes + part.length, header.length),
    0,
  );
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...content]);
}

/** The same with a version and flags. */
export function makeFullBox(type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return makeBox(type, uint32((version << 24) | flags), ...content);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
