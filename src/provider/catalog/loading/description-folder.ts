import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { explainReadError, FileFault, readRegularText } from '../../files/regular-file.ts';
import type { CatalogProblem } from '../catalog-problem.ts';
import { DESCRIPTION_MAX_BYTES, placeIn, readDescription, type Description } from './description.ts';
import { FileStamps, stampOf, statsOf } from './file-stamps.ts';

/** A file of a folder of descriptions, without its parsed value, which goes to the reader's caller at once. */
export interface Entry<Head> {
  readonly file: string;
  /** Head of its value, or of the last valid one if the file is broken now. */
  readonly head?: Head;
  readonly place?: Description<unknown>['place'];
  readonly problems: readonly CatalogProblem[];
}

interface ReadEntry<Head> extends Entry<Head> {
  readonly ownStamp: string;
  readonly sideFiles: FileStamps;
  /** Digest of the value; absent for a value without its side files. */
  readonly digest?: string;
  /** The files that it names are still to be read. */
  readonly isDescribedOnly?: true;
}

/** A step of a read: a new or changed value, or the removal of a value that turned out to be unusable. */
export interface Step<Value> {
  readonly file: string;
  readonly value: Value | undefined;
  /** Whether a caller waits for this value. */
  readonly isPreferred: boolean;
}

