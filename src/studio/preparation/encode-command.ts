import { colourFilters } from './colours.ts';
import type { Colours, Picture, Sound, Video } from './source-video.ts';
import type { Rung } from './rungs.ts';
import { VIDEO_ENCODERS } from './video-codecs.ts';

/** Length of the demo video's segments, too: a first segment that is small, and few requests. */
const SEGMENT_SECONDS = 2;

const SOUND_KILOBITS_PER_CHANNEL = 56;
const SOUND_RATE_HERTZ = 48_000;
/** Sound without a picture: a still one, repeated often enough to seek. */
export const STILL_FRAMES_PER_SECOND = 2;

/** Beginning of the pictures that an interrupted run has not written. */
export interface EncodeFrom {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

export interface EncodeOptions {
  readonly video: Video;
  readonly rungs: readonly Rung[];
  /** Image that is shown where a video has no picture. */
  readonly stillPath: string | null;
  /** Packages without encoding; there is one rung. */
  readonly copies: boolean;
  /** Absent: all of the video. */
  readonly from?: EncodeFrom | undefined;
}

/**
 * A frame lasts until the next one. ffmpeg takes the usual frame for the last of a segment, and the segment after a pause in a
 * variable rate would begin early, out of step with the sound.
 */
const FRAME_DURATION_FILTER = [
  '-bsf:v',
  String.raw`setts=duration=if(eq(NEXT_DTS\,NOPTS)+eq(DTS\,NOPTS)\,DURATION\,NEXT_DTS-DTS)`,
] as const;
const PROGRESS = ['-progress', 'pipe:1', '-nostats'] as const;

/**
 * Arguments of one run of ffmpeg: the video is read once, and every quality is written from that. It runs in the folder that
 * has a folder for each rung.
 */
export function pictureCommand({ video, rungs, stillPath, copies, from }: EncodeOptions): string[] {
  // Half a frame early: a time that was rounded up is that of the frame it belongs to.
  const skipped = from === undefined ? 0 : Math.max(0, video.originSeconds + from.seconds - 0.5 / from.framesPerSecond);
  const isBehindStart = from !== undefined && from.seconds > (video.picture?.startSeconds ?? 0);
  const inputs =
    stillPath === null
      ? [...(isBehindStart ? ['-ss', skipped.toFixed(6)] : []), '-i', `file:${video.path}`]
      : ['-loop', '1', '-framerate', String(STILL_FRAMES_PER_SECOND), '-i', `file:${stillPath}`];
  const limit = stillLimit(video, stillPath);
  const shift = from === undefined ? [] : ['-output_ts_offset', from.seconds.toFixed(6)];
  const outputs = copies
    ? rungs.flatMap(({ name }) => [
        ...['-map', `0:${video.picture?.index ?? 'v:0'}`, '-c:v', 'copy', ...FRAME_DURATION_FILTER],
        ...[...originShift(video), ...packaging(name)],
      ])
    : [
        '-filter_complex',
        ladderFilters(
          stillPath === null ? `0:${video.picture?.index ?? 'v:0'}` : '0:v:0',
          [
            ...timeFilters(Math.max(0, (video.picture?.startSeconds ?? 0) - (from?.seconds ?? 0))),
            ...normalFilters(stillPath === null ? video.picture : null),
          ],
          rungs,
        ),
        ...rungs.flatMap((rung) => [
          ...pictureOptions(rung, stillPath !== null),
          ...limit,
          ...shift,
          ...packaging(rung.name),
        ]),
      ];
  return [...PROGRESS, ...inputs, ...outputs];
}

/** Sound has a separate run beside that of the pictures: cut into parts, it would click at their joints. */
export function soundCommand(
  sound: Sound,
  { video, stillPath, copies }: Omit<EncodeOptions, 'rungs'>,
  name: string,
): string[] {
  return [
    ...['-i', `file:${video.path}`, '-map', `0:${sound.index}`],
    ...soundOptions(sound, video, copies),
    ...stillLimit(video, stillPath),
    ...packaging(name),
    ...EVERY_STREAM,
  ];
}

/**
 * Times of a transport or program stream are counted from the first packet of what is used of it, and late sound alone would be early.
 * Everything is used so, and thrown away.
 */
const EVERY_STREAM = ['-map', '0', '-ignore_unknown', '-c', 'copy', '-f', 'null', '-'] as const;

export const SOUND_NAME = 'audio';

/** Folder of each track of sound. */
export const soundNames = ({ sounds }: Pick<Video, 'sounds'>): string[] =>
  sounds.map((_, index) => (index === 0 ? SOUND_NAME : `${SOUND_NAME}-${index + 1}`));

const stillLimit = (video: Video, stillPath: string | null): string[] =>
  stillPath === null ? [] : ['-t', video.lengthSeconds.toFixed(3)];

/** Shift of streams that are not decoded: the first picture or sound is at 0. */
const originShift = ({ originSeconds }: Video): string[] =>
  originSeconds === 0 ? [] : ['-output_ts_offset', (-originSeconds).toFixed(6)];

/** Times are rounded to this instead of to frames, as frames of a variable rate are anywhere. */
const TICKS_PER_SECOND = 90_000;
/** A first picture that waits for its time is repeated this often, so that segments can begin. */
const WAITING_FRAME_SECONDS = 0.5;

/**
 * Pictures begin at 0. Where sound begins before them, the first picture is shown until its time: players begin with both, and
 * nothing of either is lost.
 */
function timeFilters(waitSeconds: number): string[] {
  const ticks = `settb=1/${TICKS_PER_SECOND}`;
  if (waitSeconds === 0) return [ticks, 'setpts=PTS-STARTPTS'];
  const count = Math.ceil(waitSeconds / WAITING_FRAME_SECONDS);
  const wait = waitSeconds.toFixed(6);
  const waiting = `N*${wait}/${count}/TB`;
  const own = `if(eq(N,${count}),st(0,PTS))*0+PTS-ld(0)+${wait}/TB`;
  return [
    ticks,
    'setpts=PTS-STARTPTS',
    `tpad=start=${count}:start_mode=clone`,
    `setpts='if(lt(N,${count}),${waiting},${own})'`,
  ];
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

function ladderFilters(source: string, filters: readonly string[], rungs: readonly Rung[]): string {
  const ends = rungs.map(({ name }) => `[s${name}]`).join('');
  const split = `[${source}]${[...filters, `split=${rungs.length}`].join(',')}${ends}`;
  const scaled = rungs.map(
    ({ name, width, height }) =>
      `[s${name}]scale=${width}:${height}:flags=bicubic,setsar=1,settb=1/${TICKS_PER_SECOND}[${name}]`,
  );
  return [split, ...scaled].join(';');
}

export interface TailOptions {
  readonly rungs: readonly Rung[];
  /** The last picture. */
  readonly stillPath: string;
  readonly framesPerSecond: number;
  /** Ends of the pictures and of the sound. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** The last picture, shown until the sound ends: a player would stop where it has no picture for the sound. */
export function tailCommand({ rungs, stillPath, framesPerSecond, fromSeconds, toSeconds }: TailOptions): string[] {
  const seconds = toSeconds - fromSeconds;
  const count = Math.max(2, Math.ceil(seconds / WAITING_FRAME_SECONDS));
  // The rate of the encoder stays that of the video, as segments of one quality share their description.
  const step = Math.max(0, seconds - 1 / framesPerSecond) / (count - 1);
  const times = [`settb=1/${TICKS_PER_SECOND}`, `setpts=N*${step.toFixed(6)}/TB`];
  return [
    ...['-loop', '1', '-framerate', String(framesPerSecond), '-i', `file:${stillPath}`],
    ...['-filter_complex', ladderFilters('0:v:0', [...times, ...normalFilters(null)], rungs)],
    ...rungs.flatMap((rung) => [
      ...pictureOptions(rung, false),
      ...['-frames:v', String(count), '-output_ts_offset', fromSeconds.toFixed(6), ...packaging(rung.name)],
    ]),
  ];
}

/** The last picture of a segment, as an image. */
export function lastPictureCommand(init: string, segment: string, target: string): string[] {
  const colours = 'scale=in_color_matrix=bt709:in_range=limited,format=rgb24';
  return [
    '-i',
    `concat:${init}|${segment}`,
    '-map',
    '0:v:0',
    '-vf',
    colours,
    '-fps_mode',
    'passthrough',
    '-update',
    '1',
    target,
  ];
}

/** Key frames at the same times in all qualities, variable frame rates as they are. */
function pictureOptions({ name, codec, maxKilobits }: Rung, isStill: boolean): string[] {
  const { encoder, options } = VIDEO_ENCODERS[codec];
  return [
    ...['-map', `[${name}]`, '-c:v', encoder, ...options(maxKilobits, isStill)],
    // A constant rate would be that of the ticks.
    ...['-fps_mode', 'vfr'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...FRAME_DURATION_FILTER,
    ...['-pix_fmt', 'yuv420p'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
    ...['-enc_time_base', `1:${TICKS_PER_SECOND}`],
  ];
}

/**
 * Encoders of AAC begin with a packet of silence, which lies before 0 and would move all others behind the pictures: it is left
 * out. Files of AAC have it, too.
 */
const WITHOUT_PRIMING = ['-bsf:a', String.raw`noise=amount=0:drop=lt(pts\,0)`] as const;
/** Gaps of this much and more are filled, so that what follows stays in step. Our choice, as of everything else. */
const IN_STEP_SECONDS = 0.01;

function soundOptions({ channels, startSeconds }: Sound, video: Video, copies: boolean): string[] {
  const origin = `asetpts=PTS-${video.originSeconds.toFixed(6)}/TB`;
  // A late sound has silence before it, for which it has to be encoded.
  if (copies && startSeconds < IN_STEP_SECONDS) return ['-c:a', 'copy', ...originShift(video), ...WITHOUT_PRIMING];
  const inStep = `aresample=${SOUND_RATE_HERTZ}:async=1:min_hard_comp=${IN_STEP_SECONDS}:first_pts=0`;
  const count = Math.min(2, channels);
  return [
    ...['-af', [...(video.originSeconds === 0 ? [] : [origin]), inStep].join(','), '-c:a', 'aac'],
    ...['-ac', String(count), '-ar', String(SOUND_RATE_HERTZ), '-b:a', `${SOUND_KILOBITS_PER_CHANNEL * count}k`],
    ...WITHOUT_PRIMING,
  ];
}

/**
 * CMAF, as the player starts it fastest. What a file says about itself stays behind. The playlist lists a segment as soon as it
 * is whole (`event`), and segments say at what time of the video they are, in whichever run they were made (`frag_discont`).
 */
function packaging(name: string): string[] {
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS)],
    ...['-hls_playlist_type', 'event', '-hls_segment_type', 'fmp4', '-hls_segment_options', 'movflags=+frag_discont'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${name}/%05d.m4s`],
    `${name}/index.m3u8`,
  ];
}
