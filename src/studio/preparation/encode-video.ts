import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  edgePictureCommand,
  pictureCommand,
  repeatCommand,
  soundNames,
  STILL_FRAMES_PER_SECOND,
} from './encode-command.ts';
import type { CopyPlan } from './copy-plan.ts';
import { EncodedParts, type Encoded } from './encoded-parts.ts';
import { isDiskFull } from '../../provider/files/system-fault.ts';
import { loopSeconds } from '../../provider/streams/media-playlist.ts';
import { exists } from './exists.ts';
import type { Video } from './source-video.ts';
import { PreparationFault, ToolFault } from '../preparation-fault.ts';
import type { Rendition } from './renditions.ts';
import type { RunTool } from './run-tool.ts';
import { readSegmentList } from './segment-list.ts';
import { soundCommand } from './sound-command.ts';
import { VIDEO_CODECS, VIDEO_ENCODERS } from './video-codecs.ts';

export interface EncodeVideoOptions {
  readonly video: Video;
  readonly renditions: readonly Rendition[];
  readonly stillPath: string | null;
  readonly copies: CopyPlan;
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
  /** Holds the output of encoder runs; survives an interruption. */
  readonly workFolder: string;
  /** Destination of a folder with a playlist for each rendition and each sound track. */
  readonly target: string;
  /** @param share 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Encodes pictures and sound in all qualities. Segments that an interrupted run has finished are reused. */
export async function encodeVideo(options: EncodeVideoOptions): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const ladders = laddersOf(options);
  const ways = [
    (own: EncodeVideoOptions) => encodeLadders(own, ladders),
    ...(options.video.sounds.length > 0 ? [encodeSounds] : []),
  ];
  const runs = ways.map(async (encode) => {
    try {
      await encode({ ...options, signal });
    } catch (error) {
      // The first failure is the reason to report: it aborts the other run.
      const reason: unknown = failed.signal.aborted ? failed.signal.reason : error;
      failed.abort(reason);
      throw reason;
    }
  });
  const [fault] = (await Promise.allSettled(runs)).filter((run) => run.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  for (const { renditions, parts } of ladders) {
    if (!options.copies.pictures) await repeatEdges({ ...options, renditions }, parts);
    await parts.join(options.target);
  }
}

/** Qualities of one codec, which one run of ffmpeg encodes. */
interface Ladder {
  readonly renditions: readonly Rendition[];
  readonly parts: EncodedParts;
  /** Share of the encoding time of all ladders. */
  readonly share: number;
}

function laddersOf({ renditions, workFolder }: EncodeVideoOptions): Ladder[] {
  const codecs = VIDEO_CODECS.filter((codec) => renditions.some((rendition) => rendition.codec === codec));
  const whole = codecs.reduce((sum, codec) => sum + VIDEO_ENCODERS[codec].timeShare, 0);
  return codecs.map((codec) => {
    const own = renditions.filter((rendition) => rendition.codec === codec);
    const folder = join(workFolder, codec === 'h264' ? 'pictures' : `pictures-${codec}`);
    const names = own.map(({ name }) => name);
    return { renditions: own, parts: new EncodedParts(folder, names), share: VIDEO_ENCODERS[codec].timeShare / whole };
  });
}

/** Encodes one codec after the other: parallel encoders would need the memory of all of them. */
async function encodeLadders(options: EncodeVideoOptions, ladders: readonly Ladder[]): Promise<void> {
  let done = 0;
  for (const { renditions, parts, share } of ladders) {
    const before = done;
    const onProgress = (own: number): void => options.onProgress(before + own * share);
    await encodePictures({ ...options, renditions, onProgress }, parts);
    done += share;
  }
}

async function encodePictures(options: EncodeVideoOptions, parts: EncodedParts): Promise<void> {
  const { signal } = options;
  const found = await parts.collect();
  try {
    if (!found.isWhole) await encodeRest(options, parts, found);
  } catch (error) {
    if (found.segmentCount === 0 || signal?.aborted === true || isOutOfRoom(error)) throw error;
    await parts.discard();
  }
  const made = await parts.collect();
  // The kept segments do not fit the new segments: everything is encoded again, in one run.
  if (!made.isWhole) {
    await parts.discard();
    await encodeRest(options, parts, { segmentCount: 0, startSeconds: 0, seconds: 0, isWhole: false });
    await parts.collect();
  }
}

/** A shorter head comes from rounding; a shorter tail is the rest of an audio frame. */
const HEAD_MIN_SECONDS = 0.005;
const TAIL_MIN_SECONDS = 0.1;

/** Repeats the first picture back to the beginning, and the last picture until the sound ends. */
async function repeatEdges(options: EncodeVideoOptions, parts: EncodedParts): Promise<void> {
  const { video, target } = options;
  const lists = soundNames(video).map((name) => readSegmentList(join(target, name, 'index.m3u8')));
  const toSeconds = Math.max(0, ...(await Promise.all(lists)).map(loopSeconds));
  const made = await parts.collect();
  if (made.segmentCount > 0 && made.startSeconds > HEAD_MIN_SECONDS) {
    const head = await repeatPicture(options, parts, 'first', { fromSeconds: 0, toSeconds: made.startSeconds });
    const list = await readSegmentList(join(head, options.renditions[0]?.name ?? '', 'index.m3u8'));
    await parts.prepend(head, list.segments.length);
  }
  const whole = await parts.collect();
  if (whole.segmentCount === 0 || toSeconds - whole.seconds < TAIL_MIN_SECONDS) return;
  await parts.append(await repeatPicture(options, parts, 'last', { fromSeconds: whole.seconds, toSeconds }), whole);
}

/** Encodes a repeated edge picture. Returns the folder of the finished run. */
async function repeatPicture(
  { video, renditions, run, signal, workFolder }: EncodeVideoOptions,
  parts: EncodedParts,
  edge: 'first' | 'last',
  times: { readonly fromSeconds: number; readonly toSeconds: number },
): Promise<string> {
  const folder = join(workFolder, edge);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  for (const { name } of renditions) await mkdir(join(folder, name), { recursive: true });
  const segment = await parts.edgeSegment(renditions.at(-1)?.name ?? '', edge);
  if (segment === undefined) throw new PreparationFault('The pictures that were made are gone. Add the file again.');
  const stillPath = join(folder, 'picture.png');
  await run('ffmpeg', { args: edgePictureCommand(segment.init, segment.segment, edge, stillPath), folder, signal });
  const framesPerSecond = video.picture?.framesPerSecond ?? STILL_FRAMES_PER_SECOND;
  await run('ffmpeg', { args: repeatCommand({ renditions, stillPath, framesPerSecond, ...times }), folder, signal });
  return folder;
}

const isOutOfRoom = (error: unknown): boolean => error instanceof PreparationFault && error.canGoOn;

async function encodeRest(options: EncodeVideoOptions, parts: EncodedParts, done: Encoded): Promise<void> {
  const { video, renditions, stillPath, copies, run, signal, onProgress } = options;
  const canGoOn = done.segmentCount > 0 && stillPath === null && !copies.pictures;
  if (!canGoOn && done.segmentCount > 0) await parts.discard();
  const framesPerSecond = video.picture?.framesPerSecond ?? STILL_FRAMES_PER_SECOND;
  const from = canGoOn ? { seconds: done.seconds, framesPerSecond } : undefined;
  const before = canGoOn ? done : { ...done, segmentCount: 0 };
  const folder = await parts.begin(before);
  await run('ffmpeg', {
    args: pictureCommand({ video, renditions, stillPath, copies: copies.pictures, from }),
    folder,
    signal,
    onLine(line) {
      const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1]);
      const seconds = (from?.seconds ?? 0) + microseconds / 1e6;
      if (microseconds > 0) onProgress(Math.min(1, seconds / video.lengthSeconds));
    },
  });
  for (const { name } of renditions) await requireRoom(folder, name);
  await parts.finish(before);
}

