import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { segmentByMp4Box } from './mp4box-segments.ts';

const run = promisify(execFile);

/** A stream as a maker writes it with given options, and how it is to play. */
export interface Entry {
  readonly name: string;
  /** Options for the maker, behind its inputs. */
  readonly options: readonly string[];
  /** Encoder that the installed maker may lack. */
  readonly encoder?: string;
  /** Inputs instead of a picture with a tone. */
  readonly inputs?: readonly string[];
  /** Works on the files that ffmpeg has written. */
  readonly finish?: (folder: string) => Promise<void>;
  /** Text that captions inside the stream show. */
  readonly captions?: RegExp;
  /** Code of the error card, where the stream does not play. */
  readonly error?: string;
}

/** Long enough for three segments. */
export const ENTRY_SECONDS = 6;

const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=12:duration=${ENTRY_SECONDS}`];
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${ENTRY_SECONDS}`];
const CUES = ['-f', 'webvtt', '-i', 'cues.vtt'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '24', '-sc_threshold', '0'];
export const AVC = [...X264, '-c:a', 'aac'];
const OPEN_GOP = ['-preset', 'veryfast', '-bf', '3', '-x264-params', 'open-gop=1'];
export const HLS = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_playlist_type', 'vod'];
export const FMP4 = [...HLS, '-hls_segment_type', 'fmp4'];
export const INDEX = 'master.m3u8';
/** The segment muxer, up to the name of its files. */
const SEGMENTS = ['-f', 'segment', '-segment_time', '2', '-segment_list', INDEX, '-segment_list_type', 'm3u8'];
const LADDER = ['-master_pl_name', INDEX, '-var_stream_map'];
const KEY = ['-hls_key_info_file', 'key-info'];
const BOTH = [...PICTURE, ...SOUND];
const CAPTIONED = [...BOTH, ...CUES];
const CLOSED = [join(process.cwd(), 'tests/media/kinds/closed/master.m3u8')];

/** HLS by the muxers of ffmpeg. */
export const FFMPEG_CONTAINERS: readonly Entry[] = [
  { name: 'MPEG-TS', options: [...AVC, ...HLS, INDEX] },
  { name: 'MPEG-TS in byte ranges of one file', options: [...AVC, ...HLS, '-hls_flags', 'single_file', INDEX] },
  { name: 'MPEG-TS without sound', inputs: PICTURE, options: [...X264, ...HLS, INDEX] },
  { name: 'MPEG-TS of sound alone', inputs: SOUND, options: ['-c:a', 'aac', ...HLS, INDEX] },
  { name: 'MPEG-TS whose time stamps wrap', options: [...AVC, '-output_ts_offset', '95440', ...HLS, INDEX] },
  { name: 'MPEG-TS with B-frames', options: [...AVC, '-preset', 'veryfast', '-bf', '3', ...HLS, INDEX] },
  { name: 'MPEG-TS with times of day', options: [...AVC, ...HLS, '-hls_flags', 'program_date_time', INDEX] },
  { name: 'MPEG-TS with rounded lengths', options: [...AVC, ...HLS, '-hls_flags', 'round_durations', INDEX] },
  { name: 'MPEG-TS with discontinuities', options: [...AVC, ...HLS, '-hls_flags', 'discont_start', INDEX] },
  { name: 'fMP4', options: [...AVC, ...FMP4, INDEX] },
  { name: 'fMP4 of open GOPs', options: [...AVC, ...OPEN_GOP, ...FMP4, INDEX] },
  {
    name: 'fMP4 of open GOPs, marked as independent',
    options: [...AVC, ...OPEN_GOP, ...FMP4, '-hls_flags', 'independent_segments', INDEX],
  },
  { name: 'fMP4 in byte ranges of one file', options: [...AVC, ...FMP4, '-hls_flags', 'single_file', INDEX] },
  {
    name: 'fMP4 in a ladder with sound apart',
    options: [
      ...['-map', '0', '-map', '0', '-map', '1', ...AVC, '-b:v:0', '100k', '-b:v:1', '300k', ...FMP4, ...LADDER],
      ...['v:0,agroup:a v:1,agroup:a a:0,agroup:a,default:yes', '%v.m3u8'],
    ],
  },
  { name: 'fMP4 of an event', options: [...AVC, ...FMP4, '-hls_playlist_type', 'event', INDEX] },
  {
    name: 'the DASH muxer with playlists',
    options: [...AVC, '-f', 'dash', '-seg_duration', '2', '-hls_playlist', '1', 'stream.mpd'],
  },
  {
    name: 'the segment muxer',
    options: [...AVC, ...SEGMENTS, '%d.ts'],
  },
  {
    name: 'packed AAC by the segment muxer',
    inputs: SOUND,
    options: ['-c:a', 'aac', ...SEGMENTS, '%d.aac'],
  },
];

