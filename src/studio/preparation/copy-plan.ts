import { COPIED_START_MAX_SECONDS } from './sound-command.ts';
import { faultOfFile } from '../preparation-fault.ts';
import { renditionsOf, type Rendition } from './renditions.ts';
import type { RunTool } from './run-tool.ts';
import type { Picture, Sound, Video } from './source-video.ts';

/** Streams of a file that are packaged without encoding. */
export interface CopyPlan {
  readonly pictures: boolean;
  /** Indices of the streams of sound. */
  readonly sounds: readonly number[];
  /** A sentence about each stream that is encoded nevertheless, with the reason. */
  readonly remarks: readonly string[];
}

export const NOTHING_COPIED: CopyPlan = { pictures: false, sounds: [], remarks: [] };

/** Pictures may begin this late without being encoded: audio encoders start with priming packets before the first picture. */
const WAIT_MAX_SECONDS = 0.1;
/** Pictures may end this long before the sound without being encoded: players hold the last picture. */
const EARLY_END_MAX_SECONDS = 0.5;
/** A longer hole in the sound stalls players. */
const HOLE_MAX_SECONDS = 0.05;
/** Audio encoders start with up to this many priming packets, which an edit list cuts away. */
const PRIMING_PACKETS_MAX = 3;

/** Decides which streams a copy preserves as players show them in the file. A {@link PreparationFault} if no copy is possible. */
export async function planCopy(video: Video, run: RunTool, signal?: AbortSignal): Promise<CopyPlan> {
  const picture = copiedPicture(video);
  const ofPictures = pictureReasons(video, picture);
  const changes = ofPictures.length > 0 ? [] : await pictureChanges(video, picture, run, signal);
  const reasons = [...ofPictures, ...changes];
  const sounds: { readonly index: number; readonly reason: string | undefined }[] = [];
  for (const sound of video.sounds) {
    const reason = soundReason(video, sound) ?? (await soundChange(video, sound, run, signal));
    sounds.push({ index: sound.index, reason });
  }
  const encoded = sounds.flatMap(({ index, reason }) =>
    reason === undefined ? [] : [`The sound in stream ${index} is encoded: ${reason}, which a copy would not keep.`],
  );
  return {
    pictures: reasons.length === 0,
    sounds: sounds.filter(({ reason }) => reason === undefined).map(({ index }) => index),
    remarks: [
      ...(reasons.length === 0
        ? []
        : [`The pictures are encoded: ${reasons.join(', ')}, which a copy would not keep.`]),
      ...encoded,
    ],
  };
}

/** The only rendition of a copy. Pictures that have to be encoded get the best quality of their size. */
export function copiedRendition(video: Video, { pictures }: CopyPlan): Rendition {
  const { width, height, ...picture } = copiedPicture(video);
  if (pictures) return { name: 'copy', codec: 'h264', width, height, maxKilobits: 0 };
  return { ...(renditionsOf({ ...picture, width, height }).at(-1) as Rendition), name: 'copy' };
}

/** The picture if every browser can show it unchanged; else throws a {@link PreparationFault}. */
function copiedPicture({ picture, sounds }: Video): Picture {
  const encoded = sounds.find(({ codec }) => codec !== 'aac');
  const faults = [
    ...(picture === null ? ['it has no picture'] : []),
    ...(picture !== null && picture.codec !== 'h264' ? [`its picture is ${picture.codec}, not h264`] : []),
    ...(picture !== null && !picture.isPlain ? ['its colours are finer than browsers show'] : []),
    ...(encoded === undefined ? [] : [`its sound is ${encoded.codec}, not aac`]),
  ];
  if (picture === null || faults.length > 0)
    throw faultOfFile(`It cannot be packaged without encoding: ${faults.join(', ')}. Leave --copy out.`);
  return picture;
}

/** Reasons to encode pictures: properties of the container that a copy would lose. */
function pictureReasons({ times, sounds }: Video, { index, isTurned, startSeconds }: Picture): string[] {
  const found = times.get(index);
  const soundEnd = Math.max(0, ...sounds.map((sound) => times.get(sound.index)?.endSeconds ?? 0));
  return [
    ...(isTurned ? ['the file turns them'] : []),
    ...(found !== undefined && found.cutCount > 0 ? ['the file cuts some of them away'] : []),
    ...(startSeconds > WAIT_MAX_SECONDS ? ['they begin after the sound'] : []),
    ...(found !== undefined && soundEnd - found.endSeconds > EARLY_END_MAX_SECONDS
      ? ['they end before the sound']
      : []),
    ...(found !== undefined && found.jumpCount > 0 ? ['their clock jumps'] : []),
  ];
}

function soundReason({ times }: Video, { index, startSeconds }: Sound): string | undefined {
  if (startSeconds >= COPIED_START_MAX_SECONDS) return 'it begins after the pictures';
  const found = times.get(index);
  if (found === undefined) return undefined;
  if (found.cutCount > PRIMING_PACKETS_MAX) return 'the file cuts some of it away';
  const { times: starts, stepSeconds, jumpCount } = found;
  if (jumpCount > 0) return 'its clock jumps';
  const hasHole = starts.some((time, at) => at > 0 && time - (starts[at - 1] ?? 0) > stepSeconds + HOLE_MAX_SECONDS);
  if (hasHole) return 'it has a hole';
  return undefined;
}

/** Finds changes of size, colours or shape: all segments of a copy share one init segment, so its key frames have to be alike. */
async function pictureChanges({ path }: Video, { index }: Picture, run: RunTool, signal?: AbortSignal) {
  const facts = 'width,height,pix_fmt,sample_aspect_ratio,color_space,color_range';
  const kinds = await kindsOfKeyFrames(path, index, facts, run, signal);
  return kinds > 1 ? ['their size, colours or shape change inside of the file'] : [];
}

/** Finds changes of the sound in a broadcast, where each packet has its own format: only decoding reports it. */
async function soundChange({ path, mayBeginAnywhere }: Video, { index }: Sound, run: RunTool, signal?: AbortSignal) {
  if (!mayBeginAnywhere) return undefined;
  const [rates, channels] = [new Set<string>(), new Set<string>()];
  await run('ffmpeg', {
    args: [
      ...['-loglevel', 'info', '-nostats', '-i', `file:${path}`, '-map', `0:${index}`],
      ...['-af', 'ashowinfo', '-f', 'null', '-'],
    ],
    signal,
    onErrorLine(line) {
      const [, channel, rate] = /\bchannels:(\d+) .*\brate:(\d+)/.exec(line) ?? [];
      if (channel !== undefined) channels.add(channel);
      if (rate !== undefined) rates.add(rate);
    },
  });
  if (channels.size > 1) return 'its channels change inside of the file';
  return rates.size > 1 ? 'its rate changes inside of the file' : undefined;
}

/** Number of different kinds of key frames in a stream. */
async function kindsOfKeyFrames(path: string, index: number, facts: string, run: RunTool, signal?: AbortSignal) {
  const seen = new Set<string>();
  await run('ffprobe', {
    args: [
      ...['-skip_frame', 'nokey', '-select_streams', String(index), '-show_entries', `frame=${facts}`],
      ...['-print_format', 'csv=p=0', `file:${path}`],
    ],
    signal,
    // ffprobe ends the line of a frame that has side data with a comma.
    onLine: (line) => line !== '' && seen.add(line.replace(/,+$/, '')),
  });
  return seen.size;
}
