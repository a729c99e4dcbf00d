import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '../../../protocol/runtime/counted.ts';
import { changeCatalog, finishChange } from './catalog-change.ts';
import { readCatalogFiles, type CatalogFile, type CatalogFiles } from './catalog-files.ts';
import { systemFault } from '../../provider/files/system-fault.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { quoted } from '../../provider/catalog/loading/file-index.ts';
import { checkCatalog } from './check-catalog.ts';
import { CommandFault } from './command-fault.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { listVideos, tableOf } from './list-videos.ts';
import { planRemoval } from './remove-video.ts';
import { changeId, retitle } from './rename-video.ts';
import { cleanUp, unfinishedIn } from './unfinished.ts';
import { writeCaptions } from './write-captions.ts';

export const USAGE = `The videos of the catalog: npm run videos [-- COMMAND]
  list                      all videos (without a command); --json for programs
  check [ID…]               looks at every file of these videos, or of all; --json for programs
  rename ID --title TEXT    another title
  rename ID NEW-ID          another id; media stay where they are
  remove ID                 the description, then its files; asks, or --yes;
                            --from-playlists takes it out of playlists, too
  captions FILE             writes SubRip, ASS or WebVTT of any encoding as WebVTT beside it;
                            --captions-encoding NAME where it cannot be found out
  clean                     removes what npm run add has begun and not finished`;

export interface VideosOptions {
  readonly args: readonly string[];
  readonly catalogFolder: string;
  readonly followLinks: boolean;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Asks a question in a terminal; absent where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly processId: number;
}

const OPTIONS = {
  json: { type: 'boolean' },
  title: { type: 'string' },
  yes: { type: 'boolean' },
  'from-playlists': { type: 'boolean' },
  'captions-encoding': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

/** A command, given the words after it. Returns whether all is well. */
type Command = (words: readonly string[], flags: Flags, options: VideosOptions) => Promise<boolean>;

const COMMANDS: Readonly<Record<string, { readonly run: Command; readonly words: readonly [number, number] }>> = {
  list: { run: list, words: [0, 0] },
  check: { run: check, words: [0, Number.POSITIVE_INFINITY] },
  rename: { run: rename, words: [1, 2] },
  remove: { run: remove, words: [1, 1] },
  captions: { run: captions, words: [1, 1] },
  clean: { run: clean, words: [0, 0] },
};

/** `npm run videos`. Returns whether it did what was asked, and found nothing wrong. */
export async function videosCommand(options: VideosOptions): Promise<boolean> {
  const { args, catalogFolder, processId, say, complain } = options;
  try {
    const { values, positionals } = readArguments(args);
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
    if (fault !== undefined) complain(`${fault.what} (${catalogFolder}). ${fault.remedy}, and give the command again.`);
    else if (error instanceof CommandFault) complain(error.message);
    else throw error;
    return false;
  }
}

async function list(_: readonly string[], { json }: Flags, options: VideosOptions): Promise<boolean> {
  const { catalogFolder, followLinks, say, complain } = options;
  const catalog = await readCatalogFiles(catalogFolder);
  const videos = await listVideos(catalog, join(catalogFolder, 'media'), followLinks);
  const unfinished = await unfinishedIn(catalogFolder);
  if (json === true) {
    say(JSON.stringify({ videos, unfinished, broken: catalog.broken }, undefined, 2));
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
  // The others have been checked.
  if (unknown !== undefined) throw noSuchVideo(catalog, unknown);
  return findings.length === 0;
}

async function rename([id = '', newId]: readonly string[], { title }: Flags, options: VideosOptions): Promise<boolean> {
  if ((newId === undefined) === (title === undefined))
    throw new CommandFault('Say what is to change: rename ID NEW-ID, or rename ID --title TEXT.');
  const catalog = await readCatalogFiles(options.catalogFolder);
  const video = videoOf(catalog, id);
  const change = newId === undefined ? retitle(video, title ?? '') : changeId(catalog, video, newId);
  await changeCatalog(options.catalogFolder, change, options.processId);
  options.say(change.what);
  return true;
}

async function remove([id = '']: readonly string[], flags: Flags, options: VideosOptions): Promise<boolean> {
  const { catalogFolder, say, ask, processId } = options;
  const catalog = await readCatalogFiles(catalogFolder);
  const video = videoOf(catalog, id);
  const removal = await planRemoval(catalogFolder, catalog, video, flags['from-playlists'] === true);
  for (const remark of removal.remarks) say(remark);
  const what = `${id} ${JSON.stringify(video.value.title)}, ${counted(removal.fileCount, 'file')}, ${formatBytes(removal.sizeBytes)}`;
  if (flags.yes !== true) {
    if (ask === undefined) throw new CommandFault(`This removes ${what}. Say --yes to do it.`);
    if (!/^y(?:es)?$/i.test((await ask(`Remove ${what}? (y/N) `)).trim()))
      throw new CommandFault('Nothing was removed.');
  }
  await changeCatalog(catalogFolder, removal, processId);
  say(`Removed ${what}.`);
  return true;
}

async function captions([name = '']: readonly string[], flags: Flags, options: VideosOptions): Promise<boolean> {
  const { catalogFolder, say } = options;
  for (const line of await writeCaptions({ name, encoding: flags['captions-encoding'], catalogFolder })) say(line);
  return true;
}

async function clean(_: readonly string[], _flags: Flags, { catalogFolder, say }: VideosOptions): Promise<boolean> {
  const lines = await cleanUp(catalogFolder);
  for (const line of lines) say(line);
  if (lines.length === 0) say('Nothing is unfinished.');
  return true;
}

function videoOf(catalog: CatalogFiles, id: string): CatalogFile<VideoFile> {
  const video = catalog.videos.find(({ value }) => value.id === id);
  if (video === undefined) throw noSuchVideo(catalog, id);
  return video;
}

function noSuchVideo({ broken }: CatalogFiles, id: string): CommandFault {
  const unread = broken.length === 0 ? '' : ` Not read: ${broken.join('; ')}`;
  return new CommandFault(`There is no video ${id}. npm run videos lists them.${unread}`);
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandFault(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
