import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import { findCodecChange } from './codec-change.ts';
import { failureOf } from '../preparation-fault.ts';
import type { RunTool } from './run-tool.ts';
import type { Video } from './source-video.ts';

/** Damage of a file, as ffmpeg reports it when it decodes the whole file. */
export interface SourceDamage {
  readonly errorCount: number;
  /** Time of the last picture or sound before the first error. */
  readonly firstSeconds: number;
  /** The file ends in the middle of a packet, which is an error, too. */
  readonly isCutOff: boolean;
  /** A sentence about a codec change inside the file that explains the errors. */
  readonly codecChange?: string | undefined;
}

export interface DecodedSource {
  readonly damage: SourceDamage | null;
  /** Times of pictures whose size or pixel shape differs from the picture before. */
  readonly shapeChanges: readonly number[];
}

type Kind = 'picture' | 'sound';

/** Remarks that encoders print at every log level of ffmpeg. */
const OF_ENCODERS = /^Svt\[|^x265 \[|^\[lib(?:x26[45]|svtav1|vpx|aom)/;

/** Whether a line of ffmpeg's errors may be about its input. */
export const mayBeDamage = (line: string): boolean => line.trim() !== '' && !OF_ENCODERS.test(line);

/** A line of `showinfo` or `ashowinfo`, printed for every picture and every audio frame. */
const SHOWN = /^\[Parsed_a?showinfo_\d+ @ \S+\] \[info\] n: *\d+ .*?\bpts_time:(-?[\d.]+)/;
const SHAPE = /\bsar:\S+ s:\S+/;
const ERROR = /^(?:\[[^\]]+\] )*\[(?:error|fatal|panic)\]/;
const CUT_OFF = /File ended prematurely|partial file/;
/** Errors that are not about the input: about times in the output, or ffmpeg's own summary. */
const OF_OUTPUT = /^\[(?:null|out#|aost#|vost#)|provided invalid, non monoton|^\[(?:error|fatal)\] Conversion failed/;

/** The damage of a file; `null` without damage. */
export const findDamage = async (...source: Parameters<typeof decodeSource>): Promise<SourceDamage | null> =>
  (await decodeSource(...source)).damage;

/**
 * Decodes a file once more, in a fraction of the time of encoding. Used if encoding reported errors, which have no times, or if its result
 * differs from the file.
 */
export async function decodeSource(video: Video, run: RunTool, signal?: AbortSignal): Promise<DecodedSource> {
  const shapeChanges: number[] = [];
  let shape: string | undefined;
  const begun = new Set<Kind>();
  let [errorCount, seconds, firstSeconds, isCutOff] = [0, 0, 0, false];
  const onErrorLine = (line: string): void => {
    const time = SHOWN.exec(line)?.[1];
    if (time !== undefined) {
      begun.add(line.startsWith('[Parsed_a') ? 'sound' : 'picture');
      seconds = Math.max(seconds, Number(time) - video.originSeconds);
      const before = shape;
      shape = SHAPE.exec(line)?.[0] ?? before;
      if (before !== undefined && shape !== before) shapeChanges.push(Number(time) - video.originSeconds);
    } else if (ERROR.test(line) && !OF_OUTPUT.test(line) && (!video.mayBeginAnywhere || hasBegun(line, video, begun))) {
      if (errorCount === 0) firstSeconds = seconds;
      errorCount += 1;
      isCutOff ||= CUT_OFF.test(line);
    }
  };
  try {
    await run('ffmpeg', { args: decodeCommand(video), signal, onErrorLine });
  } catch (error) {
    // ffmpeg stops after too many errors; the errors before that count nevertheless.
    failureOf(error, signal);
  }
  if (errorCount === 0) return { damage: null, shapeChanges };
  const codecChange = video.mayBeginAnywhere ? await codecChangeOf(video, run, signal) : undefined;
  return { damage: { errorCount, firstSeconds, isCutOff, codecChange }, shapeChanges };
}

/** The change of codec, if any; a damaged file may prevent the search. */
const codecChangeOf = (video: Video, run: RunTool, signal?: AbortSignal): Promise<string | undefined> =>
  findCodecChange(video, run, signal).catch(() => {
    signal?.throwIfAborted();
    return undefined;
  });

/** Whether a frame was decoded before the error: by the decoder that reports it, else by any decoder. */
function hasBegun(line: string, { picture, sounds }: Video, begun: ReadonlySet<Kind>): boolean {
  const source = /^\[(\w+) @/.exec(line)?.[1];
  if (source !== undefined && source === picture?.codec) return begun.has('picture');
  if (sounds.some(({ codec }) => codec === source)) return begun.has('sound');
  return begun.size > 0;
}

/** Prints errors and frames to the standard error, so that their lines are in order. */
function decodeCommand({ path, picture, sounds }: Video): string[] {
  return [
    ...['-loglevel', 'repeat+level+info', '-nostats', '-i', `file:${path}`],
    ...(picture === null ? [] : ['-map', `0:${picture.index}`, '-vf', 'showinfo=checksum=0']),
    ...sounds.flatMap(({ index }) => ['-map', `0:${index}`]),
    ...(sounds.length === 0 ? [] : ['-af', 'ashowinfo']),
    ...['-fps_mode', 'passthrough', '-f', 'null', '-'],
  ];
}

/** Remark about the damage, for a video that is published nevertheless. */
export const damageRemark = (damage: SourceDamage): string =>
  damage.codecChange === undefined
    ? `The file is damaged: ${errorsOf(damage)}. Pictures or sound may be missing or wrong from there on. ${COPY}`
    : `${damage.codecChange} What is behind that is missing. ${CUT}`;

/** Fault about the damage, for a video that cannot be published. */
export const damageRefusal = (damage: SourceDamage, reason: string): string =>
  damage.codecChange === undefined
    ? `The file is so damaged that no video can be made of it: ${errorsOf(damage)} (${reason}). ${COPY}`
    : `${damage.codecChange} No video can be made of that (${reason}). ${CUT}`;

const COPY = 'Copy it again if you have it whole.';
const CUT = 'Cut the file there and add each part, or save it as MP4 with the program that plays it.';

const errorsOf = ({ errorCount, firstSeconds }: SourceDamage): string =>
  `the decoder reports ${counted(errorCount, 'error')}, the first at ${clockTime(firstSeconds)}`;
