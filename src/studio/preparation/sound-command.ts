import { clockOptions, EVERY_STREAM, originOf, originShift, packaging, type EncodeOptions } from './encode-command.ts';
import type { ToolRun } from './run-tool.ts';
import type { Sound, Video } from './source-video.ts';

const SOUND_KILOBITS_PER_CHANNEL = 56;
const SOUND_RATE_HERTZ = 48_000;

/** Command that encodes a whole sound track in its own run: sound that is encoded in parts would click at the joints. */
export function soundCommand(
  sound: Sound,
  { video, copies }: Pick<EncodeOptions, 'video' | 'copies'>,
  name: string,
): Pick<ToolRun, 'args' | 'feed'> {
  if (copies) {
    const copied = ['-c:a', 'copy', ...originShift(video), ...withoutPriming('aac_adtstoasc')];
    return { args: [...inputOf(sound, video), ...copied, ...packaging(name), ...EVERY_STREAM] };
  }
  const decoded = ['-copyts', '-f', 'nut', '-i', 'pipe:0'];
  return {
    feed: decodedSound(sound, video),
    args: [...decoded, ...soundOptions(sound), ...packaging(name)],
  };
}

/** Input of a track. With `nofillin`, ffmpeg does not compute missing times: such a frame follows the frame before. */
const inputOf = ({ index }: Sound, video: Video): string[] => [
  ...(video.isWronglyCounted ? [...clockOptions(video), '-fflags', 'nofillin'] : []),
  ...['-i', `file:${video.path}`, '-map', `0:${index}`],
];

/**
 * Decodes a track to one sample format and channel layout, at the times of the video. A second process fills gaps, because ffmpeg rebuilds
 * the filter graph where channels or rate change inside a file, which resets filters that have a state.
 */
function decodedSound(sound: Sound, video: Video): string[] {
  const filters = [
    `asetpts=PTS-${originOf(video).toFixed(6)}/TB`,
    `aresample=${SOUND_RATE_HERTZ}`,
    `aformat=sample_fmts=flt:channel_layouts=${sound.channels === 1 ? 'mono' : 'stereo'}`,
    'atrim=start=0',
  ];
  const output = ['-c:a', 'pcm_f32le', '-f', 'nut', 'pipe:1'];
  return [...inputOf(sound, video), '-af', filters.join(','), ...output, ...EVERY_STREAM];
}

/**
 * Drops the priming packet: AAC encoders begin with a packet of silence before time 0, which would delay all other packets against the
 * pictures. AAC files begin with such a packet, too.
 */
const withoutPriming = (...before: readonly string[]): string[] => [
  '-bsf:a',
  [...before, String.raw`noise=amount=0:drop=lt(pts\,0)`].join(','),
];
/** Gaps at least this long are filled with silence, so that later sound stays in sync with the pictures. */
const SYNC_TOLERANCE_SECONDS = 0.01;
/** Sound that starts later than this needs silence before it, so it is encoded instead of copied. */
export const COPIED_START_MAX_SECONDS = SYNC_TOLERANCE_SECONDS;

function soundOptions({ channels }: Sound): string[] {
  const synced = `aresample=${SOUND_RATE_HERTZ}:async=1:min_hard_comp=${SYNC_TOLERANCE_SECONDS}:first_pts=0`;
  const count = Math.min(2, channels);
  const format = ['-ac', String(count), '-ar', String(SOUND_RATE_HERTZ)];
  const rate = ['-b:a', `${SOUND_KILOBITS_PER_CHANNEL * count}k`];
  return ['-af', synced, '-c:a', 'aac', ...format, ...rate, ...withoutPriming()];
}
