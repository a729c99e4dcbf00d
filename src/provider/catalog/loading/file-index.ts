import type { MediaFolder } from './media-folder.ts';

/** A box of a file has its size and its name in front, and a 64-bit size behind them where it is large. */
const HEADER_BYTES = 16;
const SHORT_HEADER_BYTES = 8;
/** A video begins with a handful of boxes. */
const BOXES_MAX = 32;

/**
 * A sentence about an MP4 file whose index comes after its media: a browser has to look for it with more requests, or to
 * load all of the file first. `undefined` for any other file.
 */
export async function indexRemark(reference: string, media: MediaFolder): Promise<string | undefined> {
  let offset = 0;
  for (let count = 0; count < BOXES_MAX; count += 1) {
    const { bytes } = await media.readStart(reference, offset, Number.POSITIVE_INFINITY, HEADER_BYTES);
    if (bytes.length < SHORT_HEADER_BYTES) return undefined;
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const name = Buffer.from(bytes.subarray(4, SHORT_HEADER_BYTES)).toString('latin1');
    if ((offset === 0 && name !== 'ftyp') || name === 'moov') return undefined;
    if (name === 'mdat') return sentence(reference);
    const short = header.getUint32(0);
    const size = short === 1 && bytes.length === HEADER_BYTES ? Number(header.getBigUint64(SHORT_HEADER_BYTES)) : short;
    if (size < SHORT_HEADER_BYTES) return undefined;
    offset += size;
  }
  return undefined;
}

function sentence(reference: string): string {
  const inFront = reference.replace(/(\.[^./]*)?$/, '-front$1');
  return (
    `media/${reference} has its index at the end, so it starts late. ` +
    `Move it to the front: ffmpeg -i ${quoted(reference)} -c copy -movflags +faststart ${quoted(inFront)}`
  );
}

/** As a shell reads it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
