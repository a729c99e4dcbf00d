import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 262_144;

/** Reads small parts of a file that follow each other, without a call to the system for each. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** At most as many as the window holds; throws a `RangeError` where the file ends before. */
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
