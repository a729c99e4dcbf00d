import { stat } from 'node:fs/promises';

/** Which state a file is in: another one after every write, and where it is replaced, made or removed. */
async function fileStamp(path: string): Promise<string> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    return 'absent';
  }
}

/** The states of the files that something was made of. */
export class FileStamps {
  readonly #stamps = new Map<string, Promise<string>>();

  /** To be called before the file is read: a write in between is noticed the next time. */
  note(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, fileStamp(path));
  }

  async areSame(): Promise<boolean> {
    const compared = [...this.#stamps].map(async ([path, stamp]) => (await fileStamp(path)) === (await stamp));
    return (await Promise.all(compared)).every(Boolean);
  }
}
