/** Markers of a frame header (ITU-T T.81, B.2.2): SOF0 to SOF15 without DHT, JPG and DAC. */
const FRAME_HEADERS = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Pixel size of a JPEG that ffmpeg has written. */
export function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } {
  let offset = 2;
  while (!FRAME_HEADERS.has(bytes.readUInt8(offset + 1))) offset += 2 + bytes.readUInt16BE(offset + 2);
  return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
}
