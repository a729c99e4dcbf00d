const BOX_HEADER_BYTES = 8;
/** A segment begins with small boxes whose names are lower-case letters. */
const FIRST_BOX_MAX_BYTES = 1_048_576;
const LOWER_CASE = 0x60606060;

/**
 * Whether the boxes of a segment end where its bytes end. A truncated segment corrupts the buffer, because the next
 * segment is parsed as its rest. Encrypted segments, and segments other than fragmented MP4, count as whole.
 */
export function isWholeSegment(data: ArrayBuffer): boolean {
  const view = new DataView(data);
  const end = data.byteLength;
  let offset = 0;
  while (offset + BOX_HEADER_BYTES <= end) {
    const sizeBytes = view.getUint32(offset);
    const isName = (view.getUint32(offset + 4) & LOWER_CASE) === LOWER_CASE;
    // A size of 0 means "to the end of the file", 1 a 64-bit size: both are legal, but have not been seen in segments.
    if (sizeBytes < BOX_HEADER_BYTES || (offset === 0 && (!isName || sizeBytes > FIRST_BOX_MAX_BYTES))) return true;
    offset += sizeBytes;
  }
  return offset === end;
}
