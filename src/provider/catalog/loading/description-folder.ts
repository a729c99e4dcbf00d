import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { explainReadError, FileFault, readRegularText } from '../../files/regular-file.ts';
import type { CatalogProblem } from '../catalog-problem.ts';
import { DESCRIPTION_MAX_BYTES, readDescription, type Description } from './description.ts';
import { FileStamps, stampOf, statsOf } from './file-stamps.ts';

/** One file of a folder of descriptions, without the value that it became: that goes to the reader's caller at once. */
export interface Entry<Head> {
  readonly file: string;
  /** Of its value, or of the last valid one if the file is broken now. */
  readonly head?: Head;
  readonly place?: Description<unknown>['place'];
  readonly problems: readonly CatalogProblem[];
}

interface ReadEntry<Head> extends Entry<Head> {
  readonly ownStamp: string;
  readonly sideFiles: FileStamps;
  /** Of the value. */
  readonly digest?: string;
}

/** The result of a description: a value with warnings, or a sentence about what is wrong. */
export type Made<Head, Value> =
  | { readonly ok: true; readonly head: Head; readonly value: Value; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

export interface DescriptionFolderOptions<File, Head, Value> {
  readonly folder: string;
  /** Below `folder`. */
  readonly name: string;
  readonly schema: z.ZodMiniType<File>;
  /** `sideFiles` notes every other file that the value depends on, by its name below `sideFolder`. */
  readonly make: (description: Description<File>, sideFiles: FileStamps) => Promise<Made<Head, Value>>;
  readonly sideFolder: string;
}

/** How much one read looks at, besides the descriptions themselves. */
export interface ReadDepth {
  /** Files that descriptions name. What is left out has its turn in later reads. */
  readonly sideFilesMax: number;
}

/** Looks and reads between two turns of the event loop. Our choice. */
const READ_PER_TURN = 8;
const LOOKED_AT_PER_TURN = 256;

/**
 * The JSON files of a folder, ordered by name. They are independent: a fault in one is reported and does not affect the
 * others. Unchanged files are not read again, and a file that breaks keeps its last value.
 */
export class DescriptionFolder<File, Head, Value> {
  readonly #options: DescriptionFolderOptions<File, Head, Value>;
  #entries: ReadonlyMap<string, ReadEntry<Head>> = new Map();
  /** The last file whose side files have been looked at. */
  #lookedAt = '';

  constructor(options: DescriptionFolderOptions<File, Head, Value>) {
    this.#options = options;
  }

  /** Yields values that are new or have changed, by their file; returns all entries. Throws if the folder cannot be read. */
  async *read(depth: ReadDepth): AsyncGenerator<readonly [file: string, value: Value], readonly Entry<Head>[]> {
    const { folder, name } = this.#options;
    const names = (await readdir(join(folder, name))).toSorted();
    const files = names.filter((one) => one.endsWith('.json') && !one.startsWith('.')).map((one) => `${name}/${one}`);
    const due = this.#dueSideFiles(files, depth);
    const entries = new Map<string, ReadEntry<Head>>();
    let [read, lookedAt] = [0, 0];
    for (const file of files) {
      const before = this.#entries.get(file);
      if (before !== undefined && isSame(before, join(folder, file), due.has(file))) {
        entries.set(file, before);
        if (++lookedAt % LOOKED_AT_PER_TURN === 0) await nextTurn();
        continue;
      }
      const { entry, value } = await this.#readEntry(file, before);
      entries.set(file, entry);
      if (value !== undefined) yield [file, value];
      if (++read % READ_PER_TURN === 0) await nextTurn();
    }
    this.#entries = entries;
    return [...entries.values()];
  }

  /** The files whose side files this read looks at: those that come after the last ones, up to the bound. */
  #dueSideFiles(files: readonly string[], { sideFilesMax }: ReadDepth): ReadonlySet<string> {
    const start = Math.max(
      0,
      files.findIndex((file) => file > this.#lookedAt),
    );
    const due = new Set<string>();
    let count = 0;
    for (const file of [...files.slice(start), ...files.slice(0, start)]) {
      count += this.#entries.get(file)?.sideFiles.count ?? 0;
      if (count > sideFilesMax && due.size > 0) break;
      due.add(file);
      this.#lookedAt = file;
    }
    return due;
  }

  async #readEntry(
    file: string,
    before: ReadEntry<Head> | undefined,
  ): Promise<{ entry: ReadEntry<Head>; value?: Value }> {
    const { folder, schema, make, sideFolder } = this.#options;
    const path = join(folder, file);
    const ownStamp = stampOf(statsOf(path));
    const sideFiles = new FileStamps(sideFolder);
    const broken = (message: string): { entry: ReadEntry<Head> } => {
      const effect = before?.head === undefined ? 'skipped' : 'kept';
      return { entry: { ...before, file, ownStamp, sideFiles, problems: [{ effect, message }] } };
    };
    try {
      const description = readDescription(file, readRegularText(path, DESCRIPTION_MAX_BYTES), schema);
      if (!description.ok) return broken(description.message);
      const made = await make(description.value, sideFiles);
      if (!made.ok) return broken(made.message);
      const { head, value, warnings } = made;
      const problems = warnings.map((message): CatalogProblem => ({ effect: 'warning', message }));
      const digest = createHash('sha1').update(JSON.stringify(value)).digest('base64');
      const entry = { file, ownStamp, sideFiles, head, digest, place: description.value.place, problems };
      return digest === before?.digest ? { entry } : { entry, value };
    } catch (error) {
      return broken(`${file}: ${unforeseen(error)}`);
    } finally {
      sideFiles.seal();
    }
  }
}

function isSame<Head>(before: ReadEntry<Head>, path: string, isDue: boolean): boolean {
  return stampOf(statsOf(path)) === before.ownStamp && (!isDue || before.sideFiles.areSame());
}

/** Errors of the file system name paths of the server, which a message must not. */
function unforeseen(error: unknown): string {
  if (error instanceof FileFault || (error instanceof Error && 'syscall' in error)) return explainReadError(error);
  return `cannot be used: ${error instanceof Error ? error.message : String(error)}`;
}
