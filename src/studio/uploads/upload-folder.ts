import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { VideoId } from '../../../protocol/identifiers.ts';
import { UploadRecord } from './upload-record.ts';
import type { DiskSpace } from './upload-rules.ts';

const RECORD = 'film.json';

/**
 * Uploads on the disk: the tus server writes the received bytes to `files/{id}`, and `films/{id}` has the record and the captions
 * of an upload.
 */
export class UploadFolder {
  /** Folder of the tus server. */
  readonly files: string;
  readonly #videos: string;

  constructor(folder: string) {
    this.files = join(folder, 'files');
    this.#videos = join(folder, 'films');
  }

  /** Reads the records of earlier runs; skips foreign and incomplete files. */
  async readAll(): Promise<UploadRecord[]> {
    await mkdir(this.files, { recursive: true });
    await mkdir(this.#videos, { recursive: true });
    const ids = (await readdir(this.#videos)).filter((name) => VideoId.safeParse(name).success);
    const records = await Promise.all(ids.map((id) => this.#read(id)));
    return records.filter((record) => record !== undefined);
  }

  async #read(id: string): Promise<UploadRecord | undefined> {
    const text = await readFile(this.#pathOf(id, RECORD), 'utf8').catch(() => '');
    const parsed = parseJsonAt(RECORD, UploadRecord, text);
    return parsed.ok && parsed.value.id === id ? parsed.value : undefined;
  }

  /** Writes a record to a temporary file and renames it, so that a crash leaves either the old or the new record. */
  async write(record: UploadRecord): Promise<void> {
    const path = this.#pathOf(record.id, RECORD);
    await mkdir(this.#pathOf(record.id), { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(record));
    await rename(`${path}.part`, path);
  }

  async writeCaptions(id: string, name: string, text: string): Promise<void> {
    await writeFile(this.#pathOf(id, name), text);
  }

  captionPaths({ id, captions }: Pick<UploadRecord, 'id' | 'captions'>): string[] {
    return captions.map((name) => this.#pathOf(id, name));
  }

  filePath(id: string): string {
    return join(this.files, id);
  }

  /** Received bytes of an upload; `undefined` if it has no file. */
  async receivedBytes(id: string): Promise<number | undefined> {
    return (await this.#statOf(id))?.size;
  }

  /** Time at which the last bytes arrived. */
  async receivedAtMs(id: string): Promise<number | undefined> {
    return (await this.#statOf(id))?.mtimeMs;
  }

  #statOf(id: string) {
    return stat(this.filePath(id)).catch(() => undefined);
  }

  async removeFile(id: string): Promise<void> {
    await rm(this.filePath(id), { force: true });
    await rm(`${this.filePath(id)}.json`, { force: true });
  }

  async remove(id: string): Promise<void> {
    await this.removeFile(id);
    await rm(this.#pathOf(id), { recursive: true, force: true });
  }

  #pathOf(id: string, ...names: readonly string[]): string {
    return join(this.#videos, id, ...names);
  }
}

export type ReadDiskSpace = (uploads: string, videos: string) => Promise<DiskSpace>;

/** Reads the free space of the disks of two folders. */
export const readDiskSpace: ReadDiskSpace = async (uploads, videos) => {
  const [one, other] = await Promise.all([statfs(uploads, FREE), statfs(videos, FREE)]);
  const [first, second] = await Promise.all([stat(uploads), stat(videos)]);
  return {
    uploadsFreeBytes: Number(one.bavail * one.bsize),
    catalogFreeBytes: Number(other.bavail * other.bsize),
    isShared: first.dev === second.dev,
  };
};

/** BigInt, because block size times block count may exceed the safe integers. */
const FREE = { bigint: true } as const;
