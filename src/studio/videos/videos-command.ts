import { join } from 'node:path';
import { counted } from '../../../protocol/runtime/counted.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { systemFault } from '../../provider/files/system-fault.ts';
import { quoted } from '../../provider/catalog/loading/file-index.ts';
import { PreparationFault } from '../preparation-fault.ts';
import { finishChange } from './catalog-change.ts';
import { readCatalogFiles } from './catalog-files.ts';
import { captions, edit, poster, remove, rename, restore } from './change-commands.ts';
import { checkCatalog } from './check-catalog.ts';
import { readArguments, type Command, type Flags, type VideosOptions } from './command.ts';
import { CommandFault } from './command-fault.ts';
import { noSuchVideo } from './find-video.ts';
import { listVideos, tableOf } from './list-videos.ts';
import { deleteRemoved, REMOVED_KEPT_DAYS, removedVideos } from './removed-videos.ts';
import { cleanUp, unfinishedIn } from './unfinished.ts';

export const USAGE = `The videos of the catalog: npm run videos [-- COMMAND]
  list                      all videos (without a command); --json for programs
  check [ID…]               looks at every file of these videos, or of all; --json for programs
  edit ID                   --title TEXT, --description TEXT, --listed yes or no
  rename ID NEW-ID          another id; media stay where they are
  captions ID FILE          adds captions, de.srt or any kind, or replaces those of the language;
                            --captions-encoding NAME where it cannot be found out
  captions ID --without L   takes the captions of a language or address out
  captions FILE             writes captions as WebVTT beside their file
  poster ID --at 1:23       takes the poster from a moment of the video
  remove ID                 asks, or --yes; it can be restored for ${REMOVED_KEPT_DAYS} days, unless --for-good;
                            --from-playlists takes it out of playlists, too
  restore ID                brings a removed video back
  clean                     removes what npm run add has begun and not finished, and videos that were
                            removed more than ${REMOVED_KEPT_DAYS} days ago; --removed: all removed ones`;

const COMMANDS: Readonly<Record<string, { readonly run: Command; readonly words: readonly [number, number] }>> = {
  list: { run: list, words: [0, 0] },
  check: { run: check, words: [0, Number.POSITIVE_INFINITY] },
  edit: { run: edit, words: [1, 1] },
  rename: { run: rename, words: [1, 2] },
  captions: { run: captions, words: [1, 2] },
  poster: { run: poster, words: [1, 1] },
  remove: { run: remove, words: [1, 1] },
  restore: { run: restore, words: [1, 1] },
  clean: { run: clean, words: [0, 0] },
};

/** `npm run videos`. Returns whether the command succeeded and found no fault. */
export async function videosCommand(options: VideosOptions): Promise<boolean> {
  const { args, catalogFolder, processId, say, complain } = options;
  try {
    const { values, positionals } = readArguments(args, USAGE);
    if (values.help === true) {
      say(USAGE);
      return true;
    }
    const [name = 'list', ...words] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) throw new CommandFault(`There is no command ${name}.\n\n${USAGE}`);
    const [least, most] = command.words;
    if (words.length < least || words.length > most)
      throw new CommandFault(`${name} takes other words than that.\n\n${USAGE}`);
    const finished = await finishChange(catalogFolder, processId);
    if (finished !== null) complain(`A change that was interrupted is now done: ${finished}`);
    return await command.run(words, values, options);
  } catch (error) {
    const fault = error instanceof CommandFault ? undefined : systemFault(error, catalogFolder);
    if (fault !== undefined) complain(`${fault.what}. ${fault.remedy}, and give the command again.`);
    else if (error instanceof CommandFault || error instanceof PreparationFault) complain(error.message);
    else throw error;
    return false;
  }
}

async function list(_: readonly string[], { json }: Flags, options: VideosOptions): Promise<boolean> {
  const { catalogFolder, followLinks, say, complain } = options;
  const catalog = await readCatalogFiles(catalogFolder);
  const videos = await listVideos(catalog, join(catalogFolder, 'media'), followLinks);
  const unfinished = await unfinishedIn(catalogFolder);
  const removed = (await removedVideos(catalogFolder)).map(({ id, title, removedAtMs, sizeBytes }) => ({
    ...{ id, title, removedAtMs, sizeBytes },
  }));
  if (json === true) {
    say(JSON.stringify({ videos, unfinished, removed, broken: catalog.broken }, undefined, 2));
    return true;
  }
  if (videos.length === 0) say(`No videos in ${catalogFolder}. Add one: npm run add -- FILE`);
  else for (const line of tableOf(videos)) say(line);
  for (const broken of catalog.broken) complain(`Not read: ${broken}`);
  for (const { folder, path, sizeBytes, processId } of unfinished)
    say(
      `Unfinished: ${path ?? 'a video'}, ${formatBytes(sizeBytes)} in ${folder}. ${
        processId === null
          ? 'npm run add goes on with it; npm run videos -- clean removes it.'
          : `Process ${processId} is at it.`
      }`,
    );
  for (const { id, title, sizeBytes } of removed)
    say(
      `Removed: ${id} ${JSON.stringify(title)}, ${formatBytes(sizeBytes)}. npm run videos -- restore ${id} brings it back.`,
    );
  return true;
}

async function check(ids: readonly string[], { json }: Flags, options: VideosOptions): Promise<boolean> {
  const { catalogFolder, followLinks, say } = options;
  const catalog = await readCatalogFiles(catalogFolder);
  const unknown = ids.find((id) => catalog.videos.every(({ value }) => value.id !== id));
  const chosen = catalog.videos.filter(({ value }) => ids.length === 0 || ids.includes(value.id));
  const findings = await checkCatalog({ catalogFolder, followLinks, catalog, chosen, isWhole: ids.length === 0 });
  if (json === true) say(JSON.stringify(findings, undefined, 2));
  else {
    for (const { videoId, file, text } of findings) say(`${videoId ?? 'catalog'}  ${file}: ${text}`);
    const videos = counted(chosen.length, 'video');
    const isChecked = chosen.length > 0 || unknown === undefined;
    if (findings.length === 0 && isChecked) say(`${videos} checked: all is well.`);
    if (findings.length > 0)
      say(`${videos} checked: ${counted(findings.length, 'finding')}. The files are in ${catalogFolder}.`);
    if (findings.some(({ text }) => text.includes('ffmpeg -i'))) say(`Run ffmpeg there: cd ${quoted(catalogFolder)}`);
  }
  // Reported last, after the known videos have been checked.
  if (unknown !== undefined) throw noSuchVideo(catalog, unknown);
  return findings.length === 0;
}

async function clean(
  _: readonly string[],
  { removed }: Flags,
  { catalogFolder, say, now }: VideosOptions,
): Promise<boolean> {
  const lines = await cleanUp(catalogFolder);
  for (const { id, title, sizeBytes } of await deleteRemoved(catalogFolder, now(), removed === true ? 0 : undefined))
    lines.push(`${id} ${JSON.stringify(title)}, ${formatBytes(sizeBytes)}, is gone for good.`);
  for (const line of lines) say(line);
  if (lines.length === 0) say('Nothing is unfinished.');
  return true;
}
