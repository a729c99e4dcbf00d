import { copyFile, lstat, mkdir, open, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isBelow } from '../../provider/files/contained-path.ts';
import { CommandFault } from './command-fault.ts';
import { isAlive } from '../preparation/is-alive.ts';
import { requireWritable } from '../preparation/require-writable.ts';

/** Folder of removed videos, on the disk of the media, so that a removal copies nothing. The dot keeps it from being served. */
export const REMOVED_FOLDER = 'media/.removed';
/** Folder of new files until a change moves them into place. */
export const NEW_FILES_FOLDER = 'media/.new';

/** A path below the catalog that is visible or in one of the two hidden folders above. */
const Path = z.string().check(
  z.refine((path) => {
    const folder = [REMOVED_FOLDER, NEW_FILES_FOLDER].find((hidden) => path.startsWith(`${hidden}/`));
    return isBelow(folder === undefined ? path : path.slice(folder.length + 1));
  }),
);

/** Steps are idempotent, so that an interrupted change can be repeated. */
const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('write'), path: Path, text: z.string() }),
  z.object({ kind: z.literal('delete'), path: Path }),
  z.object({ kind: z.literal('move'), path: Path, to: Path }),
]);
export type Step = z.infer<typeof Step>;

const Journal = z.object({ what: z.string(), processId: z.int(), steps: z.array(Step) });
type Journal = z.infer<typeof Journal>;

const JOURNAL = '.change.json';

export interface Change {
  /** Description of the change, for messages. */
  readonly what: string;
  readonly steps: readonly Step[];
}

/**
 * Changes several files of a catalog as a unit: a journal of all steps is written before the first step, and {@link finishChange} completes
 * the steps of a killed process.
 */
export async function changeCatalog(catalogFolder: string, change: Change, processId: number): Promise<void> {
  const journal: Journal = { what: change.what, processId, steps: [...change.steps] };
  const path = join(catalogFolder, JOURNAL);
  const folders = change.steps.flatMap((step) => [step.path, ...(step.kind === 'move' ? [step.to] : [])].map(dirname));
  await requireWritable(['', ...new Set(folders)].map((folder) => join(catalogFolder, folder)));
  await writeFile(`${path}.${processId}`, JSON.stringify(journal));
  try {
    await sync(`${path}.${processId}`);
    if ((await readJournal(path)) !== null) throw new CommandFault(busy(path));
    await rename(`${path}.${processId}`, path);
  } finally {
    await rm(`${path}.${processId}`, { force: true });
  }
  await apply(catalogFolder, journal);
}

/** Completes an interrupted change and returns its description; `null` if there was none. */
export async function finishChange(catalogFolder: string, processId: number): Promise<string | null> {
  const path = join(catalogFolder, JOURNAL);
  const journal = await readJournal(path);
  if (journal === null) return null;
  if (journal.processId !== processId && isAlive(journal.processId)) throw new CommandFault(busy(path));
  await apply(catalogFolder, journal);
  return journal.what;
}

const busy = (path: string): string =>
  `The catalog is being changed by another command. If there is none, remove ${path}.`;

async function apply(catalogFolder: string, { steps }: Journal): Promise<void> {
  const emptied = new Set<string>();
  for (const step of steps) {
    const path = join(catalogFolder, step.path);
    if (step.kind === 'delete') {
      await unlink(path).catch(unlessMissing);
      emptied.add(dirname(step.path));
    } else if (step.kind === 'move') {
      await move(path, join(catalogFolder, step.to));
      emptied.add(dirname(step.path));
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.part`, step.text);
      await rename(`${path}.part`, path);
    }
  }
  for (const folder of emptied) await removeEmpty(catalogFolder, folder);
  await rm(join(catalogFolder, JOURNAL), { force: true });
}

/** Moves a file. A missing file was moved before the interruption. */
async function move(from: string, to: string): Promise<void> {
  if ((await lstat(from).catch(() => null)) === null) return;
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    // The folder is on another disk, where a rename fails.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await unlink(from);
  }
}

/** Removes a folder below `media/`, and the folders above it, if they are empty. */
async function removeEmpty(catalogFolder: string, folder: string): Promise<void> {
  if (!folder.startsWith('media/')) return;
  try {
    await rmdir(join(catalogFolder, folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return;
  }
  await removeEmpty(catalogFolder, dirname(folder));
}

async function readJournal(path: string): Promise<Journal | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Journal.parse(JSON.parse(text));
  } catch {
    throw new CommandFault(`${path} is no record of a change. Look at it, and remove it.`);
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function unlessMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
