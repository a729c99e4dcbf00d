import { PreparationFault } from '../preparation-fault.ts';
import type { RunTool } from './run-tool.ts';

/** Video codecs in encoding order: H.264 first, which every browser plays. */
export const VIDEO_CODECS = ['h264', 'av1', 'hevc', 'vp9'] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];

interface VideoEncoder {
  readonly title: string;
  /** ffmpeg's name of the encoder. */
  readonly encoder: string;
  /** Bit rate at the same quality, relative to H.264. */
  readonly rateShare: number;
  /** Encoding time relative to H.264, measured on two cores. */
  readonly timeShare: number;
  /** Encoder options: key frames only where `-force_key_frames` requests them, and frames displayed in decoding order. */
  readonly options: (maxKilobits: number, isStill: boolean) => readonly string[];
}

const capped = (maxKilobits: number): string[] => ['-maxrate', `${maxKilobits}k`, '-bufsize', `${maxKilobits * 2}k`];

export const VIDEO_ENCODERS: Readonly<Record<VideoCodec, VideoEncoder>> = {
  h264: {
    ...{ title: 'H.264', encoder: 'libx264', rateShare: 1, timeShare: 1 },
    options: (maxKilobits, isStill) => [
      ...['-preset', 'fast', '-crf', '23', '-profile:v', 'high', ...(isStill ? ['-tune', 'stillimage'] : [])],
      // No B-frames: they would save a few bytes, but delay the pictures against the sound.
      ...[...capped(maxKilobits), '-sc_threshold', '0', '-bf', '0', '-x264-params', 'open-gop=0'],
    ],
  },
  av1: {
    ...{ title: 'AV1', encoder: 'libsvtav1', rateShare: 0.65, timeShare: 4 },
    options: (maxKilobits) => [
      // Faster presets need more bytes at the same quality. `codecs.md` has the savings of this preset.
      ...['-preset', '6', '-crf', '35', ...capped(maxKilobits)],
      // SVT-AV1 ignores requested key frames without this option.
      ...['-svtav1-params', 'enable-force-key-frames=1'],
    ],
  },
  hevc: {
    ...{ title: 'HEVC', encoder: 'libx265', rateShare: 0.75, timeShare: 3 },
    options: (maxKilobits) => [
      // Apple's players support only the tag `hvc1`.
      ...['-preset', 'fast', '-crf', '25', ...capped(maxKilobits), '-tag:v', 'hvc1', '-forced-idr', '1'],
      ...['-x265-params', 'bframes=0:open-gop=0:scenecut=0:log-level=error'],
    ],
  },
  vp9: {
    ...{ title: 'VP9', encoder: 'libvpx-vp9', rateShare: 0.75, timeShare: 3 },
    // Together with a quality (`-crf`), the bit rate is an upper limit.
    options: (maxKilobits) => [
      ...['-deadline', 'good', '-cpu-used', '4', '-row-mt', '1', '-crf', '34', '-b:v', `${maxKilobits}k`],
    ],
  },
};

const isCodec = (name: string): name is VideoCodec => VIDEO_CODECS.some((codec) => codec === name);

/** Parses a list of codecs such as `h264,av1`; the result always includes H.264. */
export function readCodecs(text: string): readonly VideoCodec[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.filter((name) => !isCodec(name));
  if (unknown.length > 0)
    throw new PreparationFault(
      `--codecs ${text}: there is no '${unknown.join("', '")}', but ${VIDEO_CODECS.join(', ')}, with commas between them.`,
    );
  return VIDEO_CODECS.filter((codec) => codec === 'h264' || names.includes(codec));
}

/** Refuses codecs whose encoder this ffmpeg lacks, before any work. */
export async function requireEncoders(
  codecs: readonly VideoCodec[],
  run: RunTool,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = new Set<string>();
  await run('ffmpeg', {
    args: ['-encoders'],
    signal,
    onLine: (line) => found.add(line.trim().split(/\s+/)[1] ?? ''),
  });
  const missing = codecs.map((codec) => VIDEO_ENCODERS[codec]).filter(({ encoder }) => !found.has(encoder));
  if (missing.length === 0) return;
  const [titles, encoders] = [missing.map(({ title }) => title), missing.map(({ encoder }) => encoder)];
  throw new PreparationFault(
    `This ffmpeg cannot encode ${titles.join(' and ')}: install one that is built with ${encoders.join(' and ')} ` +
      `(those of Debian 12, Ubuntu 22.10, Homebrew and winget are), or take it out of --codecs.`,
  );
}
