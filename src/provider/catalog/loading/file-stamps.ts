import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import { createHash } from 'node:crypto';
import { lstatSync, statSync, type BigIntStats } from 'node:fs';

/** Stamp of a file's state: changes with every write, and when the file is replaced, created or removed. */
export function stampOf(stats: BigIntStats | undefined): string {
  return stats === undefined ? 'absent' : `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}`;
}

/** The state of a file, with links followed; `undefined` for a missing file, and for a file in a folder without access. */
export function statsOf(path: string): BigIntStats | undefined {
  return unlessThrown(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** Stats of {@link statsOf}, without following a link at the end of the path. */
export function linkStatsOf(path: string): BigIntStats | undefined {
  return unlessThrown(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

/**
 * Stamps of the files that a value was made from. A catalog has some sixty files for each video, so their stamps are
 * kept as one text of names and one hash.
 */
export class FileStamps {
  readonly #root: string;
  readonly #pending = new Map<string, string>();
  #names = '';
  #digest = '';

  /** @param root Folder that names are relative to. */
  constructor(root: string) {
    this.#root = root;
  }

  get count(): number {
    return this.#names === '' ? 0 : this.#names.split('\n').length;
  }

  /** Call before reading the file: a write in between is noticed the next time. */
  note(name: string, stamp = stampOf(statsOf(`${this.#root}/${name}`))): void {
    if (!this.#pending.has(name)) this.#pending.set(name, stamp);
  }

  /** Call after all files of the value have been noted. */
  seal(): void {
    this.#names = [...this.#pending.keys()].join('\n');
    this.#digest = digestOf(this.#pending.values());
    this.#pending.clear();
  }

  areSame(): boolean {
    const names = this.#names === '' ? [] : this.#names.split('\n');
    return digestOf(names.map((name) => stampOf(statsOf(`${this.#root}/${name}`)))) === this.#digest;
  }
}

function digestOf(stamps: Iterable<string>): string {
  const hash = createHash('sha1');
  for (const stamp of stamps) hash.update(stamp).update('\n');
  return hash.digest('base64');
}
