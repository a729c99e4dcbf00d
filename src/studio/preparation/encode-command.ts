import { colourFilters } from './colours.ts';
import type { Colours, Picture, Video } from './source-video.ts';
import type { Rendition } from './renditions.ts';
import { VIDEO_ENCODERS } from './video-codecs.ts';

/** Short enough for a small first segment, and long enough for few requests; the demo video has the same length. */
const SEGMENT_SECONDS = 2;

/** Frame rate of the still picture of a sound-only file, high enough to seek. */
export const STILL_FRAMES_PER_SECOND = 2;

/** Point from which the pictures of an interrupted run are still missing. */
export interface EncodeFrom {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

export interface EncodeOptions {
  readonly video: Video;
  readonly renditions: readonly Rendition[];
  /** Image that replaces the missing picture of a sound-only file; `null` for a file with pictures. */
  readonly stillPath: string | null;
  /** Packages without encoding, in a single rendition. */
  readonly copies: boolean;
  /** Absent to encode the whole video. */
  readonly from?: EncodeFrom | undefined;
}

/**
 * Bitstream filter that makes each frame last until the next frame. ffmpeg gives the last frame of a segment the usual duration, so the
 * segment after a pause in a variable rate would begin too early, out of sync with the sound.
 */
const frameDurations = (ofLast = 'DURATION', ...before: readonly string[]): string[] => [
  '-bsf:v',
  [...before, String.raw`setts=duration=if(eq(NEXT_DTS\,NOPTS)+eq(DTS\,NOPTS)\,${ofLast}\,NEXT_DTS-DTS)`].join(','),
];
const PROGRESS = ['-progress', 'pipe:1', '-nostats'] as const;

/**
 * Arguments of one run of ffmpeg that reads the video once and writes every quality. The working folder has a folder for each
 * rendition.
 */
export function pictureCommand({ video, renditions, stillPath, copies, from }: EncodeOptions): string[] {
  // Seeks half a frame early, so that a frame whose time was rounded up is not skipped.
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
 * Output that uses and discards all streams. ffmpeg counts the times of a transport or program stream from the first packet of the used
 * streams, which would shift sound that begins late if only its stream were used.
 */
export const EVERY_STREAM = ['-map', '0', '-ignore_unknown', '-c', 'copy', '-f', 'null', '-'] as const;

export const SOUND_NAME = 'audio';

/** Folder names of the sound tracks. */
export const soundNames = ({ sounds }: Pick<Video, 'sounds'>): string[] =>
  sounds.map((_, index) => (index === 0 ? SOUND_NAME : `${SOUND_NAME}-${index + 1}`));

/** Bitstream filters of copied pictures. Non-square pixels that only the container declares are written into the pictures. */
const copiedFrames = ({ picture }: Video): string[] =>
  picture === null || picture.pixelAspect === null
    ? frameDurations()
    : frameDurations('DURATION', `h264_metadata=sample_aspect_ratio=${picture.pixelAspect}`);

/** Options that keep the times of the file, so that a jump in another stream does not move them. */
export const clockOptions = ({ isWronglyCounted }: Video): string[] => (isWronglyCounted ? ['-copyts'] : []);
/** Time of the first picture or sound under {@link clockOptions}. */
export const originOf = (video: Video): number =>
  video.originSeconds + (video.isWronglyCounted ? video.beginSeconds : 0);

/** Shift of copied streams, so that the first picture or sound is at 0. */
export const originShift = (video: Video): string[] =>
  originOf(video) === 0 ? [] : ['-output_ts_offset', (-originOf(video)).toFixed(6)];

/** Times are rounded to these ticks instead of to frames, because frames of a variable rate may be at any time. */
const TICKS_PER_SECOND = 90_000;
/** The first picture may be shown at most this early; if it begins later, copies of it fill the time (`encode-video.ts`). */
const WAIT_MAX_SECONDS = 0.5;
/** Longest interval between copies of a repeated picture, so that segments can begin. */
const REPEATED_SECONDS = 0.5;
/** Containers count in milliseconds, more coarsely than ffmpeg. */
const ROUNDING_SECONDS = 0.0015;

interface RunTimes {
  /** Time in the file from which ffmpeg reads, in ffmpeg's count. */
  readonly skipped: number;
  /** Time of the video at which the first picture of the run is shown. */
  readonly beginSeconds: number;
  /** How long before its time the first picture of the run is shown. */
  readonly waitSeconds: number;
}

/**
 * Filters that place each picture at its time after the run's first picture. They compute it from the file's own clock: where size, format
 * or rotation change inside a file, ffmpeg rebuilds the filters, and a filter that counts from its first picture would start over.
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

/** Filters for progressive frames in BT.709. Frames that are not marked as interlaced keep their lines. */
export function normalFilters(picture: Pick<Picture, 'colours' | 'mayBeInterlaced'> | null): string[] {
  const { colours, mayBeInterlaced } = picture ?? { colours: STILL_COLOURS, mayBeInterlaced: false };
  if (!mayBeInterlaced || colours.matrix === 'rgb') return colourFilters(colours);
  // Reduces chroma to 4:2:0 field by field, before deinterlacing; HDR and wide colours are reduced by their own conversion.
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
 * Filter that reduces the frame rate: it keeps the first picture of each step of the lower rate. Steps restart with every segment, so that
 * the segments of all qualities begin with the same picture. They are computed from times, because a rebuilt filter has lost its count.
 */
function slowerFilter({ framesPerSecondMax }: Rendition): string {
  if (framesPerSecondMax === undefined) return '';
  const stepOf = (time: string): string =>
    `floor(${time}/${SEGMENT_SECONDS})*1000+floor(mod(${time},${SEGMENT_SECONDS})*${framesPerSecondMax.toFixed(6)}+${STEP_ROUNDING})`;
  return `select='isnan(prev_selected_t)+gt(${stepOf('t')},${stepOf('prev_selected_t')})',`;
}

/** Tolerance for rounded times, as a share of a step. */
const STEP_ROUNDING = 0.05;

/** Scales pictures to a size. A picture whose shape, or pixel shape, differs from the first keeps its shape between black edges. */
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

/** Repeats one picture over a time that has only sound: a player would stall where the sound has no picture. */
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
    // Same rate as the video's, because all segments of a quality share their init segment.
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

/** Options of the encoder: key frames at the same times in all qualities, and variable frame rates unchanged. */
function pictureOptions({ name, codec, maxKilobits }: Rendition, isStill: boolean, lastTicks?: string): string[] {
  const { encoder, options } = VIDEO_ENCODERS[codec];
  return [
    ...['-map', `[${name}]`, '-c:v', encoder, ...options(maxKilobits, isStill)],
    // With a constant rate, ffmpeg would write a frame for every tick.
    ...['-fps_mode', 'vfr'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...frameDurations(lastTicks),
    ...['-pix_fmt', 'yuv420p'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
    ...['-enc_time_base', `1:${TICKS_PER_SECOND}`],
  ];
}

/**
 * Options for HLS with CMAF segments, which the player starts fastest. Metadata of the file is dropped. The playlist lists a segment once
 * it is complete (`event`), and segments contain their time in the video, whichever run wrote them (`frag_discont`).
 */
export function packaging(name: string): string[] {
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS)],
    ...['-hls_playlist_type', 'event', '-hls_segment_type', 'fmp4', '-hls_segment_options', 'movflags=+frag_discont'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${name}/%05d.m4s`],
    `${name}/index.m3u8`,
  ];
}
