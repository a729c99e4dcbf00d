import { stat } from 'node:fs/promises';

/** Stamp of a file's state: changes with every write, and when the file is replaced, created or removed. */
async function fileStamp(path: string): Promise<string> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    return 'absent';
  }
}

/** Stamps of the files that a value was made from. */
export class FileStamps {
  readonly #stamps = new Map<string, Promise<string>>();

  /** Call before reading the file: a write in between is noticed the next time. */
  note(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, fileStamp(path));
  }

  async areSame(): Promise<boolean> {
    const compared = [...this.#stamps].map(async ([path, stamp]) => (await fileStamp(path)) === (await stamp));
    return (await Promise.all(compared)).every(Boolean);
  }
}
