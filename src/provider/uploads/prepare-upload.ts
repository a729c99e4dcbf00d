import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { VideoFile } from '../catalog/catalog-schema.ts';
import { captionSource } from '../preparation/captions.ts';
import { interrupted, PreparationFault } from '../preparation/preparation-fault.ts';
import { prepareFilm } from '../preparation/prepare-film.ts';
import { probeFilm } from '../preparation/probe-film.ts';
import type { RunTool } from '../preparation/run-tool.ts';
import type { OnPreparationProgress, PreparationJob, PreparationResult } from './preparation-job.ts';

/** Makes a film of an upload. One that was interrupted before, at whatever moment, goes on. */
export async function prepareUpload(
  job: PreparationJob,
  run: RunTool,
  onProgress: OnPreparationProgress,
  signal: AbortSignal,
): Promise<PreparationResult> {
  try {
    const made = (await finishedEarlier(job)) ?? (await make(job, run, onProgress, signal));
    return { ok: true, film: { title: made.title, width: made.width, height: made.height } };
  } catch (error) {
    const fault = signal.aborted ? interrupted() : error;
    if (!(fault instanceof PreparationFault)) throw error;
    return { ok: false, message: withFileName(fault.message, job) };
  }
}

async function make(
  job: PreparationJob,
  run: RunTool,
  onProgress: OnPreparationProgress,
  signal: AbortSignal,
): Promise<VideoFile> {
  const { id: videoId, filePath, fileName, isListed, copies, captionPaths, catalogFolder } = job;
  const film = await probeFilm(filePath, run, signal);
  return prepareFilm({
    ...{ film, catalogFolder, isListed, copies, run, onProgress, signal },
    ...{ wantedId: videoId, madeUpId: videoId, processId: process.pid },
    title: job.title ?? film.title ?? fileName.slice(0, fileName.length - extname(fileName).length),
    captions: captionPaths.map(captionSource),
  });
}

/** A server may end after a film was added, and before it noted that. */
async function finishedEarlier({ id, catalogFolder }: PreparationJob): Promise<VideoFile | undefined> {
  const text = await readFile(join(catalogFolder, 'videos', `${id}.json`), 'utf8').catch(() => null);
  if (text === null) return undefined;
  const parsed = parseJsonAt(`${id}.json`, VideoFile, text);
  return parsed.ok ? parsed.value : undefined;
}

/** Messages name the file as it is kept here; its owner knows it by another name. */
function withFileName(message: string, { id, filePath, fileName }: PreparationJob): string {
  return message.replaceAll(`file:${filePath}`, fileName).replaceAll(filePath, fileName).replaceAll(id, fileName);
}
