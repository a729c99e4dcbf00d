import { basename } from 'node:path';
import type { LibraryChange } from '../../../protocol/provider/video-library.ts';
import { captionSource } from '../captions/caption-source.ts';
import { convertCaptions } from '../captions/convert-captions.ts';
import type { RunTool } from '../preparation/run-tool.ts';
import { changeCatalog, finishChange, type Change } from '../videos/catalog-change.ts';
import { readCatalogFiles, type CatalogFile, type CatalogFiles } from '../videos/catalog-files.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { planCaptions, planWithoutCaptions } from '../videos/change-captions.ts';
import { changePoster } from '../videos/change-poster.ts';
import { checkCatalog } from '../videos/check-catalog.ts';
import { editVideo } from '../videos/edit-video.ts';
import { planRemoval } from '../videos/remove-video.ts';
import {
  deleteRemoved,
  deleteRemovedVideo,
  planRestoration,
  removedVideos,
  type RemovedVideo,
} from '../videos/removed-videos.ts';
import { libraryVideo, listLibrary, revisionOf } from './library-list.ts';
import { LibraryRefusal, libraryRefusal } from './library-refusal.ts';
import type { DoLibraryTask, TaskContext, LibraryTask } from './library-task.ts';

/** Label of the field on the page, for messages. */
const ENCODING_FIELD = '“Encoding”';

interface Work extends TaskContext {
  readonly catalog: CatalogFiles;
  readonly run: RunTool;
}

type Kind = LibraryTask['kind'];
type Tasks = { readonly [Key in Kind]: (task: Extract<LibraryTask, { kind: Key }>, work: Work) => Promise<unknown> };

/** Each task calls the functions of `npm run videos`. */
const TASKS: Tasks = {
  list: ({ search, after }, work) => listLibrary(work, search, after),
  async check({ id }, { catalog, catalogFolder, followLinks }) {
    const chosen = [videoOf(catalog, id)];
    const found = await checkCatalog({ catalogFolder, followLinks, catalog, chosen, isWhole: false });
    return { findings: found.map(({ file, text }) => `${file}: ${text}`) };
  },
  async edit({ id, revision, edits }, work) {
    const video = videoOf(work.catalog, id);
    if (revisionOf(video) !== revision)
      throw new LibraryRefusal(
        409,
        'It was changed elsewhere in the meantime. Look at it as it is now, and save again.',
      );
    return changed(id, editVideo(video, edits), work);
  },
  async addCaptions({ id, captions: { name, bytes, encoding } }, work) {
    const { catalogFolder, catalog } = work;
    const video = videoOf(catalog, id);
    const source = captionSource(name);
    const { languageCode } = source;
    const options = { name: basename(name), languageCode, encoding, encodingField: ENCODING_FIELD };
    const { webVtt, remarks } = convertCaptions(bytes, options);
    return changed(id, await planCaptions(catalogFolder, catalog, video, { source, webVtt }), work, remarks);
  },
  async removeCaptions({ id, url }, work) {
    const { catalogFolder, catalog } = work;
    return changed(id, await planWithoutCaptions(catalogFolder, catalog, videoOf(catalog, id), url), work);
  },
  async takePoster({ id, seconds }, work) {
    const { catalog, nowMs } = work;
    const video = videoOf(catalog, id);
    await changePoster({ ...work, video, seconds, nowMs }, (change) => carryOut(change, work));
    return changed(id, { what: '', steps: [] }, work);
  },
  async remove({ id }, work) {
    const { catalogFolder, catalog, nowMs } = work;
    const options = { fromPlaylists: true, removedAtMs: nowMs };
    const removal = await planRemoval(catalogFolder, catalog, videoOf(catalog, id), options);
    return changed(id, removal, work, removal.remarks);
  },
  async restore({ name }, work) {
    const { catalogFolder, catalog } = work;
    const video = await removedOf(catalogFolder, name);
    return changed(video.id, await planRestoration(catalogFolder, catalog, video), work);
  },
  async forget({ name }, { catalogFolder }) {
    await deleteRemovedVideo(catalogFolder, await removedOf(catalogFolder, name));
    return { remarks: [], video: null };
  },
  async sweep(_, { catalogFolder, nowMs }) {
    await deleteRemoved(catalogFolder, nowMs);
    return { remarks: [], video: null };
  },
};

/** Creates a function that does tasks in the current thread. */
export function createLibraryTasks(run: RunTool): DoLibraryTask {
  return async (task, context) => {
    try {
      const finished = finishChange(context.catalogFolder, context.processId);
      // Videos can be listed while an interrupted change waits for room on the disk, or for another command.
      await (task.kind === 'list' ? finished.catch(() => undefined) : finished);
      const catalog = await readCatalogFiles(context.catalogFolder);
      const doIt = TASKS[task.kind] as (task: LibraryTask, work: Work) => Promise<unknown>;
      return (await doIt(task, { ...context, catalog, run })) as never;
    } catch (error) {
      throw libraryRefusal(error, context.catalogFolder) ?? error;
    }
  };
}

async function changed(
  id: string,
  change: Change,
  work: Work,
  remarks: readonly string[] = [],
): Promise<LibraryChange> {
  if (change.steps.length > 0) await carryOut(change, work);
  return { remarks: [...remarks], video: await libraryVideo(work, id) };
}

const carryOut = (change: Change, { catalogFolder, processId }: Work): Promise<void> =>
  changeCatalog(catalogFolder, change, processId);

function videoOf({ videos, broken }: CatalogFiles, id: string): CatalogFile<VideoFile> {
  const video = videos.find(({ value }) => value.id === id);
  if (video !== undefined) return video;
  const unread = broken.find((message) => message.startsWith(`videos/${id}.json`));
  throw unread === undefined
    ? new LibraryRefusal(404, 'This video is gone: it was removed or got another id in the meantime.')
    : new LibraryRefusal(409, `Its description cannot be read any more: ${unread}. Mend it, and try again.`);
}

async function removedOf(catalogFolder: string, name: string): Promise<RemovedVideo> {
  const video = (await removedVideos(catalogFolder)).find((removed) => removed.name === name);
  if (video === undefined)
    throw new LibraryRefusal(404, 'It is there no more: it was brought back, or its week is over.');
  return video;
}
