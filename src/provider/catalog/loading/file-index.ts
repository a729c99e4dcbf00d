import { BOX_HEADER_BYTES, boxAtStart } from '../../streams/mp4/boxes.ts';
import type { MediaFolder } from './media-folder.ts';

/** Maximum number of boxes that are read; a file has only a handful of boxes before its media. */
const BOXES_MAX = 32;

/**
 * A sentence about an MP4 file whose index comes after its media: a browser has to find the index with more requests, or to load the
 * whole file first. `undefined` for any other file.
 */
export async function indexRemark(reference: string, media: MediaFolder): Promise<string | undefined> {
  let offset = 0;
  for (let count = 0; count < BOXES_MAX; count += 1) {
    const { bytes, ofBytes } = await media.readStart(reference, offset, Infinity, BOX_HEADER_BYTES);
    const box = boxAtStart(Buffer.from(bytes), offset, offset + ofBytes);
    if (box === undefined || (offset === 0 && box.type !== 'ftyp') || box.type === 'moov') return undefined;
    if (box.type === 'mdat') return sentence(reference);
    offset = box.end;
  }
  return undefined;
}

function sentence(reference: string): string {
  return (
    `media/${reference} has its index at the end, so it starts late. ` +
    `Move it to the front: ${faststartCommand(reference)}`
  );
}

/** A command for the catalog's folder that moves the index of a file to its front. */
export function faststartCommand(reference: string): string {
  const file = `media/${reference}`;
  const made = file.replace(/(\.[^./]*)?$/, '.front$1');
  const [from, to] = [quoted(file), quoted(made)];
  return `ffmpeg -i ${from} -map 0 -c copy -movflags +faststart ${to} && mv ${to} ${from}`;
}

/** Quotes a path for a shell if it needs quotes. */
export function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
