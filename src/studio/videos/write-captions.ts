import { constants } from 'node:fs';
import { copyFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { captionSource } from '../captions/caption-source.ts';
import { convertCaptions } from '../captions/convert-captions.ts';
import { readCaptionFile } from '../captions/publish-captions.ts';
import { exists } from '../preparation/exists.ts';
import { requireWritable } from '../preparation/require-writable.ts';
import { PreparationFault } from '../preparation-fault.ts';
import { CommandFault } from './command-fault.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

export interface WriteCaptionsOptions {
  /** Path of the file, absolute or relative, or relative to the catalog, as in the findings of `check`. */
  readonly name: string;
  readonly encoding: string | undefined;
  readonly catalogFolder: string;
}

/**
 * Writes captions of any kind as WebVTT in UTF-8 beside their file; no existing file is lost. WebVTT in another encoding is replaced
 * by its conversion, and its original stays beside it. Returns sentences about the changes.
 */
export async function writeCaptions({ name, encoding, catalogFolder }: WriteCaptionsOptions): Promise<string[]> {
  const below = join(catalogFolder, name);
  const path = (await exists(name)) || !(await exists(below)) ? resolve(name) : below;
  try {
    const bytes = await readCaptionFile(path, basename(path));
    const { webVtt, remarks } = convertCaptions(bytes, {
      name: basename(path),
      languageCode: languageOf(path),
      encoding,
    });
    await requireWritable([dirname(path)]);
    const target = `${path.slice(0, path.length - extname(path).length)}.vtt`;
    if (!isInPlace(path)) {
      await writeFile(target, webVtt, { flag: 'wx' });
      return [...remarks, `Captions are in ${target}. Name that file in the description.`];
    }
    if (bytes.equals(Buffer.from(webVtt)))
      return [...remarks, `${basename(path)} is WebVTT in UTF-8 already. It stays as it is.`];
    await replaceKept(path, webVtt);
    return [...remarks, `Captions are in ${path}, and as they were in ${basename(path)}${KEPT}.`];
  } catch (error) {
    if (error instanceof PreparationFault) throw new CommandFault(error.message);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandFault(
        `${basename(path)} is not converted: ${isInPlace(path) ? `${basename(path)}${KEPT}` : 'a .vtt of its name'} is there already. Move one away.`,
      );
    throw error;
  }
}

/** Suffix of the copy of the original file. */
const KEPT = '.original';

const isInPlace = (path: string): boolean => extname(path) === '.vtt';

/** Copies the original, then replaces the file. An existing copy is never overwritten: it may be the only original. */
async function replaceKept(path: string, text: string): Promise<void> {
  await copyFile(path, `${path}${KEPT}`, constants.COPYFILE_EXCL);
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

/** Language in the file's name, else `und`; here it only helps to detect the encoding. */
function languageOf(path: string): string {
  return unlessThrown(() => captionSource(path).languageCode) ?? 'und';
}
