import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { captionSource } from '../captions/caption-source.ts';
import { convertCaptions, type ConvertedCaptions } from '../captions/convert-captions.ts';
import { PreparationFault } from '../preparation-fault.ts';
import type { VideoUploadOptions } from './upload-record.ts';
import { UploadRefusal } from './upload-refusal.ts';

/** Values of `Upload-Metadata`, as a tus client sends it. */
export type UploadMetadata = Readonly<Record<string, string | null>>;

const FILE_NAME_MAX_CHARACTERS = 200;
const TITLE_MAX_CHARACTERS = 500;
/** Control characters, white space, and characters that change the text direction. */
const UNWANTED = /[\p{Cc}\s\u202A-\u202E\u2066-\u2069]+/gu;
/** Half of the provider's limit of a request body. */
const CAPTIONS_UPLOAD_MAX_BYTES = 1_048_576;
export const CAPTION_FILES_MAX = 40;
/** Label of the field on the page, for messages. */
const ENCODING_FIELD = '“Caption encoding”';

/**
 * Reads the options of an upload: `filename`, and optionally `title`, `listed` (`0`: not on the home page),
 * `copy` (`1`: without encoding) and `modified` (milliseconds). Throws {@link UploadRefusal}.
 */
export function readUploadOptions(
  metadata: UploadMetadata,
  sizeBytes: number | undefined,
  maxBytes: number,
): VideoUploadOptions {
  const fileName = fileNameOf(metadata['filename']);
  if (fileName === '') throw new UploadRefusal(400, 'Name the file: Upload-Metadata has to have a filename.');
  if (sizeBytes === undefined) throw new UploadRefusal(400, 'Say how large the file is: Upload-Length is missing.');
  if (sizeBytes === 0) throw new UploadRefusal(400, `${fileName} is empty: 0 bytes.`);
  if (sizeBytes > maxBytes) throw new UploadRefusal(413, tooLarge(fileName, sizeBytes, maxBytes));
  const modifiedMs = Number(metadata['modified']);
  const title = plainText(metadata['title']).slice(0, TITLE_MAX_CHARACTERS);
  return {
    fileName,
    sizeBytes,
    modifiedMs: Number.isFinite(modifiedMs) ? modifiedMs : 0,
    title: title === '' ? null : title,
    isListed: metadata['listed'] !== '0',
    copies: metadata['copy'] === '1',
  };
}

function tooLarge(fileName: string, sizeBytes: number, maxBytes: number): string {
  return (
    `${fileName} is too large: ${formatBytes(sizeBytes)}, and at most ${formatBytes(maxBytes)} are taken. ` +
    'Set ORIEL_UPLOAD_MAX_BYTES, or use npm run add on the server.'
  );
}

/** File name for display, with any folders removed. */
function fileNameOf(text: string | null | undefined): string {
  return (plainText(text).split(/[/\\]/).at(-1) ?? '').trim().slice(0, FILE_NAME_MAX_CHARACTERS);
}

function plainText(text: string | null | undefined): string {
  return (text ?? '').replaceAll(UNWANTED, ' ').trim();
}

export interface AcceptedCaptions extends ConvertedCaptions {
  /** Name of the stored file, which only has number, language and marks, such as `1.de.forced.vtt`. */
  readonly file: string;
}

/** Converts captions of an upload to WebVTT. Throws {@link UploadRefusal}. */
export function acceptCaptions(
  name: string,
  bytes: Uint8Array,
  { number, encoding }: { readonly number: number; readonly encoding?: string | undefined },
): AcceptedCaptions {
  if (number > CAPTION_FILES_MAX) throw new UploadRefusal(400, `At most ${CAPTION_FILES_MAX} files of captions.`);
  const shown = fileNameOf(name);
  if (bytes.byteLength > CAPTIONS_UPLOAD_MAX_BYTES)
    throw new UploadRefusal(400, `${shown} is too large for captions: ${formatBytes(bytes.byteLength)}.`);
  try {
    const { languageCode, isForced, isForHearing } = captionSource(name);
    const marks = [...(isForced ? ['forced'] : []), ...(isForHearing ? ['sdh'] : [])];
    const converted = convertCaptions(bytes, { name: shown, languageCode, encoding, encodingField: ENCODING_FIELD });
    return { ...converted, file: [number, languageCode, ...marks, 'vtt'].join('.') };
  } catch (error) {
    if (error instanceof PreparationFault) throw new UploadRefusal(400, error.message);
    throw error;
  }
}

export interface DiskSpace {
  /** Free space of the disk of uploads. */
  readonly uploadsFreeBytes: number;
  /** Free space of the disk of videos. */
  readonly catalogFreeBytes: number;
  /** Whether both folders are on one disk. */
  readonly isShared: boolean;
}

/** Free space that is reserved for the database and the system. */
const RESERVED_BYTES = 268_435_456;

/**
 * Refuses an upload that the disk has no room for: the missing bytes of every upload, and a video of about the size of its file.
 *
 * @param pendingBytes Bytes that all uploads, including this one, still have to receive.
 */
export function refuseWithoutRoom(space: DiskSpace, pendingBytes: number, sizeBytes: number): void {
  const uploadsNeeded = pendingBytes + RESERVED_BYTES + (space.isShared ? sizeBytes : 0);
  const catalogNeeded = sizeBytes + RESERVED_BYTES;
  const isShort = space.uploadsFreeBytes < uploadsNeeded || (!space.isShared && space.catalogFreeBytes < catalogNeeded);
  if (!isShort) return;
  const [free, needed] =
    space.uploadsFreeBytes < uploadsNeeded
      ? [space.uploadsFreeBytes, uploadsNeeded]
      : [space.catalogFreeBytes, catalogNeeded];
  throw new UploadRefusal(
    507,
    `The disk of the server has no room for it: ${formatBytes(free)} are free, and upload and video need ${formatBytes(needed)}.`,
  );
}
