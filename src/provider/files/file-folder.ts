import { open, readFile } from 'node:fs/promises';
import { locate, unescapePath } from './contained-path.ts';
import { fileKind } from './content-types.ts';
import { filePart, type OpenFile } from './file-part.ts';
import { MemoryCache } from './memory-cache.ts';
import { PACKED_SUFFIXES, type ContentEncoding, type Packed } from './packed-file.ts';

/** Files up to this size are cached once they have been read; larger files are streamed. */
export const CACHED_FILE_MAX_BYTES = 1_048_576;
const CACHE_MAX_BYTES = 67_108_864;

export interface ServedFile {
  /** Identifies the file and its version. */
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly modifiedMs: number;
  readonly contentType: string;
  readonly compressible: boolean;
  /** The whole file, for small files and for compression. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** The compressed copy that the build has made, if it exists. */
  packed(encoding: ContentEncoding): Promise<Packed | undefined>;
  /** A range of bytes, both ends included. */
  part(first: number, last: number): Promise<Uint8Array<ArrayBuffer> | ReadableStream>;
}

export interface FileFolderOptions {
  /** Serves targets of links that lie outside the folder. */
  readonly followLinks?: boolean;
  /** The files are of a build, which has compressed them; their names change with their content. */
  readonly isPacked?: boolean;
  readonly openFile?: OpenFile;
}

/** Larger texts are sent in parts and uncompressed: compression needs the whole file in memory. */
const COMPRESSED_FILE_MAX_BYTES = 8_388_608;

/** Files below one folder, and nothing outside of it: no dot files, and no links that lead outside unless allowed. */
export class FileFolder {
  readonly #folder: string;
  readonly #followLinks: boolean;
  readonly #isPacked: boolean;
  readonly #openFile: OpenFile;
  readonly #cache = new MemoryCache<Uint8Array<ArrayBuffer>>(CACHE_MAX_BYTES, (bytes) => bytes.byteLength);

  constructor(folder: string, { followLinks = false, isPacked = false, openFile = open }: FileFolderOptions = {}) {
    this.#folder = folder;
    this.#followLinks = followLinks;
    this.#isPacked = isPacked;
    this.#openFile = openFile;
  }

  /** @param path Path as in an address, without the leading slash. */
  async find(path: string): Promise<ServedFile | undefined> {
    const located = await locate(this.#folder, unescapePath(path), this.#followLinks);
    if (!located.ok) return undefined;
    const { size, mtimeMs } = located.stats;
    const etag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`;
    return { ...this.#served(located.path, size, etag), modifiedMs: mtimeMs };
  }

  #served(full: string, sizeBytes: number, etag: string): Omit<ServedFile, 'modifiedMs'> {
    const { type, compress } = fileKind(full);
    const key = `${full} ${etag}`;
    const bytes = (): Promise<Uint8Array<ArrayBuffer>> => this.#read(key, full);
    return {
      key,
      sizeBytes,
      etag,
      contentType: type,
      compressible: compress && sizeBytes <= COMPRESSED_FILE_MAX_BYTES,
      bytes,
      packed: async (encoding) =>
        this.#isPacked
          ? this.#read(`${encoding} ${key}`, full + PACKED_SUFFIXES[encoding]).catch(() => undefined)
          : undefined,
      part: async (first, last) =>
        sizeBytes <= CACHED_FILE_MAX_BYTES
          ? (await bytes()).subarray(first, last + 1)
          : filePart(full, first, last, this.#openFile),
    };
  }

  #read(key: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#cache.get(key, async () => new Uint8Array(await readFile(path)));
  }
}
