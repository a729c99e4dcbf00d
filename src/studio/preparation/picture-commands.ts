import { writeWebVtt } from '../captions/cue-text.ts';
import { JPEG_COLOURS } from './colours.ts';
import { normalFilters, scaleFilters } from './encode-command.ts';
import type { Video } from './source-video.ts';

const ONE_PICTURE = ['-frames:v', '1', '-update', '1'] as const;
export const POSTER_MAX_WIDTH = 1_280;
/** Average brightness, 0 to 255, above which a picture is not black. */
const BLACK_BELOW = 24;
/** Size of the image that replaces the pictures of music: the size of a player. */
const STILL = { width: 1_280, height: 720, background: '0x11131a', wave: '0x5bc0be' };

const TILE_WIDTH = 160;
const TILE_COLUMNS = 5;
/** Pictures in a sprite, which is a single image; in longer videos they are further apart. */
const TILES_MAX = 100;
const TILE_INTERVAL_MIN_SECONDS = 2;

/** Writes the first picture that is not black; writes nothing if all pictures are black. */
export function brightPictureCommand(video: Video, target: string): string[] {
  const bright = `signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=${BLACK_BELOW}:function=greater`;
  return pictureCommand(video, target, [bright]);
}

export const firstPictureCommand = (video: Video, target: string): string[] => pictureCommand(video, target, []);

function pictureCommand({ path, picture }: Video, target: string, choice: readonly string[]): string[] {
  const { width, height } = picture ?? STILL;
  const share = Math.min(1, POSTER_MAX_WIDTH / width);
  const [w = 2, h = 2] = [width, height].map((side) => Math.max(2, 2 * Math.round((side * share) / 2)));
  const shaped = scaleFilters({ width: w, height: h });
  const filters = [...choice, ...normalFilters(picture), shaped, `scale=${JPEG_COLOURS}`, 'format=yuvj420p'];
  return [
    ...['-i', `file:${path}`, '-map', `0:${picture?.index ?? 'v:0'}`, ...ONE_PICTURE],
    ...['-vf', filters.join(','), '-q:v', '3', target],
  ];
}

/**
 * Writes the picture of a finished video at a time; writes nothing if there is no picture at that time.
 *
 * @param input Input in ffmpeg's syntax.
 * @param seconds Time after the first picture of the input. The input is decoded up to that time, because ffmpeg 5.1 shows damaged
 * pictures after a seek in HLS with fragmented MP4.
 */
export function pictureAtCommand(input: string, seconds: number, target: string): string[] {
  const filters = `scale='min(${POSTER_MAX_WIDTH},iw*sar)':-2:${JPEG_COLOURS},setsar=1,format=yuvj420p`;
  const moment = ['-i', input, '-map', '0:v:0', '-ss', seconds.toFixed(3)];
  return [...moment, ...ONE_PICTURE, '-vf', filters, '-q:v', '3', target];
}

/** Scales the operator's poster, or the still picture of a sound-only file. */
export function imageCommand(source: string, target: string, maxWidth = POSTER_MAX_WIDTH): string[] {
  const filters = `scale='min(${maxWidth},iw*sar)':-2,setsar=1`;
  return ['-i', `file:${source}`, '-map', '0:v:0', ...ONE_PICTURE, '-vf', filters, '-q:v', '3', target];
}

/** Converts a poster to AVIF, about half the bytes of JPEG; not every ffmpeg can encode it. */
export function avifCommand(poster: string, target: string): string[] {
  const encoder = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '32', '-cpu-used', '6'];
  return ['-i', poster, '-frames:v', '1', ...encoder, '-f', 'avif', target];
}

/** Makes the still picture of a sound-only file: its cover on a plain background, or a waveform if it has no cover. */
export function stillCommand({ path, coverIndex, sounds }: Video, target: string): string[] {
  const { width, height, background, wave } = STILL;
  const plain = `color=c=${background}:s=${width}x${height}:r=1[plain]`;
  const drawn =
    coverIndex === null
      ? `[0:${sounds[0]?.index ?? 'a:0'}]showwavespic=s=${width}x${height / 2}:colors=${wave}[image]`
      : `[0:${coverIndex}]scale=${width}:${height}:force_original_aspect_ratio=decrease[image]`;
  const together = '[plain][image]overlay=(W-w)/2:(H-h)/2';
  return [
    ...['-i', `file:${path}`, '-filter_complex', `${plain};${drawn};${together}[still]`],
    ...['-map', '[still]', ...ONE_PICTURE, target],
  ];
}

export interface Storyboard {
  readonly intervalSeconds: number;
  readonly tileHeight: number;
  readonly tileCount: number;
}

/** Layout of the preview pictures over the seek bar. */
export function storyboardOf(lengthSeconds: number, { width, height }: { width: number; height: number }): Storyboard {
  const intervalSeconds = Math.max(TILE_INTERVAL_MIN_SECONDS, Math.ceil(lengthSeconds / TILES_MAX));
  return {
    intervalSeconds,
    tileHeight: Math.max(2, Math.round((TILE_WIDTH * height) / width / 2) * 2),
    tileCount: Math.max(1, Math.ceil(lengthSeconds / intervalSeconds)),
  };
}

export function storyboardCommand(source: string, storyboard: Storyboard, target: string): string[] {
  const { intervalSeconds, tileHeight, tileCount } = storyboard;
  const rows = Math.ceil(tileCount / TILE_COLUMNS);
  const filters = `fps=1/${intervalSeconds}:round=up:start_time=0,scale=${TILE_WIDTH}:${tileHeight}:${JPEG_COLOURS},format=yuvj420p,tile=${TILE_COLUMNS}x${rows}`;
  return ['-i', source, '-map', '0:v:0', '-vf', filters, ...ONE_PICTURE, '-q:v', '5', target];
}

/** WebVTT with a cue for each tile. */
export function storyboardVtt({ intervalSeconds, tileHeight, tileCount }: Storyboard, image: string): string {
  const cues = Array.from({ length: tileCount }, (_, index) => {
    const [left, top] = [(index % TILE_COLUMNS) * TILE_WIDTH, Math.floor(index / TILE_COLUMNS) * tileHeight];
    const [startSeconds, endSeconds] = [index * intervalSeconds, (index + 1) * intervalSeconds];
    return { startSeconds, endSeconds, settings: '', text: `${image}#xywh=${left},${top},${TILE_WIDTH},${tileHeight}` };
  });
  return writeWebVtt(cues);
}
