import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { CatalogProblem } from '../catalog-problem.ts';
import { readDescription, type Description } from './description.ts';
import { FileStamps } from './file-stamps.ts';

/** One file of a folder of descriptions. */
export interface Entry<Value> {
  readonly file: string;
  /** Its value, or the last valid one if the file is broken now. */
  readonly value?: Value;
  readonly place?: Description<unknown>['place'];
  readonly problems: readonly CatalogProblem[];
}

interface ReadEntry<Value> extends Entry<Value> {
  readonly stamps: FileStamps;
}

/** The result of a description: a value with warnings, or a sentence about what is wrong. */
export type Made<Value> =
  | { readonly ok: true; readonly value: Value; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

export interface DescriptionFolderOptions<File, Value> {
  readonly folder: string;
  /** Below `folder`. */
  readonly name: string;
  readonly schema: z.ZodMiniType<File>;
  /** `lookedFor` is called with every other file that the value depends on. */
  readonly make: (description: Description<File>, lookedFor: (path: string) => void) => Promise<Made<Value>>;
}

/**
 * The JSON files of a folder, ordered by name. They are independent: a fault in one is reported and does not affect the
 * others. Unchanged files are not read again, and a file that breaks keeps its last value.
 */
export class DescriptionFolder<File, Value> {
  readonly #options: DescriptionFolderOptions<File, Value>;
  #entries: ReadonlyMap<string, ReadEntry<Value>> = new Map();

  constructor(options: DescriptionFolderOptions<File, Value>) {
    this.#options = options;
  }

  /** Throws if the folder itself cannot be read. */
  async read(): Promise<readonly Entry<Value>[]> {
    const { folder, name } = this.#options;
    const entries = new Map<string, ReadEntry<Value>>();
    for (const fileName of (await readdir(join(folder, name))).sort()) {
      if (!fileName.endsWith('.json') || fileName.startsWith('.')) continue;
      const file = `${name}/${fileName}`;
      const before = this.#entries.get(file);
      const isSame = before !== undefined && (await before.stamps.areSame());
      entries.set(file, isSame ? before : keepGood(await this.#readEntry(file), before));
    }
    this.#entries = entries;
    return [...entries.values()];
  }

  async #readEntry(file: string): Promise<ReadEntry<Value>> {
    const { folder, schema, make } = this.#options;
    const stamps = new FileStamps();
    const broken = (message: string): ReadEntry<Value> => ({
      file,
      stamps,
      problems: [{ effect: 'skipped', message }],
    });
    try {
      stamps.note(join(folder, file));
      const description = readDescription(file, await readFile(join(folder, file), 'utf8'), schema);
      if (!description.ok) return broken(description.message);
      const made = await make(description.value, (path) => stamps.note(path));
      if (!made.ok) return broken(made.message);
      const problems = made.warnings.map((message): CatalogProblem => ({ effect: 'warning', message }));
      return { file, stamps, value: made.value, place: description.value.place, problems };
    } catch (error) {
      return broken(`${file}: ${unforeseen(error)}`);
    }
  }
}

function keepGood<Value>(entry: ReadEntry<Value>, before: ReadEntry<Value> | undefined): ReadEntry<Value> {
  if (before?.value === undefined) return entry;
  if (entry.value === undefined)
    return { ...before, ...entry, problems: entry.problems.map((problem) => ({ ...problem, effect: 'kept' })) };
  /** Keeps the identity of an unchanged entry, so that callers can compare by reference. */
  return isDeepStrictEqual(entry.value, before.value) ? { ...entry, value: before.value } : entry;
}

function unforeseen(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a folder, not a file';
  if (code === 'EACCES') return "cannot be read. May the provider's user read it?";
  return `cannot be used: ${error instanceof Error ? error.message : String(error)}`;
}
