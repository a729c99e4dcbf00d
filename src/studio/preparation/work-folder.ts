import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { exists } from './exists.ts';
import { requireWritable } from './require-writable.ts';
import { isAlive } from './is-alive.ts';
import { AlreadyRunningError } from '../preparation-fault.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Prefix of work folders. The dot hides them from viewers: no file or folder whose name begins with a dot is served. */
export const WORK_PREFIX = '.add-';
/** Version of the encoder's arguments, so that parts of different versions are never joined into one video. */
const ENCODING_VERSION = 3;
const KEY_CHARACTERS = 16;

/** Folders of a catalog in which a new video is stored. */
export const placesOf = (catalogFolder: string): string[] =>
  ['videos', 'media'].map((name) => join(catalogFolder, name));

/** Note in a work folder that names its video and source. */
const WorkFile = z.object({ videoId: z.string(), path: z.string() });
export type WorkFile = z.infer<typeof WorkFile>;

/**
 * Folder in which a video is made until it is complete. Its name is derived from the file and the encoding, so that a repeated command
 * finds the parts of the interrupted command.
 */
export class WorkFolder {
  readonly path: string;
  readonly #catalogFolder: string;

  constructor(catalogFolder: string, name: string) {
    this.#catalogFolder = catalogFolder;
    this.path = join(catalogFolder, 'media', name);
  }

  /** @param encoding Other settings that change the encoded parts. */
  static async of(catalogFolder: string, path: string, encoding: object): Promise<WorkFolder> {
    const { size, mtimeMs } = await stat(path);
    const identity = JSON.stringify([ENCODING_VERSION, await realpath(path), size, mtimeMs, encoding]);
    const key = createHash('sha256').update(identity).digest('hex').slice(0, KEY_CHARACTERS);
    return new WorkFolder(catalogFolder, `${WORK_PREFIX}${key}`);
  }

  get video(): string {
    return join(this.path, 'film');
  }

  /** Makes a folder that shows the video under its id, as it will be in `media/`. */
  async openAs(videoId: string): Promise<string> {
    const shown = join(this.path, 'media');
    await rm(shown, { recursive: true, force: true });
    await mkdir(shown);
    await symlink(resolve(this.video), join(shown, videoId), 'junction');
    return shown;
  }

  /** Note of an earlier run; `null` if there is none. */
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
    // Keeps the folders of qualities; posters and captions are made again, since their options may have changed.
    for (const entry of await readdir(this.video, { withFileTypes: true }))
      if (entry.isFile()) await rm(join(this.video, entry.name));
      else await requireWritable([join(this.video, entry.name)]);
  }

  /** Removes this process's claim on the folder. */
  release(): Promise<void> {
    return rm(join(this.path, 'process'), { force: true });
  }

  /** The running process that has claimed the folder; `null` if there is none. */
  async holder(): Promise<number | null> {
    const processId = Number(await readFile(join(this.path, 'process'), 'utf8').catch(() => ''));
    return processId > 0 && isAlive(processId) ? processId : null;
  }

  /** Moves the video into place, then its description, so that a running server never finds an incomplete video. */
  async publish(videoId: string, description: string): Promise<void> {
    await requireWritable(placesOf(this.#catalogFolder));
    await writeFile(join(this.path, 'description.part'), description);
    await rename(join(this.path, 'description.part'), join(this.path, 'description.json'));
    await rename(this.video, join(this.#catalogFolder, 'media', videoId));
    await this.finish();
  }

  /** Publishes the description of a video whose process was killed after moving the media. Returns the id; `null` if there is none. */
  async finish(): Promise<string | null> {
    const work = await this.read();
    const description = join(this.path, 'description.json');
    if (work === null || !(await exists(description)) || (await exists(this.video))) return null;
    const target = join(this.#catalogFolder, 'videos', `${work.videoId}.json`);
    await mkdir(dirname(target), { recursive: true });
    // Copies, since `media/` may be on another disk; renames, so that a running server never reads a partial file.
    await copyFile(description, `${target}.part`);
    await rename(`${target}.part`, target);
    await this.remove();
    return work.videoId;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
