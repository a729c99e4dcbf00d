import { statSync } from 'node:fs';
import type { InStatement } from '@libsql/client';
import type { Result } from './database.ts';
import type { DatabaseFile } from './database-file.ts';
import type { Engine } from './group-commit.ts';

/**
 * Limits the size of the write-ahead log. The engine moves the log into the file after a thousand pages, but not while a
 * process reads an earlier state: a tool that never ends its transaction would let the log grow until the disk is full.
 */
export class BoundedLog implements Engine {
  readonly #file: DatabaseFile;
  readonly #logPath: string;
  readonly #maxBytes: number;

  constructor(file: DatabaseFile, logPath: string, maxBytes: number) {
    this.#file = file;
    this.#logPath = logPath;
    this.#maxBytes = maxBytes;
  }

  async batch(statements: InStatement[], mode: 'read' | 'write'): Promise<readonly Result[]> {
    if (mode === 'write') await this.#makeRoom();
    return this.#file.batch(statements, mode);
  }

  close(): void {
    this.#file.close();
  }

  async #makeRoom(): Promise<void> {
    if (this.#bytes() <= this.#maxBytes) return;
    await this.#file.checkpoint();
    if (this.#bytes() > this.#maxBytes) throw logIsFull();
  }

  #bytes(): number {
    return statSync(this.#logPath, { throwIfNoEntry: false })?.size ?? 0;
  }
}

function logIsFull(): Error {
  const message = 'the write-ahead log is full, since another process reads the database and does not end';
  return Object.assign(new Error(message), { code: 'SQLITE_FULL' });
}
