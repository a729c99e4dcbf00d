import type { InStatement } from '@libsql/client';
import type { Result } from './database.ts';
import type { DatabaseFile } from './database-file.ts';
import type { Engine } from './group-commit.ts';

/** Pages past the limit that a `reclaim` may use: triggers record each deleted row before a page becomes free. */
const RECLAIM_PAGES = 512;

/**
 * Limits the size of a file. Past the limit, writes fail (`SQLITE_FULL`), so that a flood never fills the disk, except writes that
 * make room.
 */
export class BoundedFile implements Engine {
  readonly #file: DatabaseFile;
  readonly #engine: Engine;
  readonly #maxPages: number;

  private constructor(file: DatabaseFile, engine: Engine, maxPages: number) {
    this.#file = file;
    this.#engine = engine;
    this.#maxPages = maxPages;
  }

  /** @param engine Runs transactions on the same file. */
  static async open(file: DatabaseFile, engine: Engine, maxBytes: number): Promise<BoundedFile> {
    const maxPages = Math.ceil(maxBytes / (await file.readNumber('page_size')));
    // The engine never lowers the limit below the present size.
    await file.set('max_page_count', maxPages);
    return new BoundedFile(file, engine, maxPages);
  }

  batch(statements: InStatement[], mode: 'read' | 'write'): Promise<readonly Result[]> {
    return this.#engine.batch(statements, mode);
  }

  async reclaim(statements: InStatement[]): Promise<readonly Result[]> {
    await this.#file.set('max_page_count', (await this.#file.readNumber('page_count')) + RECLAIM_PAGES);
    try {
      return await this.#engine.batch(statements, 'write');
    } finally {
      await this.#file.set('max_page_count', this.#maxPages);
    }
  }

  close(): void | Promise<void> {
    return this.#engine.close();
  }
}