/** Fails on a full disk: ffmpeg reports success even if there was no room for the playlist. */
async function requireRoom(folder: string, name: string): Promise<void> {
  const { isFinished } = await readSegmentList(join(folder, name, 'index.m3u8'));
  if (!isFinished && isDiskFull(folder)) throw new ToolFault(`${name}: No space left on device`, { canGoOn: true });
}

/** Encodes each sound track as a whole: starting over after an interruption costs a few percent of the time of the pictures. */
async function encodeSounds(options: EncodeVideoOptions): Promise<void> {
  const { video, copies, run, signal, workFolder, target } = options;
  for (const [index, name] of soundNames(video).entries()) {
    const sound = video.sounds[index];
    if (sound === undefined) continue;
    const [folder, whole] = [join(workFolder, `${name}-run`), join(workFolder, name)];
    if (!(await exists(whole))) {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      await mkdir(join(folder, name), { recursive: true });
      await run('ffmpeg', {
        ...soundCommand(sound, { video, copies: copies.sounds.includes(sound.index) }, name),
        folder,
        signal,
      });
      await requireRoom(folder, name);
      await mkdir(join(folder, 'part-0'));
      await rename(join(folder, name), join(folder, 'part-0', name));
      await rename(folder, whole);
    }
    await new EncodedParts(whole, [name]).join(target);
  }
}
