import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { coloursOf } from './colours.ts';
import type { CaptionSource } from '../captions/caption-source.ts';
import { languageTag } from '../captions/languages.ts';
import type { Video, SourceChapter, Picture } from './source-video.ts';
import { whyNoVideo, whyUnreadable } from './no-video.ts';
import { isProtected } from './protected-file.ts';
import { faultOfFile, PreparationFault } from './preparation-fault.ts';
import type { RunTool } from './run-tool.ts';

const Tags = z.optional(z.record(z.string(), z.string()));

const Stream = z.object({
  index: z.int(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  codec_tag_string: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  pix_fmt: z.optional(z.string()),
  sample_aspect_ratio: z.optional(z.string()),
  avg_frame_rate: z.optional(z.string()),
  field_order: z.optional(z.string()),
  color_space: z.optional(z.string()),
  color_range: z.optional(z.string()),
  color_primaries: z.optional(z.string()),
  color_transfer: z.optional(z.string()),
  start_time: z.optional(z.string()),
  nb_frames: z.optional(z.string()),
  channels: z.optional(z.number()),
  duration: z.optional(z.string()),
  disposition: z.optional(
    z.object({
      default: z.optional(z.number()),
      attached_pic: z.optional(z.number()),
      timed_thumbnails: z.optional(z.number()),
      comment: z.optional(z.number()),
      visual_impaired: z.optional(z.number()),
      forced: z.optional(z.number()),
      hearing_impaired: z.optional(z.number()),
    }),
  ),
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
  format: z.optional(
    z.object({
      format_name: z.optional(z.string()),
      duration: z.optional(z.string()),
      start_time: z.optional(z.string()),
      tags: Tags,
    }),
  ),
  chapters: z._default(z.array(z.object({ start_time: z.string(), tags: Tags })), []),
});

/** Subtitles that are text; pictures and bitmaps cannot become text. */
const TEXT_SUBTITLES = new Set(['subrip', 'webvtt', 'ass', 'ssa', 'mov_text', 'text']);
/** ffmpeg's names of MPEG-TS and MPEG-PS. */
const BROADCAST_FORMATS = new Set(['mpegts', 'mpeg']);
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
  if (size === 0) throw faultOfFile(`${name} is empty: 0 bytes. Copy it again.`);
  const refusal = await whyNoVideo(path, name);
  if (refusal !== undefined) throw faultOfFile(refusal);
  if (await isProtected(path)) throw faultOfFile(protectedFile(name));
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
      throw faultOfFile(
        (await whyUnreadable(path, name)) ??
          `${name} is no video that can be read: it is damaged in its beginning, or was not copied to its end. Copy it again (${error.message}).`,
      );
    throw error;
  }
  const { streams, format, chapters } = Probe.parse(JSON.parse(lines.join('\n')));
  if (LISTS_OF_FILES.has(format?.format_name ?? ''))
    throw faultOfFile(`${name} is no video but a list of other files. Join them into one file first.`);
  const seen = streams.filter((stream) => stream.codec_type === 'video');
  const videos = seen.filter((stream) => !isCover(stream));
  const video = videos.find(({ disposition }) => disposition?.default === 1) ?? videos[0];
  const heard = streams.filter((stream) => stream.codec_type === 'audio');
  if (video === undefined && heard.length === 0)
    throw faultOfFile((await whyUnreadable(path, name)) ?? `${name} has neither picture nor sound.`);
  const { sounds, remarks } = await decodableSounds(path, heard, run, signal);
  if (video === undefined && sounds.length === 0)
    throw faultOfFile(`${name} has no picture, and sound that cannot be decoded. ${remarks.join(' ')}`);
  const lengthSeconds = Number(format?.duration ?? video?.duration ?? sounds[0]?.duration);
  if (!(lengthSeconds > 0)) throw faultOfFile(`${name} does not say how long it is. It may be cut off: copy it again.`);
  const beginsAt = secondsOf(format?.start_time) ?? 0;
  const used = [...(video === undefined ? [] : [video]), ...sounds];
  const origin = Math.min(...used.map((stream) => beginningOf(stream, beginsAt)));
  const startOf = (stream: Stream): number => beginningOf(stream, beginsAt) - origin;
  return {
    path,
    lengthSeconds,
    originSeconds: origin - beginsAt,
    picture: video === undefined ? null : { ...pictureOf(video, name), startSeconds: startOf(video) },
    coverIndex: seen.find(isCover)?.index ?? null,
    sounds: sounds.map((stream) => ({ ...soundOf(stream), startSeconds: startOf(stream) })),
    subtitles: streams.flatMap(subtitleOf),
    chapters: chapters.flatMap(chapterOf),
    title: textOf(format?.tags, 'title'),
    mayBeginAnywhere: BROADCAST_FORMATS.has(format?.format_name ?? ''),
    isSpherical: video?.side_data_list?.some(({ projection }) => projection === 'equirectangular') === true,
    remarks,
  };
}

