import type { Video } from './source-video.ts';
import type { Rung } from './rungs.ts';

/** As in the demo video: a first segment that is small, and few requests. */
const SEGMENT_SECONDS = 2;

const SOUND_KILOBITS_PER_CHANNEL = 56;
const SOUND_RATE_HERTZ = 48_000;
/** Sound without a picture: a still one, repeated often enough to seek. */
export const STILL_FRAMES_PER_SECOND = 2;

/** To the colours and brightness of ordinary screens. */
const TONE_MAPPING = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
].join(',');

/** Where pictures begin that an interrupted run has not written. */
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
  /** Half a frame early: a time that was rounded up is that of the frame it belongs to. */
  const skipped = from === undefined ? 0 : Math.max(0, from.seconds - 0.5 / from.framesPerSecond);
  const inputs =
    stillPath === null
      ? [...(from === undefined ? [] : ['-ss', skipped.toFixed(6)]), '-i', `file:${video.path}`]
      : ['-loop', '1', '-framerate', String(STILL_FRAMES_PER_SECOND), '-i', `file:${stillPath}`];
  const limit = stillLimit(video, stillPath);
  const shift = from === undefined ? [] : ['-output_ts_offset', from.seconds.toFixed(6)];
  const outputs = copies
    ? rungs.flatMap(({ name }) => ['-map', '0:v:0', '-c:v', 'copy', ...FRAME_DURATION_FILTER, ...packaging(name)])
    : [
        '-filter_complex',
        filters(video, rungs, from !== undefined),
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
export function soundCommand({ video, stillPath, copies }: Omit<EncodeOptions, 'rungs'>): string[] {
  return [
    ...['-i', `file:${video.path}`],
    ...soundOptions(video, copies),
    ...stillLimit(video, stillPath),
    ...packaging(SOUND_NAME),
  ];
}

export const SOUND_NAME = 'audio';

const stillLimit = (video: Video, stillPath: string | null): string[] =>
  stillPath === null ? [] : ['-t', video.lengthSeconds.toFixed(3)];

function filters(video: Video, rungs: readonly Rung[], isRest: boolean): string {
  const tones = video.picture?.isHighDynamicRange === true ? `${TONE_MAPPING},` : '';
  const ends = rungs.map(({ name }) => `[s${name}]`).join('');
  const start = isRest ? 'setpts=PTS-STARTPTS,' : '';
  const split = `[0:v:0]${start}${tones}format=yuv420p,split=${rungs.length}${ends}`;
  const scaled = rungs.map(
    ({ name, width, height }) => `[s${name}]scale=${width}:${height}:flags=bicubic,setsar=1[${name}]`,
  );
  return [split, ...scaled].join(';');
}

/** Key frames at the same times in all qualities, variable frame rates as they are. */
function pictureOptions({ name, maxKilobits }: Rung, isStill: boolean): string[] {
  return [
    ...['-map', `[${name}]`, '-c:v', 'libx264', '-preset', 'fast', '-crf', '23', '-profile:v', 'high'],
    ...(isStill ? ['-tune', 'stillimage'] : ['-fps_mode', 'vfr']),
    ...['-maxrate', `${maxKilobits}k`, '-bufsize', `${maxKilobits * 2}k`],
    // No B-frames: they are a little smaller, and begin a little late, out of step with the sound.
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`, '-sc_threshold', '0', '-bf', '0'],
    ...FRAME_DURATION_FILTER,
    ...['-x264-params', 'open-gop=0', '-pix_fmt', 'yuv420p'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
  ];
}

function soundOptions({ sounds }: Video, copies: boolean): string[] {
  if (copies) return ['-map', '0:a:0', '-c:a', 'copy'];
  const channels = Math.min(2, sounds[0]?.channels ?? 2);
  return [
    ...['-map', '0:a:0', '-c:a', 'aac', '-ac', String(channels), '-ar', String(SOUND_RATE_HERTZ)],
    ...['-b:a', `${SOUND_KILOBITS_PER_CHANNEL * channels}k`],
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