/** The result of a description: a value with warnings, or a sentence about its fault. */
export type Made<Head, Value> =
  | { readonly ok: true; readonly head: Head; readonly value: Value; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

export interface DescriptionFolderOptions<File, Head, Value> {
  readonly folder: string;
  /** Subfolder of `folder` with the descriptions. */
  readonly name: string;
  readonly schema: z.ZodMiniType<File>;
  /** `sideFiles` notes every other file that the value depends on, by its name below `sideFolder`. */
  readonly make: (description: Description<File>, sideFiles: FileStamps) => Promise<Made<Head, Value>>;
  /** A value from only the description, for reads that leave files for later. Absent if descriptions name no other files. */
  readonly describe?: (value: File) => Promise<Extract<Made<Head, Value>, { readonly ok: true }>>;
  readonly sideFolder: string;
}

/** Limits of the side files that one read checks. */
export interface ReadDepth {
  /** Number of files named by descriptions that the read checks; later reads check the others. */
  readonly sideFilesMax: number;
  /** Descriptions whose files are read for the first time; the others are only described. All of them if absent. */
  readonly completedMax?: number;
}

/** Files read, and files checked, between two turns of the event loop. A read takes milliseconds, and a page may wait for a file. */
const READ_PER_TURN = 2;
const CHECKED_PER_TURN = 256;

/**
 * The JSON files of a folder, ordered by name. They are independent: a fault in one is reported and does not affect the
 * others. Unchanged files are not read again, and a file that breaks keeps its last value.
 */
export class DescriptionFolder<File, Head, Value> {
  readonly #options: DescriptionFolderOptions<File, Head, Value>;
  #entries: ReadonlyMap<string, ReadEntry<Head>> = new Map();
  /** The last description whose side files have been checked. */
  #checkedFile = '';
  readonly #preferred = new Set<string>();

  constructor(options: DescriptionFolderOptions<File, Head, Value>) {
    this.#options = options;
  }

  /** Reads the side files of this description next, unless they have been read. */
  prefer(file: string): void {
    this.#preferred.add(file);
  }

  /** Yields values that are new or have changed; returns all entries. Throws if the folder cannot be read. */
  async *read(depth: ReadDepth): AsyncGenerator<Step<Value>, readonly Entry<Head>[]> {
    const { folder, name } = this.#options;
    const names = (await readdir(join(folder, name))).toSorted();
    const files = names.filter((one) => one.endsWith('.json') && !one.startsWith('.')).map((one) => `${name}/${one}`);
    const due = this.#dueSideFiles(files, depth);
    const entries = new Map<string, ReadEntry<Head>>(files.flatMap((file) => this.#known(file)));
    let [read, checkedCount, completed] = [0, 0, 0];
    for (const file of files) {
      yield* this.#completePreferred(entries);
      const before = entries.get(file);
      const mayComplete = completed < (depth.completedMax ?? Number.POSITIVE_INFINITY);
      const isDone = before?.isDescribedOnly !== true || !mayComplete;
      if (before !== undefined && isDone && isSame(before, join(folder, file), due.has(file))) {
        if (++checkedCount % CHECKED_PER_TURN === 0) await nextTurn();
        continue;
      }
      const isFirst = before === undefined || before.isDescribedOnly === true;
      if (isFirst && mayComplete) completed += 1;
      const { entry, step } = await this.#readEntry(file, before, isFirst && !mayComplete);
      entries.set(file, entry);
      if (step !== undefined) yield step;
      if (++read % READ_PER_TURN === 0) await nextTurn();
    }
    yield* this.#completePreferred(entries);
    this.#entries = entries;
    return files.flatMap((file) => entries.get(file) ?? []);
  }

  #known(file: string): [string, ReadEntry<Head>][] {
    const entry = this.#entries.get(file);
    return entry === undefined ? [] : [[file, entry]];
  }

  async *#completePreferred(entries: Map<string, ReadEntry<Head>>): AsyncGenerator<Step<Value>> {
    for (const file of this.#preferred) {
      this.#preferred.delete(file);
      const before = entries.get(file);
      if (before?.isDescribedOnly !== true) continue;
      const { entry, step } = await this.#readEntry(file, before, false);
      entries.set(file, entry);
      if (step !== undefined) yield { ...step, isPreferred: true };
    }
  }

  /** Descriptions whose side files this read checks: those after the last checked one, up to the limit. */
  #dueSideFiles(files: readonly string[], { sideFilesMax }: ReadDepth): ReadonlySet<string> {
    const start = Math.max(
      0,
      files.findIndex((file) => file > this.#checkedFile),
    );
    const due = new Set<string>();
    let count = 0;
    for (const file of [...files.slice(start), ...files.slice(0, start)]) {
      count += this.#entries.get(file)?.sideFiles.count ?? 0;
      if (count > sideFilesMax && due.size > 0) break;
      due.add(file);
      this.#checkedFile = file;
    }
    return due;
  }

  async #readEntry(
    file: string,
    known: ReadEntry<Head> | undefined,
    leavesFiles: boolean,
  ): Promise<{ entry: ReadEntry<Head>; step?: Step<Value> }> {
    const { folder, schema, make, describe, sideFolder } = this.#options;
    // A value from only the description is no version to keep: its files may never have been usable.
    const before = known?.isDescribedOnly === true ? undefined : known;
    const isPreferred = false;
    const path = join(folder, file);
    const ownStamp = stampOf(statsOf(path));
    const sideFiles = new FileStamps(sideFolder);
    const broken = (message: string): { entry: ReadEntry<Head>; step?: Step<Value> } => {
      const effect = before?.head === undefined ? 'skipped' : 'kept';
      const entry: ReadEntry<Head> = { ...before, file, ownStamp, sideFiles, problems: [{ effect, message }] };
      return known === before ? { entry } : { entry, step: { file, value: undefined, isPreferred } };
    };
    try {
      const description = readDescription(file, readRegularText(path, DESCRIPTION_MAX_BYTES), schema);
      if (!description.ok) return broken(description.message);
      // The text is read again to find a place, which few descriptions need: kept, it would be most of the memory of an entry.
      const place = (field: string): string => placeIn(file, () => readRegularText(path, DESCRIPTION_MAX_BYTES), field);
      if (leavesFiles && describe !== undefined) {
        const { head, value } = await describe(description.value.value);
        const isDescribedOnly = true;
        return {
          entry: { file, ownStamp, sideFiles, head, place, problems: [], isDescribedOnly },
          step: { file, value, isPreferred },
        };
      }
      const made = await make(description.value, sideFiles);
      if (!made.ok) return broken(made.message);
      const { head, value, warnings } = made;
      const problems = warnings.map((message): CatalogProblem => ({ effect: 'warning', message }));
      const digest = createHash('sha1').update(JSON.stringify(value)).digest('base64');
      const entry = { file, ownStamp, sideFiles, head, digest, place, problems };
      return digest === before?.digest ? { entry } : { entry, step: { file, value, isPreferred } };
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

/** Errors of the file system name paths of the server, which a message must not contain. */
function unforeseen(error: unknown): string {
  if (error instanceof FileFault || (error instanceof Error && 'syscall' in error)) return explainReadError(error);
  return `cannot be used: ${error instanceof Error ? error.message : String(error)}`;
}