/** Keys and captions by ffmpeg. */
export const FFMPEG_KEYS_AND_CAPTIONS: readonly Entry[] = [
  { name: 'AES-128', options: [...AVC, ...HLS, ...KEY, INDEX] },
  {
    name: 'AES-128 with a key for each segment',
    options: [...AVC, ...HLS, ...KEY, '-hls_flags', 'periodic_rekey', INDEX],
  },
  {
    name: 'WebVTT beside MPEG-TS',
    inputs: CAPTIONED,
    captions: /^Second \d$/,
    options: [
      ...['-map', '0', '-map', '1', '-map', '2', ...AVC, '-c:s', 'webvtt', ...HLS, ...LADDER],
      ...['v:0,a:0,s:0,sgroup:subs,language:en', '%v.m3u8'],
    ],
  },
  {
    name: 'CEA-608 in pictures that were encoded again, MPEG-TS',
    inputs: ['-allowed_extensions', 'ALL', '-i', ...CLOSED],
    captions: /^A < B & \d$/,
    options: [...X264, '-a53cc', '1', ...HLS, INDEX],
  },
  {
    name: 'CEA-608 in pictures that were encoded again, fMP4',
    inputs: ['-allowed_extensions', 'ALL', '-i', ...CLOSED],
    captions: /^A < B & \d$/,
    options: [...X264, '-a53cc', '1', ...FMP4, INDEX],
  },
];

/** Codecs by ffmpeg. */
export const FFMPEG_CODECS: readonly Entry[] = [
  { name: 'MP3 in MPEG-TS', encoder: 'libmp3lame', options: [...X264, '-c:a', 'libmp3lame', ...HLS, INDEX] },
  { name: 'AC-3 in MPEG-TS', encoder: 'ac3', options: [...X264, '-c:a', 'ac3', ...HLS, INDEX] },
  {
    name: 'MPEG-2 pictures in MPEG-TS',
    encoder: 'mpeg2video',
    options: ['-c:v', 'mpeg2video', '-c:a', 'aac', ...HLS, INDEX],
  },
  { name: 'Opus in fMP4', encoder: 'libopus', options: [...X264, '-c:a', 'libopus', ...FMP4, INDEX] },
  { name: 'FLAC in fMP4', encoder: 'flac', options: [...X264, '-c:a', 'flac', '-strict', '-2', ...FMP4, INDEX] },
  {
    name: 'VP9 in fMP4',
    encoder: 'libvpx-vp9',
    options: [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-g',
      '24',
      '-c:a',
      'aac',
      ...FMP4,
      INDEX,
    ],
  },
  {
    name: 'AV1 in fMP4',
    encoder: 'libaom-av1',
    options: ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-g', '24', '-c:a', 'aac', ...FMP4, INDEX],
  },
  {
    name: 'HEVC in fMP4, which Chromium of Debian cannot decode',
    error: 'fmt.noneavailable',
    encoder: 'libx265',
    options: [
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=0',
      '-g',
      '24',
      '-tag:v',
      'hvc1',
      '-c:a',
      'aac',
      ...FMP4,
      INDEX,
    ],
  },
];

/** Segments by MP4Box.js, the port of GPAC's tool. */
export const MP4BOX: readonly Entry[] = [
  { name: 'AVC and AAC', options: [...AVC, '-movflags', '+faststart', 'source.mp4'], finish: segmentByMp4Box },
  {
    name: 'AVC with B-frames and an edit list',
    options: [...AVC, '-preset', 'veryfast', '-bf', '2', '-movflags', '+faststart', 'source.mp4'],
    finish: segmentByMp4Box,
  },
];

const encoders = (): string => spawnSync('ffmpeg', ['-hide_banner', '-encoders']).stdout.toString();
let known: string | undefined;

/** Whether the installed ffmpeg can make the entry. */
export function canMake({ encoder }: Entry): boolean {
  known ??= encoders();
  return encoder === undefined || new RegExp(`^ [VASFXBD.]+ ${encoder} `, 'm').test(known);
}

const at = (second: number): string => `00:00:0${second}.000`;
const cues = Array.from(
  { length: ENTRY_SECONDS },
  (_, second) => `${at(second)} --> ${at(second + 1)}\nSecond ${second}\n`,
);

/** Writes the stream into the folder, which players see below `address`. */
export async function makeEntry(
  { inputs = BOTH, options, finish }: Entry,
  folder: string,
  address: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'cues.vtt'), `WEBVTT\n\n${cues.join('\n')}`);
  await writeFile(join(folder, 'key'), Buffer.alloc(16, 'key'));
  await writeFile(join(folder, 'key-info'), `${address}/key\nkey\n`);
  await run('ffmpeg', ['-hide_banner', '-v', 'error', '-nostdin', '-y', ...inputs, ...options], { cwd: folder });
  await finish?.(folder);
}
