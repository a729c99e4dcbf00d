import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { isContainer } from './container.ts';
import type { Video, SourceChapter, Picture, Subtitle } from './source-video.ts';
import { PreparationFault } from './preparation-fault.ts';
import type { RunTool } from './run-tool.ts';

const Tags = z.optional(z.record(z.string(), z.string()));

const Stream = z.object({
  index: z.int(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  pix_fmt: z.optional(z.string()),
  sample_aspect_ratio: z.optional(z.string()),
  avg_frame_rate: z.optional(z.string()),
  color_transfer: z.optional(z.string()),
  channels: z.optional(z.number()),
  duration: z.optional(z.string()),
  disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
  tags: Tags,
  side_data_list: z.optional(
    z.array(
      z.object({
        side_data_type: z.optional(z.string()),
        rotation: z.optional(z.number()),
        projection: z.optional(z.string()),
      }),
    ),
  ),
});
type Stream = z.infer<typeof Stream>;

const Probe = z.object({
  streams: z._default(z.array(Stream), []),
  format: z.optional(z.object({ format_name: z.optional(z.string()), duration: z.optional(z.string()), tags: Tags })),
  chapters: z._default(z.array(z.object({ start_time: z.string(), tags: Tags })), []),
});

/** Subtitles that are text; pictures and bitmaps cannot become text. */
const TEXT_SUBTITLES = new Set(['subrip', 'webvtt', 'ass', 'ssa', 'mov_text', 'text']);
const HIGH_DYNAMIC_RANGE = new Set(['smpte2084', 'arib-std-b67']);
const FRAMES_PER_SECOND_MAX = 120;
/** A disk that sleeps, and an index at the end of a large file, take seconds. Our choice. */
const PROBE_TIMEOUT_MS = 120_000;
/** ffmpeg's names of formats that name other files: a sender would get videos out of folders that are not theirs. */
const LISTS_OF_FILES = new Set(['hls', 'dash', 'webm_dash_manifest', 'concat', 'imf', 'sdp', 'vobsub']);

/** Reads what a file holds; one that is no video is a {@link PreparationFault}. */
export async function probeVideo(path: string, run: RunTool, signal?: AbortSignal): Promise<Video> {
  const name = basename(path);
  const { size } = await stat(path).catch(() => ({ size: undefined }));
  if (size === undefined) throw new PreparationFault(`There is no file ${path}.`);
  if (size === 0) throw new PreparationFault(`${name} is empty: 0 bytes.`);
  if (!(await isContainer(path)))
    throw new PreparationFault(
      `${name} is no video that can be read: its first bytes are of no kind of video or sound. Join a list of files into one first.`,
    );
  const lines: string[] = [];
  const asked = ['-print_format', 'json', '-show_format', '-show_streams', '-show_chapters'];
  try {
    await run('ffprobe', {
      args: [...asked, `file:${path}`],
      onLine: (line) => lines.push(line),
      signal,
      timeoutMs: PROBE_TIMEOUT_MS,
    });
  } catch (error) {
    if (error instanceof PreparationFault && error.message.startsWith('ffprobe ended'))
      throw new PreparationFault(`${name} is no video that can be read (${error.message}).`);
    throw error;
  }
  const { streams, format, chapters } = Probe.parse(JSON.parse(lines.join('\n')));
  if (LISTS_OF_FILES.has(format?.format_name ?? ''))
    throw new PreparationFault(`${name} is no video but a list of other files. Join them into one file first.`);
  const seen = streams.filter((stream) => stream.codec_type === 'video');
  const [video] = seen.filter((stream) => !isCover(stream));
  const sounds = streams.filter((stream) => stream.codec_type === 'audio' && (stream.channels ?? 0) > 0);
  if (video === undefined && sounds.length === 0) throw new PreparationFault(`${name} has neither picture nor sound.`);
  const lengthSeconds = Number(format?.duration ?? video?.duration ?? sounds[0]?.duration);
  if (!(lengthSeconds > 0))
    throw new PreparationFault(`${name} does not say how long it is. It may be cut off: copy it again.`);
  return {
    path,
    lengthSeconds,
    picture: video === undefined ? null : pictureOf(video, name),
    coverIndex: seen.find(isCover)?.index ?? null,
    sounds: sounds.map((stream) => ({ codec: stream.codec_name ?? '', channels: stream.channels ?? 2 })),
    subtitles: streams.flatMap(subtitleOf),
    chapters: chapters.flatMap(chapterOf),
    title: textOf(format?.tags, 'title'),
    isSpherical: video?.side_data_list?.some(({ projection }) => projection === 'equirectangular') === true,
  };
}

const isCover = ({ disposition }: Stream): boolean => disposition?.attached_pic === 1;

function pictureOf(stream: Stream, name: string): Picture {
  const { width = 0, height = 0, pix_fmt: pixelFormat = '', color_transfer: transfer = '' } = stream;
  if (width === 0 || height === 0) throw new PreparationFault(`${name} does not say how large its picture is.`);
  const shownWidth = Math.max(1, Math.round(width * ratioOf(stream.sample_aspect_ratio?.replace(':', '/'), 1)));
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.abs(rotation) % 180 === 90;
  return {
    width: isTurned ? height : shownWidth,
    height: isTurned ? shownWidth : height,
    framesPerSecond: Math.min(FRAMES_PER_SECOND_MAX, ratioOf(stream.avg_frame_rate, 30)),
    codec: stream.codec_name ?? '',
    isPlain: pixelFormat === 'yuv420p' || pixelFormat === 'yuvj420p',
    isHighDynamicRange: HIGH_DYNAMIC_RANGE.has(transfer),
  };
}

function subtitleOf({ index, codec_type: type, codec_name: codec = '', tags }: Stream): Subtitle[] {
  if (type !== 'subtitle' || !TEXT_SUBTITLES.has(codec)) return [];
  return [{ index, languageCode: textOf(tags, 'language') ?? 'und' }];
}

function chapterOf({
  start_time: start,
  tags,
}: {
  start_time: string;
  tags?: Record<string, string> | undefined;
}): SourceChapter[] {
  const title = textOf(tags, 'title');
  return title === null ? [] : [{ title, startSeconds: Math.max(0, Number(start) || 0) }];
}

const TEXT_MAX_CHARACTERS = 500;

/** Text of a tag on one line, with a bound: a file may hold any length. `null` for an empty one. */
function textOf(tags: Record<string, string> | undefined, name: string): string | null {
  const text = Object.entries(tags ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  const plain = text
    ?.replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX_CHARACTERS);
  return plain ? plain : null;
}

/** `30000/1001`, or `fallback` for none. */
function ratioOf(text: string | undefined, fallback: number): number {
  const [top, bottom] = (text ?? '').split('/').map(Number);
  const ratio = (top ?? 0) / (bottom ?? 0);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : fallback;
}
