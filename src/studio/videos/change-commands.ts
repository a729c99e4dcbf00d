import { readClockTime } from '../../../protocol/runtime/clock-time.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { captionSource } from '../captions/caption-source.ts';
import { convertCaptionFile } from '../captions/publish-captions.ts';
import { changeCatalog, type Change } from './catalog-change.ts';
import { readCatalogFiles } from './catalog-files.ts';
import { planCaptions, planWithoutCaptions } from './change-captions.ts';
import { changePoster } from './change-poster.ts';
import { CommandFault } from './command-fault.ts';
import { editVideo } from './edit-video.ts';
import { findVideo } from './find-video.ts';
import { planRemoval } from './remove-video.ts';
import { planRestoration, removedVideos } from './removed-videos.ts';
import { changeId } from './rename-video.ts';
import type { Command, VideosOptions } from './command.ts';
import { writeCaptions } from './write-captions.ts';

async function carryOut(change: Change, { catalogFolder, processId, say }: VideosOptions): Promise<boolean> {
  if (change.steps.length > 0) await changeCatalog(catalogFolder, change, processId);
  say(change.what);
  return true;
}

const LISTED: Readonly<Record<string, boolean>> = { yes: true, no: false };

export const edit: Command = async ([id = ''], { title, description, listed }, options) => {
  if (title === undefined && description === undefined && listed === undefined)
    throw new CommandFault('Say what is to change: --title TEXT, --description TEXT, --listed yes or no.');
  const isListed = listed === undefined ? undefined : LISTED[listed];
  if (listed !== undefined && isListed === undefined) throw new CommandFault('--listed is yes or no.');
  const video = findVideo(await readCatalogFiles(options.catalogFolder), id);
  return carryOut(editVideo(video, { title, description, isListed }), options);
};

export const rename: Command = async ([id = '', newId], { title }, options) => {
  if ((newId === undefined) === (title === undefined))
    throw new CommandFault('Say what is to change: rename ID NEW-ID, or rename ID --title TEXT.');
  const catalog = await readCatalogFiles(options.catalogFolder);
  const video = findVideo(catalog, id);
  return carryOut(newId === undefined ? editVideo(video, { title }) : changeId(catalog, video, newId), options);
};

export const captions: Command = async ([first = '', path], flags, options) => {
  const { catalogFolder, say } = options;
  const { without, 'captions-encoding': encoding } = flags;
  if (path === undefined && without === undefined) {
    for (const line of await writeCaptions({ name: first, encoding, catalogFolder })) say(line);
    return true;
  }
  if (path !== undefined && without !== undefined)
    throw new CommandFault('Say one of both: a file of captions, or --without those that are there.');
  const catalog = await readCatalogFiles(catalogFolder);
  const video = findVideo(catalog, first);
  if (without !== undefined)
    return carryOut(await planWithoutCaptions(catalogFolder, catalog, video, without), options);
  const source = captionSource(path ?? '', encoding);
  const { webVtt, remarks } = await convertCaptionFile(path ?? '', source);
  for (const remark of remarks) say(remark);
  return carryOut(await planCaptions(catalogFolder, catalog, video, { source, webVtt }), options);
};

export const poster: Command = async ([id = ''], { at }, options) => {
  const { catalogFolder, processId, run, now } = options;
  const seconds = readClockTime(at ?? '');
  if (seconds === undefined) throw new CommandFault('Say the moment: --at 1:23, or --at 83.5.');
  const catalog = await readCatalogFiles(catalogFolder);
  const video = findVideo(catalog, id);
  const change = (made: Change): Promise<void> => changeCatalog(catalogFolder, made, processId);
  options.say(await changePoster({ catalogFolder, catalog, video, seconds, run, nowMs: now() }, change));
  return true;
};

export const remove: Command = async ([id = ''], flags, options) => {
  const { catalogFolder, say, ask, processId, now } = options;
  const catalog = await readCatalogFiles(catalogFolder);
  const video = findVideo(catalog, id);
  const removedAtMs = flags['for-good'] === true ? null : now();
  const fromPlaylists = flags['from-playlists'] === true;
  const removal = await planRemoval(catalogFolder, catalog, video, { fromPlaylists, removedAtMs });
  for (const remark of removal.remarks) say(remark);
  const what = `${id} ${JSON.stringify(video.value.title)}, ${counted(removal.fileCount, 'file')}, ${formatBytes(removal.sizeBytes)}`;
  if (flags.yes !== true) {
    if (ask === undefined) throw new CommandFault(`This removes ${what}. Say --yes to do it.`);
    if (!/^y(?:es)?$/i.test((await ask(`Remove ${what}? (y/N) `)).trim()))
      throw new CommandFault('Nothing was removed.');
  }
  await changeCatalog(catalogFolder, removal, processId);
  say(`Removed ${what}.${removedAtMs === null ? '' : ` npm run videos -- restore ${id} brings it back.`}`);
  return true;
};

export const restore: Command = async ([id = ''], _, options) => {
  const { catalogFolder } = options;
  const video = (await removedVideos(catalogFolder)).find((removed) => removed.id === id);
  if (video === undefined) throw new CommandFault(`There is no removed video ${id}. npm run videos lists them.`);
  return carryOut(await planRestoration(catalogFolder, await readCatalogFiles(catalogFolder), video), options);
};
