import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { exists } from './exists.ts';
import { requireWritable } from './require-writable.ts';
import { isAlive } from './is-alive.ts';
import { AlreadyRunningError } from '../preparation-fault.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Hidden from viewers: nothing whose name begins with a dot is served. */
export const WORK_PREFIX = '.add-';
/** Version of the encoder's arguments: parts of two kinds never make one video. */
const ENCODING_VERSION = 3;
const KEY_CHARACTERS = 16;

/** Folders of a catalog that a new video comes into. */
export const placesOf = (catalogFolder: string): string[] =>
  ['videos', 'media'].map((name) => join(catalogFolder, name));

/** Note in a work folder that names its video and source. */
const WorkFile = z.object({ videoId: z.string(), path: z.string() });
export type WorkFile = z.infer<typeof WorkFile>;

/**
 * Folder in which a video is made until it is whole. Its name is derived from the file and how it is encoded: the same
 * command finds the parts of an earlier one, however that ended.
 */
export class WorkFolder {
  readonly path: string;
  readonly #catalogFolder: string;

  constructor(catalogFolder: string, name: string) {
    this.#catalogFolder = catalogFolder;
    this.path = join(catalogFolder, 'media', name);
  }

  /** @param encoding What else decides how its parts come out. */
  static async of(catalogFolder: string, path: string, encoding: object): Promise<WorkFolder> {
    const { size, mtimeMs } = await stat(path);
    const identity = JSON.stringify([ENCODING_VERSION, await realpath(path), size, mtimeMs, encoding]);
    const key = createHash('sha256').update(identity).digest('hex').slice(0, KEY_CHARACTERS);
    return new WorkFolder(catalogFolder, `${WORK_PREFIX}${key}`);
  }

  get video(): string {
    return join(this.path, 'film');
  }

  /** A folder in which the video lies as it will in `media/`. */
  async openAs(videoId: string): Promise<string> {
    const shown = join(this.path, 'media');
    await rm(shown, { recursive: true, force: true });
    await mkdir(shown);
    await symlink(resolve(this.video), join(shown, videoId), 'junction');
    return shown;
  }

  /** Note of an earlier run; `null` without one. */
  async read(): Promise<WorkFile | null> {
    const text = await readFile(join(this.path, 'work.json'), 'utf8').catch(() => 'null');
    return unlessThrown(() => WorkFile.parse(JSON.parse(text))) ?? null;
  }

  /** Claims the folder for a process. A second process with the same video is refused. */
  async open(work: WorkFile, processId: number): Promise<void> {
    await requireWritable([...placesOf(this.#catalogFolder), this.path, this.video]);
    await mkdir(this.video, { recursive: true });
    const mark = join(this.path, 'process');
    try {
      await writeFile(mark, String(processId), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await this.holder();
      if (holder !== null && holder !== processId) throw new AlreadyRunningError(work.path, holder);
      await writeFile(mark, String(processId));
    }
    await writeFile(join(this.path, 'work.json'), JSON.stringify(work));
    // Keeps the qualities; posters and captions are made again, as requested now.
    for (const entry of await readdir(this.video, { withFileTypes: true }))
      if (entry.isFile()) await rm(join(this.video, entry.name));
      else await requireWritable([join(this.video, entry.name)]);
  }

  /** Removes the mark of this process: nothing is made in the folder any more. */
  release(): Promise<void> {
    return rm(join(this.path, 'process'), { force: true });
  }

  /** The living process that works here. */
  async holder(): Promise<number | null> {
    const processId = Number(await readFile(join(this.path, 'process'), 'utf8').catch(() => ''));
    return processId > 0 && isAlive(processId) ? processId : null;
  }

  /** The video takes its place, then its description does: a running server finds nothing half. */
  async publish(videoId: string, description: string): Promise<void> {
    await requireWritable(placesOf(this.#catalogFolder));
    await writeFile(join(this.path, 'description.part'), description);
    await rename(join(this.path, 'description.part'), join(this.path, 'description.json'));
    await rename(this.video, join(this.#catalogFolder, 'media', videoId));
    await this.finish();
  }

  /** Whether a video was killed between taking its place and being described; now it is. Returns its id. */
  async finish(): Promise<string | null> {
    const work = await this.read();
    const description = join(this.path, 'description.json');
    if (work === null || !(await exists(description)) || (await exists(this.video))) return null;
    const target = join(this.#catalogFolder, 'videos', `${work.videoId}.json`);
    await mkdir(dirname(target), { recursive: true });
    // Media may be on another disk. Written beside and renamed: a running server reads it whole.
    await copyFile(description, `${target}.part`);
    await rename(`${target}.part`, target);
    await this.remove();
    return work.videoId;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
