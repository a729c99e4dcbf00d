import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Readable only by the owner, although the list names nobody. */
const PRIVATE_MODE = 0o600;
const HEADER = /^oriel-forgotten ([\w-]+)\n/;
const HEADER_BYTES_MAX = 100;
/** Limit of the list, which viewers extend: past it, persons are deleted without a line. */
const LIST_BYTES_MAX = 16_777_216;

/** Consecutive lines of the list. */
export interface ForgottenLines {
  /** Id of this file; a new file has another id. */
  readonly listId: string;
  /** Place of the first line of the file. */
  readonly firstStart: number;
  readonly start: number;
  readonly end: number;
  readonly digests: readonly string[];
}

/**
 * Digests of persons who were forgotten, a line each, in a file beside the database: a restored backup of the database does not
 * revert the file. The file only grows, so a place in it is a number of bytes. Several processes may append.
 */
export class ForgottenList {
  readonly #path: string;
  readonly #newId: () => string;
  #adding: Promise<unknown> = Promise.resolve();
  #bytes = 0;

  constructor({ path, newId }: { readonly path: string; readonly newId: () => string }) {
    this.#path = path;
    this.#newId = newId;
  }

  /** How full the list was when it was last used: 1 and more is full. */
  get share(): number {
    return this.#bytes / LIST_BYTES_MAX;
  }

  /** Resolves with the added line; `undefined` if the list is full. */
  add(digest: string): Promise<ForgottenLines | undefined> {
    const added = this.#adding.then(() => this.#append(digest));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /** Lines after the place that `placeOf` names for this file; `undefined` if nobody was forgotten yet. */
  async read(placeOf: (listId: string) => Promise<number>): Promise<ForgottenLines | undefined> {
    const file = await open(this.#path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) {
      this.#bytes = 0;
      return undefined;
    }
    try {
      const head = await this.#headOf(file);
      const end = await this.#sizeOf(file);
      const start = Math.min(end, Math.max(head.firstStart, await placeOf(head.listId)));
      const digests = (await textAt(file, start, end - start)).split('\n').filter(Boolean);
      return { ...head, start, end, digests };
    } finally {
      await file.close();
    }
  }

  async #append(digest: string): Promise<ForgottenLines | undefined> {
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(this.#path, `oriel-forgotten ${this.#newId()}\n`, { flag: 'wx', mode: PRIVATE_MODE }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    const file = await open(this.#path, 'a+');
    try {
      if ((await this.#sizeOf(file)) >= LIST_BYTES_MAX) return undefined;
      const line = `${digest}\n`;
      await file.appendFile(line);
      const end = await this.#sizeOf(file);
      return { ...(await this.#headOf(file)), start: end - line.length, end, digests: [digest] };
    } finally {
      await file.close();
    }
  }

  async #sizeOf(file: FileHandle): Promise<number> {
    this.#bytes = (await file.stat()).size;
    return this.#bytes;
  }

  async #headOf(file: FileHandle): Promise<Pick<ForgottenLines, 'listId' | 'firstStart'>> {
    const [header, listId] = HEADER.exec(await textAt(file, 0, HEADER_BYTES_MAX)) ?? [];
    if (header === undefined || listId === undefined) throw new Error(`${this.#path} is no list of forgotten persons.`);
    return { listId, firstStart: header.length };
  }
}

async function textAt(file: FileHandle, start: number, sizeBytes: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sizeBytes), 0, sizeBytes, start);
  return buffer.toString('latin1', 0, bytesRead);
}
