import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

interface Kept {
  readonly run: number;
  readonly value: number;
  readonly path: string;
}

export interface ChosenTrace {
  readonly run: number;
  readonly text: string;
  /** Number of runs that the trace was chosen from. */
  readonly of: number;
}

/** Keeps the traces of all runs of a variant, compressed to a tenth: which run is the median is known only after the last run. */
export class KeptTraces {
  readonly #folder: string;
  readonly #kept: Kept[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(parent = tmpdir()): Promise<KeptTraces> {
    return new KeptTraces(await mkdtemp(join(parent, 'oriel-profile-')));
  }

  async add(run: number, value: number, text: string): Promise<void> {
    const path = join(this.#folder, `${run}.json.gz`);
    await writeFile(path, await promisify(gzip)(text, { level: 1 }));
    this.#kept.push({ run, value, path });
  }

  /** The median run, or the lower of the two middle runs if their number is even; `null` without a run. */
  async median(): Promise<ChosenTrace | null> {
    const ordered = this.#kept.toSorted((one, other) => one.value - other.value);
    const chosen = ordered[(ordered.length - 1) >> 1];
    if (chosen === undefined) return null;
    const packed = await readFile(chosen.path);
    return { run: chosen.run, text: (await promisify(gunzip)(packed)).toString('utf8'), of: ordered.length };
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
