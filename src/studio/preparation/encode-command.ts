import { colourFilters } from './colours.ts';
import type { Colours, Picture, Video } from './source-video.ts';
import type { Rendition } from './renditions.ts';
import { VIDEO_ENCODERS } from './video-codecs.ts';

/** Length of the demo video's segments, too: a first segment that is small, and few requests. */
const SEGMENT_SECONDS = 2;

/** Sound without a picture: a still one, repeated often enough to seek. */
export const STILL_FRAMES_PER_SECOND = 2;

/** Beginning of the pictures that an interrupted run has not written. */
export interface EncodeFrom {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

export interface EncodeOptions {
  readonly video: Video;
  readonly renditions: readonly Rendition[];
  /** Image that is shown where a video has no picture. */
  readonly stillPath: string | null;
  /** Packages without encoding; there is one rendition. */
  readonly copies: boolean;
  /** Absent: all of the video. */
  readonly from?: EncodeFrom | undefined;
}

/**
 * A frame lasts until the next one. ffmpeg takes the usual frame for the last of a segment, and the segment after a pause in a
 * variable rate would begin early, out of step with the sound.
 */
const frameDurations = (ofLast = 'DURATION', ...before: readonly string[]): string[] => [
  '-bsf:v',
  [...before, String.raw`setts=duration=if(eq(NEXT_DTS\,NOPTS)+eq(DTS\,NOPTS)\,${ofLast}\,NEXT_DTS-DTS)`].join(','),
];
const PROGRESS = ['-progress', 'pipe:1', '-nostats'] as const;

/**
 * Arguments of one run of ffmpeg: the video is read once, and every quality is written from that. It runs in the folder that
 * has a folder for each rendition.
 */
export function pictureCommand({ video, renditions, stillPath, copies, from }: EncodeOptions): string[] {
  // Half a frame early: a rounded-up time still belongs to its frame.
  const skipped = from === undefined ? 0 : Math.max(0, video.originSeconds + from.seconds - 0.5 / from.framesPerSecond);
  const startSeconds = video.picture?.startSeconds ?? 0;
  const inputs =
    stillPath === null
      ? [...clockOptions(video), ...(skipped > 0 ? ['-ss', skipped.toFixed(6)] : []), '-i', `file:${video.path}`]
      : ['-loop', '1', '-framerate', String(STILL_FRAMES_PER_SECOND), '-i', `file:${stillPath}`];
  const limit = stillPath === null ? [] : ['-t', video.lengthSeconds.toFixed(3)];
  const waitSeconds = from === undefined && startSeconds < WAIT_MAX_SECONDS ? startSeconds : 0;
  const beginSeconds = from?.seconds ?? startSeconds;
  const shift = waitSeconds === beginSeconds ? [] : ['-output_ts_offset', beginSeconds.toFixed(6)];
  const outputs = copies
    ? renditions.flatMap(({ name }) => [
        ...['-map', `0:${video.picture?.index ?? 'v:0'}`, '-c:v', 'copy', ...copiedFrames(video)],
        ...[...originShift(video), ...packaging(name)],
      ])
    : [
        '-filter_complex',
        ladderFilters(
          stillPath === null ? `0:${video.picture?.index ?? 'v:0'}` : '0:v:0',
          [
            ...(stillPath === null ? timeFilters(video, { skipped, beginSeconds, waitSeconds }) : []),
            ...normalFilters(stillPath === null ? video.picture : null),
          ],
          renditions,
        ),
        ...renditions.flatMap((rendition) => [
          ...pictureOptions(rendition, stillPath !== null),
          ...limit,
          ...shift,
          ...packaging(rendition.name),
        ]),
      ];
  return [...PROGRESS, ...inputs, ...outputs, ...(stillPath === null && video.mayBeginAnywhere ? EVERY_STREAM : [])];
}

/**
 * ffmpeg counts the times of a transport or program stream from the first packet of the used streams, which would shift late sound
 * that is used alone. So all streams are used, and discarded.
 */
export const EVERY_STREAM = ['-map', '0', '-ignore_unknown', '-c', 'copy', '-f', 'null', '-'] as const;

export const SOUND_NAME = 'audio';

/** Folder of each track of sound. */
export const soundNames = ({ sounds }: Pick<Video, 'sounds'>): string[] =>
  sounds.map((_, index) => (index === 0 ? SOUND_NAME : `${SOUND_NAME}-${index + 1}`));

/** Pictures whose container says that their pixels are not square say so themselves. */
const copiedFrames = ({ picture }: Video): string[] =>
  picture === null || picture.pixelAspect === null
    ? frameDurations()
    : frameDurations('DURATION', `h264_metadata=sample_aspect_ratio=${picture.pixelAspect}`);

/** Times as the file has them, which no jump of another stream moves. */
export const clockOptions = ({ isWronglyCounted }: Video): string[] => (isWronglyCounted ? ['-copyts'] : []);
/** Time of the first picture or sound with these options. */
export const originOf = (video: Video): number =>
  video.originSeconds + (video.isWronglyCounted ? video.beginSeconds : 0);

/** Shift of streams that are not decoded: the first picture or sound is at 0. */
export const originShift = (video: Video): string[] =>
  originOf(video) === 0 ? [] : ['-output_ts_offset', (-originOf(video)).toFixed(6)];

/** Times are rounded to this instead of to frames, as frames of a variable rate are anywhere. */
const TICKS_PER_SECOND = 90_000;
/** A first picture is shown so much before its time at most; before a later one it is repeated (`encode-video.ts`). */
const WAIT_MAX_SECONDS = 0.5;
/** A picture that is repeated is so this often, so that segments can begin. */
const REPEATED_SECONDS = 0.5;
/** Containers count in milliseconds, and coarser than ffmpeg does. */
const ROUNDING_SECONDS = 0.0015;

interface RunTimes {
  /** Place in the file from which it is read, as ffmpeg counts it. */
  readonly skipped: number;
  /** Time of the video at which the first picture of the run is shown. */
  readonly beginSeconds: number;
  /** How long before its time the first one is there. */
  readonly waitSeconds: number;
}

/**
 * Pictures at their times after the first one of the run. Each is counted from the file's own clock: ffmpeg makes filters again
 * where size, format or turn change inside of a file, and whatever counts from its first picture would begin again.
 */
function timeFilters(video: Video, { skipped, beginSeconds, waitSeconds }: RunTimes): string[] {
  const tick = video.picture?.tickSeconds ?? 0;
  const readFrom = video.isWronglyCounted ? 0 : video.beginSeconds + skipped;
  const zero = tick > 0 ? Math.round(readFrom / tick) * tick : readFrom;
  const after = `PTS*TB+${(zero - video.beginSeconds - video.originSeconds - beginSeconds).toFixed(6)}`;
  const isEarlier = `lt(${after.replace('PTS*TB', 't')},-${ROUNDING_SECONDS})`;
  const at = `if(lt(${after},${ROUNDING_SECONDS}),0,${after}+${waitSeconds.toFixed(6)})`;
  return [`settb=1/${TICKS_PER_SECOND}`, `select='not(${isEarlier})'`, `setpts='round((${at})/TB)'`];
}

const STILL_COLOURS: Colours = { isHighDynamicRange: false, matrix: 'rgb', isWide: false, isFullRange: true };

/** Whole frames in the colours of BT.709. Frames that are not marked as interlaced keep their lines. */
export function normalFilters(picture: Pick<Picture, 'colours' | 'mayBeInterlaced'> | null): string[] {
  const { colours, mayBeInterlaced } = picture ?? { colours: STILL_COLOURS, mayBeInterlaced: false };
  if (!mayBeInterlaced || colours.matrix === 'rgb') return colourFilters(colours);
  // Colours of 4:2:2 are thinned out field by field, before fields become frames; finer ones are left for their conversion.
  const isOrdinary = !colours.isHighDynamicRange && !colours.isWide;
  const thinned = isOrdinary ? ['scale=interl=-1', 'format=yuv420p'] : [];
  return [...thinned, 'bwdif=mode=send_frame:deint=interlaced', ...colourFilters(colours)];
}

function ladderFilters(source: string, filters: readonly string[], renditions: readonly Rendition[]): string {
  const ends = renditions.map(({ name }) => `[s${name}]`).join('');
  const split = `[${source}]${[...filters, `split=${renditions.length}`].join(',')}${ends}`;
  const scaled = renditions.map(
    (rendition) =>
      `[s${rendition.name}]${slowerFilter(rendition)}${scaleFilters(rendition)},settb=1/${TICKS_PER_SECOND}[${rendition.name}]`,
  );
  return [split, ...scaled].join(';');
}

/**
 * The first picture of each of the steps of a lower rate. They begin again with every segment, which is to begin with the same picture
 * in all qualities, and are counted from the times of pictures, whose number a new filter does not know.
 */
function slowerFilter({ framesPerSecondMax }: Rendition): string {
  if (framesPerSecondMax === undefined) return '';
  const stepOf = (time: string): string =>
    `floor(${time}/${SEGMENT_SECONDS})*1000+floor(mod(${time},${SEGMENT_SECONDS})*${framesPerSecondMax.toFixed(6)}+${STEP_ROUNDING})`;
  return `select='isnan(prev_selected_t)+gt(${stepOf('t')},${stepOf('prev_selected_t')})',`;
}

/** Shares of a step by which times are rounded. */
const STEP_ROUNDING = 0.05;

/** A picture of another shape than the first one keeps it, between black edges, also where no more than the shape of pixels changes. */
export function scaleFilters({ width, height }: Pick<Rendition, 'width' | 'height'>): string {
  const isAlike = `lt(abs(dar*${height}/${width}-1),${Math.max(0.01, 4 / Math.min(width, height)).toFixed(4)})`;
  const [w, h] = [`min(${width},2*round(${height}*dar/2))`, `min(${height},2*round(${width}/dar/2))`];
  const sides = `w='if(${isAlike},${width},max(2,${w}))':h='if(${isAlike},${height},max(2,${h}))'`;
  return `scale=${sides}:flags=bicubic:eval=frame,pad=${width}:${height}:-1:-1:eval=frame,setsar=1`;
}

export interface RepeatOptions {
  readonly renditions: readonly Rendition[];
  readonly stillPath: string;
  readonly framesPerSecond: number;
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Makes one picture for a time in which there is only sound: a player would stop where the sound has no picture. */
export function repeatCommand({
  renditions,
  stillPath,
  framesPerSecond,
  fromSeconds,
  toSeconds,
}: RepeatOptions): string[] {
  const seconds = toSeconds - fromSeconds;
  const count = Math.ceil(seconds / REPEATED_SECONDS);
  const times = [`settb=1/${TICKS_PER_SECOND}`, `setpts='round(N*${(seconds / count).toFixed(6)}/TB)'`];
  const lastTicks = Math.round((seconds / count) * TICKS_PER_SECOND);
  return [
    // The rate of the encoder stays the rate of the video, as segments of one quality share their init segment.
    ...['-loop', '1', '-framerate', String(framesPerSecond), '-i', `file:${stillPath}`],
    ...['-filter_complex', ladderFilters('0:v:0', [...times, ...normalFilters(null)], renditions)],
    ...renditions.flatMap((rendition) => [
      ...pictureOptions(rendition, false, String(lastTicks)),
      ...['-frames:v', String(count), '-output_ts_offset', fromSeconds.toFixed(6), ...packaging(rendition.name)],
    ]),
  ];
}

/** The first or the last picture of a segment, as an image. */
export function edgePictureCommand(init: string, segment: string, edge: 'first' | 'last', target: string): string[] {
  const colours = 'scale=in_color_matrix=bt709:in_range=limited,format=rgb24';
  return [
    ...['-i', `concat:${init}|${segment}`, '-map', '0:v:0', '-vf', colours, '-fps_mode', 'passthrough'],
    ...[...(edge === 'first' ? ['-frames:v', '1'] : []), '-update', '1', target],
  ];
}

/** Key frames at the same times in all qualities, variable frame rates as they are. */
function pictureOptions({ name, codec, maxKilobits }: Rendition, isStill: boolean, lastTicks?: string): string[] {
  const { encoder, options } = VIDEO_ENCODERS[codec];
  return [
    ...['-map', `[${name}]`, '-c:v', encoder, ...options(maxKilobits, isStill)],
    // A constant rate would be the rate of the ticks.
    ...['-fps_mode', 'vfr'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...frameDurations(lastTicks),
    ...['-pix_fmt', 'yuv420p'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
    ...['-enc_time_base', `1:${TICKS_PER_SECOND}`],
  ];
}

/**
 * CMAF, as the player starts it fastest. What a file says about itself stays behind. The playlist lists a segment as soon as it
 * is whole (`event`), and segments say at what time of the video they are, in whichever run they were made (`frag_discont`).
 */
export function packaging(name: string): string[] {
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS)],
    ...['-hls_playlist_type', 'event', '-hls_segment_type', 'fmp4', '-hls_segment_options', 'movflags=+frag_discont'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${name}/%05d.m4s`],
    `${name}/index.m3u8`,
  ];
}
