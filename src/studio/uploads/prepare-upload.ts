import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { captionSource } from '../captions/caption-source.ts';
import { AlreadyRunningError, interrupted, PreparationFault, withSystemReason } from '../preparation-fault.ts';
import { prepareVideo } from '../preparation/prepare-video.ts';
import { probeVideo } from '../preparation/probe-video.ts';
import type { RunTool } from '../preparation/run-tool.ts';
import type { MadeVideo } from '../preparation/video-builder.ts';
import type { OnPreparationProgress, PreparationJob, PreparationResult } from './preparation-job.ts';

/** Longest wait for a killed server's preparation to end by itself, which takes seconds on a busy machine. */
const HOLDER_PATIENCE_MS = 20_000;
const HOLDER_CHECK_INTERVAL_MS = 500;

/** Makes a video of an upload. Resumes an earlier preparation that was interrupted at any point. */
export async function prepareUpload(
  job: PreparationJob,
  run: RunTool,
  onProgress: OnPreparationProgress,
  signal: AbortSignal,
  clock: Clock,
): Promise<PreparationResult> {
  try {
    const makeIt = (): Promise<MadeVideo> => make(job, run, onProgress, signal);
    const { file, remarks } = (await finishedEarlier(job)) ?? (await onceFree(makeIt, clock, signal));
    const { title, width, height } = file;
    return { ok: true, film: { title, width, height, ...(remarks.length > 0 ? { remarks: [...remarks] } : {}) } };
  } catch (error) {
    const fault = signal.aborted ? interrupted() : withSystemReason(error, job.catalogFolder);
    if (!(fault instanceof PreparationFault)) throw error;
    const { isOfFile } = fault;
    return { ok: false, message: withFileName(fault.message, job), ...(isOfFile ? { isOfFile } : {}) };
  }
}

async function onceFree<T>(work: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const untilMs = clock.monotonicNow() + HOLDER_PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AlreadyRunningError) || signal.aborted || clock.monotonicNow() >= untilMs) throw error;
      await delay(clock, HOLDER_CHECK_INTERVAL_MS, signal);
    }
  }
}

/** Share of reading the file in the progress. */
const READING_SHARE = 0.02;

async function make(
  job: PreparationJob,
  run: RunTool,
  onProgress: OnPreparationProgress,
  signal: AbortSignal,
): Promise<MadeVideo> {
  const { id: videoId, filePath, fileName, isListed, copies, captionPaths, catalogFolder } = job;
  const video = await probeVideo(filePath, run, signal, (share) => onProgress('reading', share * READING_SHARE));
  return prepareVideo({
    ...{ video, catalogFolder, isListed, copies, run, onProgress, signal },
    ...{ wantedId: videoId, generatedId: videoId, processId: process.pid },
    title: job.title ?? video.title ?? fileName.slice(0, fileName.length - extname(fileName).length),
    captions: captionPaths.map((path) => captionSource(path)),
  });
}

/** Finds a video that is in the catalog already, because the server ended before it could record the result. */
async function finishedEarlier({ id, catalogFolder }: PreparationJob): Promise<MadeVideo | undefined> {
  const text = await readFile(join(catalogFolder, 'videos', `${id}.json`), 'utf8').catch(() => null);
  if (text === null) return undefined;
  const parsed = parseJsonAt(`${id}.json`, VideoFile, text);
  return parsed.ok ? { file: parsed.value, remarks: [], rates: [] } : undefined;
}

/** Replaces the stored path in a message by the file name that the uploader knows. */
function withFileName(message: string, { id, filePath, fileName }: PreparationJob): string {
  return message.replaceAll(`file:${filePath}`, fileName).replaceAll(filePath, fileName).replaceAll(id, fileName);
}
