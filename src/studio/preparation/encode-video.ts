import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureCommand, SOUND_NAME, soundCommand, STILL_FRAMES_PER_SECOND } from './encode-command.ts';
import { EncodedParts, type Encoded } from './encoded-parts.ts';
import { exists } from './exists.ts';
import type { Video } from './source-video.ts';
import { PreparationFault } from './preparation-fault.ts';
import type { Rung } from './rungs.ts';
import type { RunTool } from './run-tool.ts';

export interface EncodeVideoOptions {
  readonly video: Video;
  readonly rungs: readonly Rung[];
  readonly stillPath: string | null;
  readonly copies: boolean;
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
  /** Keeps what runs have written; outlives an interruption. */
  readonly workFolder: string;
  /** Gets a folder with a playlist for each rung, and `audio`. */
  readonly target: string;
  /** @param share 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Pictures and sound of all qualities. What an interrupted run has finished is not made again. */
export async function encodeVideo(options: EncodeVideoOptions): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const ways = [encodePictures, ...(options.video.sounds.length > 0 ? [encodeSound] : [])];
  const runs = ways.map(async (encode) => {
    try {
      await encode({ ...options, signal });
    } catch (error) {
      /** The reason is the first failure: the other run is only ended by it. */
      const reason: unknown = failed.signal.aborted ? failed.signal.reason : error;
      failed.abort(reason);
      throw reason;
    }
  });
  const [fault] = (await Promise.allSettled(runs)).filter((run) => run.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
}

async function encodePictures(options: EncodeVideoOptions): Promise<void> {
  const { rungs, workFolder, target, signal } = options;
  const parts = new EncodedParts(
    join(workFolder, 'pictures'),
    rungs.map(({ name }) => name),
  );
  const found = await parts.collect();
  try {
    if (!found.isWhole) await encodeRest(options, parts, found);
  } catch (error) {
    if (found.segmentCount === 0 || signal?.aborted === true || isOutOfRoom(error)) throw error;
    await parts.discard();
  }
  const made = await parts.collect();
  // Kept segments do not fit those that came after them: once more, in one run.
  if (!made.isWhole) {
    await parts.discard();
    await encodeRest(options, parts, { segmentCount: 0, seconds: 0, isWhole: false });
    await parts.collect();
  }
  await parts.join(target);
}

const isOutOfRoom = (error: unknown): boolean => error instanceof PreparationFault && error.canGoOn;

async function encodeRest(options: EncodeVideoOptions, parts: EncodedParts, done: Encoded): Promise<void> {
  const { video, rungs, stillPath, copies, run, signal, onProgress } = options;
  const canGoOn = done.segmentCount > 0 && stillPath === null && !copies;
  if (!canGoOn && done.segmentCount > 0) await parts.discard();
  const framesPerSecond = video.picture?.framesPerSecond ?? STILL_FRAMES_PER_SECOND;
  const from = canGoOn ? { seconds: done.seconds, framesPerSecond } : undefined;
  await run('ffmpeg', {
    args: pictureCommand({ video, rungs, stillPath, copies, from }),
    folder: await parts.begin(canGoOn ? done : { ...done, segmentCount: 0 }),
    signal,
    onLine(line) {
      const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1]);
      const seconds = (from?.seconds ?? 0) + microseconds / 1e6;
      if (microseconds > 0) onProgress(Math.min(1, seconds / video.lengthSeconds));
    },
  });
}

/** A few percent of the time of the pictures: it is whole or made again. */
async function encodeSound(options: EncodeVideoOptions): Promise<void> {
  const { run, signal, workFolder, target } = options;
  const [folder, whole] = ['sound-run', 'sound'].map((name) => join(workFolder, name)) as [string, string];
  const sound = new EncodedParts(whole, [SOUND_NAME]);
  if (!(await exists(whole))) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(join(folder, SOUND_NAME), { recursive: true });
    await run('ffmpeg', { args: soundCommand(options), folder, signal });
    await mkdir(join(folder, 'part-0'));
    await rename(join(folder, SOUND_NAME), join(folder, 'part-0', SOUND_NAME));
    await rename(folder, whole);
  }
  await sound.join(target);
}
