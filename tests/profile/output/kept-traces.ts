import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../statistics/student.ts';

/** A trace takes tens of megabytes; of those far from the median none will be shown. */
const KEPT = 3;

interface Kept {
  readonly run: number;
  readonly value: number;
  readonly path: string;
}

/** Traces of the runs of one variant that are nearest to its median so far. */
export class KeptTraces {
  readonly #folder: string;
  readonly #values: number[] = [];
  #kept: readonly Kept[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(parent = tmpdir()): Promise<KeptTraces> {
    return new KeptTraces(await mkdtemp(join(parent, 'oriel-profile-')));
  }

  async add(run: number, value: number, text: string): Promise<void> {
    const path = join(this.#folder, `${run}.json`);
    await writeFile(path, text);
    this.#values.push(value);
    const ordered = this.#byDistance([...this.#kept, { run, value, path }]);
    this.#kept = ordered.slice(0, KEPT);
    await Promise.all(ordered.slice(KEPT).map((one) => rm(one.path)));
  }

  /** The run that is shown for all; `null` if there is none. */
  async representative(): Promise<{ readonly run: number; readonly text: string } | null> {
    const [nearest] = this.#byDistance(this.#kept);
    return nearest === undefined ? null : { run: nearest.run, text: await readFile(nearest.path, 'utf8') };
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  #byDistance(traces: readonly Kept[]): Kept[] {
    const middle = median(this.#values);
    return traces.toSorted((one, other) => Math.abs(one.value - middle) - Math.abs(other.value - middle));
  }
}