/** Sound before 0 is what an encoder begins with, which no decoder gives out. */
function beginningOf({ codec_type: type, start_time: start }: Stream, fileBeginning: number): number {
  const seconds = secondsOf(start) ?? fileBeginning;
  return type === 'audio' ? Math.max(0, seconds) : seconds;
}

function secondsOf(text: string | undefined): number | undefined {
  const seconds = Number.parseFloat(text ?? '');
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Long enough for a damaged beginning; a track that has given nothing by then gives nothing. */
const DECODE_TIMEOUT_MS = 30_000;
const SOUNDS_MAX = 16;

/** Tracks that ffmpeg can decode, which only a try shows: a name of a codec is no decoder. The default one comes first. */
async function decodableSounds(path: string, heard: readonly Stream[], run: RunTool, signal?: AbortSignal) {
  const found: Stream[] = [];
  const remarks: string[] = [];
  for (const stream of heard) {
    const args = ['-i', `file:${path}`, '-map', `0:${stream.index}`, '-frames:a', '1', '-f', 'null', '-'];
    const options = { args, signal, timeoutMs: DECODE_TIMEOUT_MS };
    try {
      if (found.length < SOUNDS_MAX && (stream.channels ?? 0) > 0) {
        await run('ffmpeg', options);
        found.push(stream);
        continue;
      }
    } catch (error) {
      if (!(error instanceof PreparationFault) || signal?.aborted === true) throw error;
    }
    remarks.push(`The sound in stream ${stream.index} (${stream.codec_name ?? 'unknown'}) is left out.`);
  }
  const isDefault = (stream: Stream): number => (stream.disposition?.default === 1 ? 0 : 1);
  return { sounds: found.toSorted((one, other) => isDefault(one) - isDefault(other)), remarks };
}

function soundOf({ index, codec_name: codec = '', channels = 2, tags, disposition }: Stream) {
  return {
    ...{ index, codec, channels },
    languageCode: languageTag(textOf(tags, 'language') ?? 'und'),
    title: textOf(tags, 'title'),
    isDescription: disposition?.visual_impaired === 1,
    isComment: disposition?.comment === 1,
  };
}

/** Kinds of samples of MP4 that are encrypted, where their protection is not described. */
const PROTECTED_TAGS = /^(?:drm[isw]|enc[vas])$/;

const protectedFile = (name: string): string =>
  `${name} is encrypted (DRM): only a program that has its key can play it. Ask its publisher for a file without protection.`;

const unknownCodec = (name: string, tag: string): string =>
  `The picture of ${name} is of a codec that this ffmpeg does not know (${tag}). Install a newer ffmpeg, or save the video as H.264 with the program that made it.`;

/** Codecs of images: a stream of one is a cover, whether it is marked as one or not. */
const IMAGES = new Set(['mjpeg', 'png', 'bmp', 'gif', 'webp', 'tiff']);

const isCover = ({ disposition, codec_name: codec = '', nb_frames: frames }: Stream): boolean =>
  disposition?.attached_pic === 1 || disposition?.timed_thumbnails === 1 || (IMAGES.has(codec) && frames === '1');

function pictureOf(stream: Stream, name: string): Omit<Picture, 'startSeconds'> {
  const {
    index,
    width = 0,
    height = 0,
    pix_fmt: pixelFormat = '',
    codec_name: codec = 'unknown',
    codec_tag_string: tag = '',
  } = stream;
  if (PROTECTED_TAGS.test(tag)) throw faultOfFile(protectedFile(name));
  if (codec === 'unknown') throw new PreparationFault(unknownCodec(name, tag));
  if (width === 0 || height === 0) throw faultOfFile(`${name} does not say how large its picture is.`);
  const shownWidth = Math.max(1, Math.round(width * ratioOf(stream.sample_aspect_ratio?.replace(':', '/'), 1)));
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.abs(rotation) % 180 === 90;
  return {
    index,
    width: isTurned ? height : shownWidth,
    height: isTurned ? shownWidth : height,
    framesPerSecond: Math.min(FRAMES_PER_SECOND_MAX, ratioOf(stream.avg_frame_rate, 30)),
    codec: stream.codec_name ?? '',
    isPlain: pixelFormat === 'yuv420p' || pixelFormat === 'yuvj420p',
    colours: coloursOf(stream),
    mayBeInterlaced: stream.field_order !== 'progressive',
  };
}

function subtitleOf({ index, codec_type: type, codec_name: codec = '', tags, disposition }: Stream): CaptionSource[] {
  if (type !== 'subtitle' || !TEXT_SUBTITLES.has(codec)) return [];
  return [
    {
      ...{ path: null, index, codec },
      languageCode: languageTag(textOf(tags, 'language') ?? 'und'),
      title: textOf(tags, 'title'),
      isForced: disposition?.forced === 1,
      isForHearing: disposition?.hearing_impaired === 1,
    },
  ];
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
