import type { Film } from './film.ts';
import type { Rung } from './rungs.ts';

/** As in the demo film: a first segment that is small, and few requests. */
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

export interface EncodeOptions {
  readonly film: Film;
  readonly rungs: readonly Rung[];
  /** Of a film without a picture: the image that is shown. */
  readonly stillPath: string | null;
  /** Packages without encoding; there is one rung. */
  readonly copies: boolean;
}

/**
 * Arguments of one run of ffmpeg: the film is read once, and every quality is written from that. It runs in the folder that
 * has a folder for each rung, and `audio`.
 */
export function encodeCommand({ film, rungs, stillPath, copies }: EncodeOptions): string[] {
  const inputs = ['-i', `file:${film.path}`];
  if (stillPath !== null)
    inputs.push('-loop', '1', '-framerate', String(STILL_FRAMES_PER_SECOND), '-i', `file:${stillPath}`);
  const limit = stillPath === null ? [] : ['-t', film.lengthSeconds.toFixed(3)];
  const pictures = copies
    ? rungs.flatMap(({ name }) => ['-map', '0:v:0', '-c:v', 'copy', ...packaging(name)])
    : [
        '-filter_complex',
        filters(film, rungs, stillPath === null ? '0:v:0' : '1:v:0'),
        ...rungs.flatMap((rung) => [...pictureOptions(rung, stillPath !== null), ...limit, ...packaging(rung.name)]),
      ];
  return [
    ...['-progress', 'pipe:1', '-nostats'],
    ...inputs,
    ...pictures,
    ...(film.sounds.length === 0 ? [] : [...soundOptions(film, copies), ...limit, ...packaging('audio')]),
  ];
}

function filters(film: Film, rungs: readonly Rung[], input: string): string {
  const tones = film.picture?.isHighDynamicRange === true ? `${TONE_MAPPING},` : '';
  const ends = rungs.map(({ name }) => `[s${name}]`).join('');
  const split = `[${input}]${tones}format=yuv420p,split=${rungs.length}${ends}`;
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
    /** No B-frames: they are a little smaller, and begin a little late, out of step with the sound. */
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`, '-sc_threshold', '0', '-bf', '0'],
    ...['-x264-params', 'open-gop=0', '-pix_fmt', 'yuv420p'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
  ];
}

function soundOptions({ sounds }: Film, copies: boolean): string[] {
  if (copies) return ['-map', '0:a:0', '-c:a', 'copy'];
  const channels = Math.min(2, sounds[0]?.channels ?? 2);
  return [
    ...['-map', '0:a:0', '-c:a', 'aac', '-ac', String(channels), '-ar', String(SOUND_RATE_HERTZ)],
    ...['-b:a', `${SOUND_KILOBITS_PER_CHANNEL * channels}k`],
  ];
}

/** CMAF, as the player starts it fastest. What a file says about itself stays behind. */
function packaging(name: string): string[] {
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS)],
    ...['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${name}/%05d.m4s`],
    `${name}/index.m3u8`,
  ];
}
