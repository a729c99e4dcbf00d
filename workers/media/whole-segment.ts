const BOX_HEADER_BYTES = 8;
/** The boxes that a segment begins with are small, and their names are lower-case letters. */
const FIRST_BOX_MAX_BYTES = 1_048_576;
const LOWER_CASE = 0x60606060;

/**
 * Whether the boxes of a segment end where its bytes end. A segment that was cut off poisons the buffer it is appended to,
 * because the next one is taken for its rest. What is not fragmented MP4, or is encrypted, counts as whole.
 */
export function isWholeSegment(data: ArrayBuffer): boolean {
  const view = new DataView(data);
  const end = data.byteLength;
  let offset = 0;
  while (offset + BOX_HEADER_BYTES <= end) {
    const sizeBytes = view.getUint32(offset);
    const isName = (view.getUint32(offset + 4) & LOWER_CASE) === LOWER_CASE;
    /** A size of 0 is "to the end of the file", 1 one of 64 bits: both legal, neither seen in segments. */
    if (sizeBytes < BOX_HEADER_BYTES || (offset === 0 && (!isName || sizeBytes > FIRST_BOX_MAX_BYTES))) return true;
    offset += sizeBytes;
  }
  return offset === end;
}
