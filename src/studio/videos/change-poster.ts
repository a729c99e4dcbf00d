import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { pictureAtCommand } from '../preparation/picture-commands.ts';
import { MediaFault } from '../../provider/catalog/loading/media-folder.ts';
import { makePosterSizes } from '../preparation/poster-sizes.ts';
import { requireWritable } from '../preparation/require-writable.ts';
import type { RunTool } from '../preparation/run-tool.ts';
import { NEW_FILES_FOLDER, type Change, type Step } from './catalog-change.ts';
import type { CatalogFile, CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editJson } from './edit-json.ts';
import { exists } from '../preparation/exists.ts';
import { jpegSize } from './jpeg-size.ts';
import { pictureSource } from './picture-source.ts';
import { filesFreedBy } from './unused-files.ts';

/** A picture takes a second or two; a file that takes much longer counts as unreadable. */
const PICTURE_TIMEOUT_MS = 60_000;

export interface PosterOptions {
  readonly catalogFolder: string;
  readonly catalog: CatalogFiles;
  readonly video: CatalogFile<VideoFile>;
  /** Time in the video. */
  readonly seconds: number;
  readonly run: RunTool;
  /** Part of the new posters' names, because browsers cache pictures for long. */
  readonly nowMs: number;
}

/**
 * Makes the poster of a video from one of its pictures, in every size and format of `npm run add`. `change` moves the files into
 * place.
 */
export async function changePoster(options: PosterOptions, change: (change: Change) => Promise<void>): Promise<string> {
  const { catalogFolder, catalog, video, seconds, nowMs } = options;
  const { id } = video.value;
  const isWithin = Number.isFinite(seconds) && seconds >= 0;
  if (!isWithin || (video.value.lengthSeconds > 0 && seconds >= video.value.lengthSeconds))
    throw new CommandFault(`The moment is not within the video, which lasts ${video.value.lengthSeconds} s.`);
  const source = await pictureSource(video.value, seconds, join(catalogFolder, 'media')).catch((error: unknown) => {
    throw error instanceof MediaFault ? new CommandFault(`${error.message}.`) : error;
  });
  const name = `poster-${nowMs}`;
  const temporary = join(catalogFolder, NEW_FILES_FOLDER, `${id}-${name}`);
  await requireWritable([temporary]);
  await mkdir(temporary, { recursive: true });
  try {
    const run = (args: readonly string[]): Promise<void> =>
      options.run('ffmpeg', { args, folder: temporary, timeoutMs: PICTURE_TIMEOUT_MS });
    await run(pictureAtCommand(source.input, source.seconds, 'poster.jpg'));
    if (!(await exists(join(temporary, 'poster.jpg'))))
      throw new CommandFault('The video has no picture at that moment.');
    const size = jpegSize(await readFile(join(temporary, 'poster.jpg')));
    const posters = await makePosterSizes({ ...size, folder: temporary, videoId: `${id}/${name}`, run });
    const freed = await filesFreedBy(catalogFolder, catalog, video, { ...video.value, posters });
    const moves = (await readdir(temporary)).map((file): Step => ({
      kind: 'move',
      path: `${NEW_FILES_FOLDER}/${id}-${name}/${file}`,
      to: `media/${id}/${name}/${file}`,
    }));
    const what = `${id} has a new poster.`;
    const text = editJson(video.text, { field: 'posters', value: posters });
    await change({
      what,
      steps: [
        ...moves,
        { kind: 'write', path: video.file, text },
        ...freed.map((path): Step => ({ kind: 'delete', path: `media/${path}` })),
      ],
    });
    return what;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
