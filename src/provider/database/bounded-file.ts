import type { Client, InStatement } from '@libsql/client';
import type { Result } from './database.ts';
import type { Engine } from './group-commit.ts';

/** Pages past the limit that making room may take: triggers note each deleted row before a page becomes free. */
const RECLAIM_PAGES = 512;

/** Limits the size of a file. Past it, writes fail (`SQLITE_FULL`), so that a flood never fills the disk, except those that make room. */
export class BoundedFile implements Engine {
  readonly #client: Client;
  readonly #engine: Engine;
  readonly #maxPages: number;

  private constructor(client: Client, engine: Engine, maxPages: number) {
    this.#client = client;
    this.#engine = engine;
    this.#maxPages = maxPages;
  }

  /** @param engine Of the same client. */
  static async open(client: Client, engine: Engine, maxBytes: number): Promise<BoundedFile> {
    const maxPages = Math.ceil(maxBytes / (await readNumber(client, 'page_size')));
    await setMaxPages(client, maxPages);
    return new BoundedFile(client, engine, maxPages);
  }

  batch(statements: InStatement[], mode: 'read' | 'write'): Promise<readonly Result[]> {
    return this.#engine.batch(statements, mode);
  }

  async reclaim(statements: InStatement[]): Promise<readonly Result[]> {
    await setMaxPages(this.#client, (await readNumber(this.#client, 'page_count')) + RECLAIM_PAGES);
    try {
      return await this.#engine.batch(statements, 'write');
    } finally {
      await setMaxPages(this.#client, this.#maxPages);
    }
  }

  close(): void | Promise<void> {
    return this.#engine.close();
  }
}

async function readNumber(client: Client, pragma: 'page_size' | 'page_count'): Promise<number> {
  const { rows } = await client.execute(`PRAGMA ${pragma}`);
  return Number(rows[0]?.[pragma]);
}

/** Never below what the file has. */
async function setMaxPages(client: Client, pages: number): Promise<void> {
  await client.execute(`PRAGMA max_page_count = ${pages}`);
}
