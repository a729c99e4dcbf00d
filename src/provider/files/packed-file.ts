import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentEncoding = 'br' | 'gzip';

/** Suffixes of the compressed files that a build puts beside a file. */
export const PACKED_SUFFIXES: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };
/** Below this, the headers cost more than compression saves. */
export const WORTH_COMPRESSING_BYTES = 400;

/** Bytes of a file, compressed for one encoding. */
export type Packed = Uint8Array<ArrayBuffer>;

const QUICK_QUALITY = 4;
const GZIP_BEST_QUALITY = 9;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses as far as possible; takes a second for a large script. */
export const packWell = (bytes: Uint8Array, encoding: ContentEncoding): Promise<Packed> =>
  pack(bytes, encoding, encoding === 'br' ? constants.BROTLI_MAX_QUALITY : GZIP_BEST_QUALITY);

/** Compresses quickly, for a response that waits. */
export const packQuickly = (bytes: Uint8Array, encoding: ContentEncoding): Promise<Packed> =>
  pack(bytes, encoding, QUICK_QUALITY);

async function pack(bytes: Uint8Array, encoding: ContentEncoding, quality: number): Promise<Packed> {
  const packed =
    encoding === 'gzip'
      ? await gzipAsync(bytes, { level: quality })
      : await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return new Uint8Array(packed);
}
