import { MemoryCache } from './memory-cache.ts';
import { packQuickly, packWell, WORTH_COMPRESSING_BYTES, type ContentEncoding, type Packed } from './packed-file.ts';
import { headerList } from '../http/inputs/header-list.ts';
import { INPUT_BOUNDS } from '../http/inputs/input-bounds.ts';

const CACHE_MAX_BYTES = 33_554_432;

/** The best encoding that a client accepts. `q=0` excludes an encoding. */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding | undefined {
  const accepted = headerList(acceptEncoding, ',', INPUT_BOUNDS.encodings).flatMap((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/**
 * Compresses files that no build has compressed, and caches the results. The first response is compressed quickly; the smallest form,
 * which takes a second for a large file, is made in the background and used from then on.
 */
export class FileCompressor {
  readonly #quick = new MemoryCache<Packed>(CACHE_MAX_BYTES, (bytes) => bytes.byteLength);
  readonly #best = new MemoryCache<Packed>(CACHE_MAX_BYTES, (bytes) => bytes.byteLength);

  async compress(fileKey: string, encoding: ContentEncoding, bytes: Uint8Array): Promise<Packed | undefined> {
    if (bytes.byteLength < WORTH_COMPRESSING_BYTES) return undefined;
    const key = `${encoding} ${fileKey}`;
    const isMade = this.#best.has(key);
    const best = this.#best.get(key, () => packWell(bytes, encoding));
    if (isMade) return best;
    // A failure here also fails the quick form, and is reported there.
    best.catch(() => {});
    return this.#quick.get(key, () => packQuickly(bytes, encoding));
  }
}
