import { write } from 'node:fs';
import type { DestinationStream } from 'pino';
import type { Clock } from '../../../protocol/runtime/clock.ts';

/** Maximum bytes that wait while a pipe is not read. Lines beyond this limit are lost. */
const WAITING_MAX_BYTES = 4_194_304;
/** Retry delay for a full pipe. */
const FULL_PIPE_RETRY_DELAY_MS = 100;

/**
 * Writes lines to a file descriptor asynchronously: in order, without blocking the process. Lines that cannot be
 * written, because the disk is full or the pipe is not read, are lost; later lines are still written if possible.
 */
export class LineWriter implements DestinationStream {
  readonly #descriptor: number;
  readonly #clock: Clock;
  readonly #idle: (() => void)[] = [];
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isWriting = false;

  constructor(descriptor: number, clock: Clock) {
    this.#descriptor = descriptor;
    this.#clock = clock;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes + bytes.length > WAITING_MAX_BYTES) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#isWriting) this.#writeNext();
  }

  /** Resolves when nothing is waiting. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isWriting) this.#idle.push(resolve);
      else resolve();
    });
  }

  #writeNext(): void {
    const chunk = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#isWriting = chunk.length > 0;
    if (this.#isWriting) this.#writeChunk(chunk);
    else for (const resolve of this.#idle.splice(0)) resolve();
  }

  #writeChunk(chunk: Buffer): void {
    write(this.#descriptor, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#clock.after(FULL_PIPE_RETRY_DELAY_MS, () => this.#writeChunk(chunk));
        return;
      }
      const done = error === null ? written : chunk.length;
      this.#waitingBytes -= done;
      if (done < chunk.length) this.#writeChunk(chunk.subarray(done));
      else this.#writeNext();
    });
  }
}
