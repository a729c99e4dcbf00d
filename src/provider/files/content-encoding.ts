import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MemoryCache } from './memory-cache.ts';

export type ContentEncoding = 'br' | 'gzip';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** Below this, the headers cost more than compression saves. */
const WORTH_COMPRESSING_BYTES = 400;
const CACHE_MAX_BYTES = 33_554_432;

/** The best encoding that a client accepts. `q=0` refuses one. */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding | undefined {
  const accepted = (acceptEncoding ?? '').split(',').flatMap((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

type Packed = Uint8Array<ArrayBuffer>;

/**
 * Caches compressed files. The first response is compressed quickly; the smallest form, which takes a second for a
 * large script, is made in the background and used from then on.
 */
export class FileCompressor {
  readonly #quick = new MemoryCache<Packed>(CACHE_MAX_BYTES, (bytes) => bytes.byteLength);
  readonly #best = new MemoryCache<Packed>(CACHE_MAX_BYTES, (bytes) => bytes.byteLength);

  async compress(fileKey: string, encoding: ContentEncoding, bytes: Uint8Array): Promise<Packed | undefined> {
    if (bytes.byteLength < WORTH_COMPRESSING_BYTES) return undefined;
    const key = `${encoding} ${fileKey}`;
    const isMade = this.#best.has(key);
    const best = this.#best.get(key, () => pack(bytes, encoding, 'best'));
    if (isMade) return best;
    /** A failure here also fails the quick form, and is reported there. */
    best.catch(() => {});
    return this.#quick.get(key, () => pack(bytes, encoding, 'quick'));
  }
}

async function pack(bytes: Uint8Array, encoding: ContentEncoding, effort: 'quick' | 'best'): Promise<Packed> {
  if (encoding === 'gzip') return new Uint8Array(await gzipAsync(bytes, { level: effort === 'best' ? 9 : 4 }));
  const quality = effort === 'best' ? constants.BROTLI_MAX_QUALITY : 4;
  return new Uint8Array(await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
