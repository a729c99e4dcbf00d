import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { PROVIDER } from '../../../protocol/constants.ts';
import { fileKind } from './content-types.ts';
import { MemoryCache } from './memory-cache.ts';

export interface ServedFile {
  /** Which file and which state of it. */
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly contentType: string;
  readonly compressible: boolean;
  /** The whole file, for small ones and for compression. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** A part, first and last byte included. */
  part(first: number, last: number): Promise<Uint8Array<ArrayBuffer> | ReadableStream>;
}

/** Files below one folder, and nothing outside of it: no dots, no links that lead away. */
export class FileFolder {
  readonly #folder: string;
  readonly #cache = new MemoryCache<Uint8Array<ArrayBuffer>>(PROVIDER.cacheMaxBytes, (bytes) => bytes.byteLength);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `path` as it stands in an address, without the leading slash. */
  async find(path: string): Promise<ServedFile | undefined> {
    const relative = decode(path);
    if (relative === undefined) return undefined;
    try {
      const root = await realpath(this.#folder);
      const full = await realpath(join(root, relative));
      const facts = await stat(full);
      if (!full.startsWith(root + sep) || !facts.isFile()) return undefined;
      return this.#served(full, facts.size, `"${facts.size.toString(16)}-${Math.round(facts.mtimeMs).toString(16)}"`);
    } catch {
      return undefined;
    }
  }

  #served(full: string, sizeBytes: number, etag: string): ServedFile {
    const { type, compress } = fileKind(full);
    const key = `${full} ${etag}`;
    const bytes = (): Promise<Uint8Array<ArrayBuffer>> =>
      this.#cache.get(key, async () => new Uint8Array(await readFile(full)));
    return {
      key,
      sizeBytes,
      etag,
      contentType: type,
      compressible: compress,
      bytes,
      part: async (first, last) => {
        if (sizeBytes <= PROVIDER.cachedFileMaxBytes) return (await bytes()).subarray(first, last + 1);
        return Readable.toWeb(createReadStream(full, { start: first, end: last })) as ReadableStream;
      },
    };
  }
}

/** The path with its escapes undone, or `undefined` for one that no file of ours has. */
function decode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    const segments = decoded.split('/');
    const bad = segments.some((segment) => segment === '' || segment.startsWith('.') || /[\0\\]/.test(segment));
    return bad ? undefined : decoded;
  } catch {
    return undefined;
  }
}
