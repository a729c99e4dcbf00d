import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VideoId } from '../../../protocol/identifiers.ts';
import { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { isDiskFull } from '../../provider/files/system-fault.ts';
import { copiedRendition, NOTHING_COPIED, planCopy } from './copy-plan.ts';
import { STILL_FRAMES_PER_SECOND } from './encode-command.ts';
import { exists } from './exists.ts';
import type { Picture } from './source-video.ts';
import { VideoBuilder, type MadeVideo, type VideoBuilderOptions } from './video-builder.ts';
import { PreparationFault, withSystemReason } from '../preparation-fault.ts';
import { checkVideo, refusalOf } from '../checking/check-video.ts';
import { MediaReader } from '../checking/media-reader.ts';
import { refuseRangeChange } from './range-changes.ts';
import { ladderOf } from './renditions.ts';
import { requireEncoders, type VideoCodec } from './video-codecs.ts';
import { WorkFolder } from './work-folder.ts';
import { worthwhileRenditions } from './worthwhile-renditions.ts';

export interface PrepareVideoOptions extends Omit<VideoBuilderOptions, 'videoId' | 'copies'> {
  /** Packages streams without encoding where possible. */
  readonly copies: boolean;
  /** The folder with `videos/` and `media/`. */
  readonly catalogFolder: string;
  /** Requested id; if absent, the id of unfinished work, else {@link generatedId}. */
  readonly wantedId?: string | undefined;
  readonly generatedId: string;
  /** Codecs of the pictures; by default only H.264. */
  readonly codecs?: readonly VideoCodec[] | undefined;
  /** Own process id: only one process at a time may work on a video. */
  readonly processId: number;
}

/** Size and frame rate of the still picture of a sound-only file. */
const STILL_PICTURE: Pick<Picture, 'width' | 'height' | 'framesPerSecond'> = {
  width: 1_280,
  height: 720,
  framesPerSecond: STILL_FRAMES_PER_SECOND,
};

/**
 * Makes a video of the catalog from a file: qualities, a plain file, poster, previews, captions and chapters. The catalog gets the
 * complete video or nothing: all files are made in a {@link WorkFolder}, and the next call resumes work there that was interrupted or
 * ran out of disk space. A failure is a {@link PreparationFault}.
 */
export async function prepareVideo(options: PrepareVideoOptions): Promise<MadeVideo> {
  const { video, catalogFolder, run, signal, onProgress, copies, codecs = ['h264'], wantedId, processId } = options;
  if (wantedId !== undefined && !VideoId.safeParse(wantedId).success)
    throw new PreparationFault(`${wantedId} is no id: eleven characters of A–Z a–z 0–9 _ -.`);
  await refuseRangeChange(video, run, signal);
  const plan = copies ? await planCopy(video, run, signal) : NOTHING_COPIED;
  const ladder = copies ? [copiedRendition(video, plan)] : ladderOf(video.picture ?? STILL_PICTURE, codecs);
  if (codecs.length > 1) await requireEncoders(codecs, run, signal);
  // `rungs` contributes to the folder's name: a renamed key would lose the parts of an earlier version.
  const work = await WorkFolder.of(catalogFolder, video.path, { copies: [plan.pictures, plan.sounds], rungs: ladder });
  const finished = await work.finish();
  if (finished !== null && finished === (wantedId ?? finished))
    return { file: await readBack(catalogFolder, finished), remarks: [], rates: [] };
  const videoId = await chooseId(options, work);
  try {
    await work.open({ videoId, path: video.path }, processId);
    const { renditions, remarks } = await worthwhileRenditions({
      ...{ video, renditions: ladder, run, signal },
      keptAs: join(work.path, 'left-out.json'),
    });
    const built = await new VideoBuilder({ ...options, copies: plan, videoId }, work.video, work.path).make(renditions);
    signal?.throwIfAborted();
    const findings = await checkMade(built.file, work);
    const made = { ...built, remarks: [...plan.remarks, ...remarks, ...built.remarks, ...findings] };
    // Another process may have taken the id while the video was made.
    await refuseTaken(catalogFolder, videoId);
    await work.publish(videoId, `${JSON.stringify(made.file, undefined, 2)}\n`);
    onProgress('done', 1);
    return made;
  } catch (error) {
    const fault = await withPlace(error, work.path);
    const isKept = signal?.aborted === true || (fault instanceof PreparationFault && fault.canGoOn);
    // If nothing can be written, removing the work may fail, too; the first fault is the one to report.
    await endWork(work, isKept ? processId : null).catch(() => undefined);
    throw fault;
  }
}

/** Keeps the work if this process holds it, or removes it. */
async function endWork(work: WorkFolder, keptBy: number | null): Promise<void> {
  if (keptBy === null) await work.remove();
  else if ((await work.holder()) === keptBy) await work.release();
}

/** Adds the place to a system error. On a full disk ffmpeg omits the playlist without an error, so a missing file counts as full. */
async function withPlace(error: unknown, folder: string): Promise<unknown> {
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOENT' && isDiskFull(folder);
  const reason = isFull ? Object.assign(new Error('No space left'), { code: 'ENOSPC' }) : error;
  return withSystemReason(reason, folder, (await exists(folder)) ? folder : undefined);
}

/**
 * Runs the checks of the server's start and of `npm run videos -- check` before the video is in the catalog. A video that the server
 * would refuse is a fault; other findings are returned.
 */
async function checkMade(file: VideoFile, work: WorkFolder): Promise<string[]> {
  const mediaFolder = await work.openAs(file.id);
  const refusal = await refusalOf(file, mediaFolder);
  if (refusal !== undefined)
    throw new PreparationFault(`The video cannot be served (${refusal}). It is not added: please report the file.`);
  const findings = await checkVideo('description', file, new MediaReader(mediaFolder, true));
  return findings.map(({ file: path, text }) => `Check: ${path}: ${text}`);
}

async function chooseId(
  { catalogFolder, wantedId, generatedId }: PrepareVideoOptions,
  work: WorkFolder,
): Promise<string> {
  if (wantedId !== undefined) {
    await refuseTaken(catalogFolder, wantedId);
    return wantedId;
  }
  const begun = (await work.read())?.videoId;
  return begun !== undefined && !(await isTaken(catalogFolder, begun)) ? begun : generatedId;
}

async function refuseTaken(catalogFolder: string, videoId: string): Promise<void> {
  if (await isTaken(catalogFolder, videoId))
    throw new PreparationFault(`There is a video ${videoId} already. Choose another --id, or leave it out.`);
}

async function isTaken(catalogFolder: string, videoId: string): Promise<boolean> {
  const places = [join(catalogFolder, 'videos', `${videoId}.json`), join(catalogFolder, 'media', videoId)];
  return (await Promise.all(places.map(exists))).includes(true);
}

async function readBack(catalogFolder: string, videoId: string): Promise<VideoFile> {
  return VideoFile.parse(JSON.parse(await readFile(join(catalogFolder, 'videos', `${videoId}.json`), 'utf8')));
}
