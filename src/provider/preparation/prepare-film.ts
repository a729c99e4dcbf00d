import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VideoId } from '../../../protocol/identifiers.ts';
import type { VideoFile } from '../catalog/catalog-schema.ts';
import { STILL_FRAMES_PER_SECOND } from './encode-command.ts';
import { exists } from './exists.ts';
import type { Film, Picture } from './film.ts';
import { FilmMaker, type FilmMakerOptions } from './film-maker.ts';
import { PreparationFault } from './preparation-fault.ts';
import { rungsOf, type Rung } from './rungs.ts';

export interface PrepareFilmOptions extends FilmMakerOptions {
  /** The folder with `videos/` and `media/`. */
  readonly catalogFolder: string;
}

/** Sound without a picture gets one of this size. */
const STILL_PICTURE: Picture = {
  width: 1_280,
  height: 720,
  framesPerSecond: STILL_FRAMES_PER_SECOND,
  codec: '',
  isPlain: true,
  isHighDynamicRange: false,
};

/**
 * Makes a film of the catalog of a file: qualities, a plain file, poster, previews, captions and chapters. It is there whole or
 * not at all: everything is made in a folder of its own, which takes its place at the end, before its description does.
 * What is wrong is a {@link PreparationFault}.
 */
export async function prepareFilm(options: PrepareFilmOptions): Promise<VideoFile> {
  const { film, catalogFolder, videoId, signal, onProgress, copies } = options;
  const description = join(catalogFolder, 'videos', `${videoId}.json`);
  const target = join(catalogFolder, 'media', videoId);
  if (!VideoId.safeParse(videoId).success)
    throw new PreparationFault(`${videoId} is no id: eleven characters of A–Z a–z 0–9 _ -.`);
  if ((await exists(description)) || (await exists(target)))
    throw new PreparationFault(`There is a film ${videoId} already. Choose another --id, or leave it out.`);
  /** Hidden from viewers: nothing whose name begins with a dot is served. */
  const folder = join(catalogFolder, 'media', `.${videoId}`);
  await rm(folder, { recursive: true, force: true });
  try {
    const rungs = copies ? [copiedRung(film)] : rungsOf(film.picture ?? STILL_PICTURE);
    await mkdir(folder, { recursive: true });
    const made = await new FilmMaker(options, folder).make(rungs);
    signal?.throwIfAborted();
    await mkdir(join(catalogFolder, 'videos'), { recursive: true });
    await rename(folder, target);
    /** Written beside and renamed: the running server reads it whole. */
    await writeFile(`${description}.part`, `${JSON.stringify(made, undefined, 2)}\n`);
    await rename(`${description}.part`, description);
    onProgress('done', 1);
    return made;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw diskFault(error);
  }
}

/** A film that every browser can show as it is. */
function copiedRung({ picture, sounds }: Film): Rung {
  const faults = [
    ...(picture === null ? ['it has no picture'] : []),
    ...(picture !== null && picture.codec !== 'h264' ? [`its picture is ${picture.codec}, not h264`] : []),
    ...(picture !== null && !picture.isPlain ? ['its colours are finer than browsers show'] : []),
    ...(sounds[0] !== undefined && sounds[0].codec !== 'aac' ? [`its sound is ${sounds[0].codec}, not aac`] : []),
  ];
  if (picture === null || faults.length > 0)
    throw new PreparationFault(`It cannot be packaged without encoding: ${faults.join(', ')}. Leave --copy out.`);
  const { width, height } = picture;
  return { name: 'copy', width, height, maxKilobits: 0 };
}

function diskFault(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new PreparationFault('The disk is full. Make room, and start again.');
}
