import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 262_144;

/** Reads small adjacent parts of a file through a buffer, instead of with a system call for each part. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Reads `count` bytes, at most `WINDOW_BYTES`; the result is valid until the next call. Throws a `RangeError` past the end. */
  async bytes(at: number, count: number): Promise<Buffer> {
    if (at < this.#start || at + count > this.#start + this.#length) {
      const { bytesRead } = await this.#file.read(this.#buffer, 0, WINDOW_BYTES, at);
      [this.#start, this.#length] = [at, bytesRead];
    }
    const offset = at - this.#start;
    if (offset + count > this.#length) throw new RangeError(`the file ends before byte ${at + count}`);
    return this.#buffer.subarray(offset, offset + count);
  }
}
