import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import { coloursOf } from './colours.ts';
import { decodableSounds } from './decodable-sounds.ts';
import { CAPTION_READERS } from '../captions/caption-readers.ts';
import type { CaptionSource } from '../captions/caption-source.ts';
import { languageTag } from '../captions/languages.ts';
import type { Video, SourceChapter, Picture } from './source-video.ts';
import { whyNoVideo, whyUnreadable } from './no-video.ts';
import { isProtected } from './protected-file.ts';
import { holeRemarks } from './holes.ts';
import { isIrregular, readPacketTimes, secondsOf, stepsBack, type StreamTimes } from './packet-times.ts';
import { failureOf, faultOfFile, PreparationFault } from '../preparation-fault.ts';
import { Probe, type Stream } from './probe.ts';
import type { RunTool } from './run-tool.ts';

/** Subtitles that are text; pictures and bitmaps cannot become text. */
const TEXT_SUBTITLES = new Set([
  ...['mov_text', 'text'],
  ...Object.values(CAPTION_READERS).flatMap(({ tracks }) => tracks?.codecs ?? []),
]);
/** ffmpeg's names of MPEG-TS and MPEG-PS. */
const BROADCAST_FORMATS = new Set(['mpegts', 'mpeg']);
/** ffmpeg's remark about a container without a length: ffmpeg estimates it from the rate of the first packets, which may mislead. */
const ESTIMATE = /Estimating duration from bitrate/;
/** Highest rate of slow-motion cameras; a higher rate in a header does not count pictures. */
const FRAMES_PER_SECOND_MAX = 480;
/** Generous: a sleeping disk, or an index at the end of a large file, takes seconds. */
const PROBE_TIMEOUT_MS = 120_000;
/** ffmpeg's names of formats that refer to other files: an uploader could publish files from any folder of the server. */
const LISTS_OF_FILES = new Set(['hls', 'dash', 'webm_dash_manifest', 'concat', 'imf', 'sdp', 'vobsub']);

/**
 * Reads a file to its end; a file that is no video is a {@link PreparationFault}.
 *
 * @param onProgress Receives the share of the file that has been read, 0 to 1.
 */
export async function probeVideo(
  path: string,
  run: RunTool,
  signal?: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<Video> {
  const name = basename(path);
  const { size } = await stat(path).catch(() => ({ size: undefined }));
  if (size === undefined) throw new PreparationFault(`There is no file ${path}.`);
  if (size === 0) throw faultOfFile(`${name} is empty: 0 bytes. Copy it again.`);
  const refusal = await whyNoVideo(path, name);
  if (refusal !== undefined) throw faultOfFile(refusal);
  if (await isProtected(path)) throw faultOfFile(protectedFile(name));
  const lines: string[] = [];
  let isEstimate = false;
  const asked = ['-print_format', 'json', '-show_format', '-show_streams', '-show_programs', '-show_chapters'];
  try {
    await run('ffprobe', {
      args: ['-loglevel', 'warning', ...asked, `file:${path}`],
      onLine: (line) => lines.push(line),
      onErrorLine: (line) => (isEstimate ||= ESTIMATE.test(line)),
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
  const { streams: all, format, chapters, programs } = Probe.parse(JSON.parse(lines.join('\n')));
  if (LISTS_OF_FILES.has(format?.format_name ?? ''))
    throw faultOfFile(`${name} is no video but a list of other files. Join them into one file first.`);
  const video = mainPicture(all);
  const { streams, left } = ofProgram(all, programs, video);
  const heard = streams.filter((stream) => stream.codec_type === 'audio');
  if (video === undefined && heard.length === 0)
    throw faultOfFile((await whyUnreadable(path, name)) ?? `${name} has neither picture nor sound.`);
  const { sounds, remarks } = await decodableSounds(path, heard, run, signal);
  if (video === undefined && sounds.length === 0)
    throw faultOfFile(`${name} has no picture, and sound that cannot be decoded. ${remarks.join(' ')}`);
  const used = [...(video === undefined ? [] : [video]), ...sounds];
  const mayBeginAnywhere = BROADCAST_FORMATS.has(format?.format_name ?? '');
  const onBytes = (bytes: number): void => onProgress?.(Math.min(1, bytes / size));
  // A read error is ignored here: decoding finds damage later.
  const times = await readPacketTimes(path, { run, signal, mayJump: mayBeginAnywhere, onBytes }).catch(
    (error: unknown): StreamTimes => {
      failureOf(error, signal);
      return new Map();
    },
  );
  const beginsAt = secondsOf(format?.start_time) ?? 0;
  const readSeconds = Math.max(0, ...used.map(({ index }) => times.get(index)?.endSeconds ?? 0)) - beginsAt;
  const probedSeconds = Number(format?.duration ?? video?.duration ?? sounds[0]?.duration) || 0;
  const lengthSeconds = readSeconds > 0 ? readSeconds : probedSeconds || unclockedSeconds(video, times);
  const isDeclared = probedSeconds > 0 && !mayBeginAnywhere && !isEstimate;
  if (!(lengthSeconds > 0))
    throw faultOfFile(`${name} has nothing that lasts: no picture and no sound with a time. Copy it again.`);
  const beginning = (stream: Stream): number => beginningOf(stream, times, beginsAt);
  const origin = Math.min(...used.map(beginning));
  const holes = holeRemarks(video === undefined ? [] : used.map(({ index }) => times.get(index)), origin);
  const startOf = (stream: Stream): number => beginning(stream) - origin;
  const hasSound = (of: typeof isIrregular): boolean =>
    mayBeginAnywhere && sounds.some(({ index }) => of(times.get(index)));
  const hasOneClock = [...times.values()].every(({ jumpCount }) => jumpCount === 0);
  if (!hasOneClock && hasSound(stepsBack)) throw faultOfFile(joinedFile(name));
  return {
    ...{ path, lengthSeconds, declaredSeconds: isDeclared ? probedSeconds : null },
    ...{ beginSeconds: beginsAt, originSeconds: origin - beginsAt, times },
    picture: video === undefined ? null : { ...pictureOf(video, name), startSeconds: startOf(video) },
    coverIndex: all.find(isCover)?.index ?? null,
    sounds: sounds.map((stream) => ({ ...soundOf(stream), startSeconds: startOf(stream) })),
    subtitles: streams.flatMap(subtitleOf),
    chapters: chapters.flatMap(chapterOf),
    title: textOf(format?.tags, 'title'),
    mayBeginAnywhere,
    isWronglyCounted: hasOneClock && hasSound(isIrregular),
    isSpherical: video?.side_data_list?.some(({ projection }) => projection === 'equirectangular') === true,
    remarks: [...left, ...remarks, ...holes],
  };
}

function mainPicture(streams: readonly Stream[]): Stream | undefined {
  const videos = streams.filter((stream) => stream.codec_type === 'video' && !isCover(stream));
  return videos.find(({ disposition }) => disposition?.default === 1) ?? videos[0];
}

/** Streams of the chosen program: in a broadcast, sound of another program does not belong to these pictures. */
function ofProgram(all: readonly Stream[], programs: Probe['programs'], video: Stream | undefined) {
  const first = video ?? all.find((stream) => stream.codec_type === 'audio');
  const own = programs.find((program) => program.streams.some(({ index }) => index === first?.index));
  const others = programs.filter((program) => program !== own && program.streams.length > 0);
  if (own === undefined || others.length === 0) return { streams: all, left: [] };
  const isOwn = ({ index }: Stream): boolean => own.streams.some((stream) => stream.index === index);
  const isOthers = ({ index }: Stream): boolean =>
    others.some(({ streams }) => streams.some((one) => one.index === index));
  const left = `The file has ${programs.length} programs, of which the first is taken. Cut the others out of it, and add them each.`;
  return { streams: all.filter((stream) => isOwn(stream) || !isOthers(stream)), left: [left] };
}

/** Length of a raw video stream, whose packets have no times. */
const unclockedSeconds = (video: Stream | undefined, times: StreamTimes): number =>
  video === undefined ? 0 : (times.get(video.index)?.packetCount ?? 0) / ratioOf(video.avg_frame_rate, 25);

/** Start of a stream. Sound before 0 is encoder priming, which decoders do not output. */
function beginningOf(stream: Stream, times: StreamTimes, fileBeginning: number): number {
  const seconds = times.get(stream.index)?.times[0] ?? secondsOf(stream.start_time) ?? fileBeginning;
  return stream.codec_type === 'audio' ? Math.max(0, seconds) : seconds;
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

const joinedFile = (name: string): string =>
  `${name} is joined of recordings of which each has its own clock, and sound of another rate: ffmpeg cannot keep such sound whole. Save each of them as MP4, and join those.`;

/** Sample entry types of encrypted MP4 tracks. */
const PROTECTED_TAGS = /^(?:drm[isw]|enc[vas])$/;

const protectedFile = (name: string): string =>
  `${name} is encrypted (DRM): only a program that has its key can play it. Ask its publisher for a file without protection.`;

const unknownCodec = (name: string, tag: string): string =>
  `The picture of ${name} is of a codec that this ffmpeg does not know (${tag}). Install a newer ffmpeg, or save the video as H.264 with the program that made it.`;

/** Image codecs: a stream with a single image is a cover, even without the mark of one. */
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
  const aspect = stream.sample_aspect_ratio?.replace(':', '/');
  const shownWidth = Math.max(1, Math.round(width * ratioOf(aspect, 1)));
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isLying = Math.abs(rotation) % 180 === 90;
  return {
    index,
    width: isLying ? height : shownWidth,
    height: isLying ? shownWidth : height,
    isTurned: stream.side_data_list?.some((data) => data.rotation !== undefined) === true,
    pixelAspect: ratioOf(aspect, 1) === 1 ? null : (aspect ?? null),
    framesPerSecond: Math.min(FRAMES_PER_SECOND_MAX, ratioOf(stream.avg_frame_rate, 30)),
    tickSeconds: ratioOf(stream.time_base, 0),
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

/** Text of a tag as a single line of bounded length; `null` for a missing or empty tag. */
function textOf(tags: Record<string, string> | undefined, name: string): string | null {
  const text = Object.entries(tags ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  const plain = text
    ?.replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX_CHARACTERS);
  return plain ? plain : null;
}

/** Value of a ratio such as `30000/1001`; `fallback` for an invalid ratio. */
function ratioOf(text: string | undefined, fallback: number): number {
  const [top, bottom] = (text ?? '').split('/').map(Number);
  const ratio = (top ?? 0) / (bottom ?? 0);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : fallback;
}
