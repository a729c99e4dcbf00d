import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { coloursOf } from './colours.ts';
import { faultOfFile } from '../preparation-fault.ts';
import type { RunTool } from './run-tool.ts';
import type { Video } from './source-video.ts';

/** The only checked codec, since ffmpeg can decode just its key frames; VP9 and AV1 would need a full decode. */
const CODEC = 'hevc';
const FACTS = 'best_effort_timestamp_time,color_primaries,color_transfer';

/**
 * Refuses a file in which high dynamic range or wide colours begin or end. A run has a single colour conversion, so ffmpeg would fail at
 * the change, or later pictures would have wrong colours.
 */
export async function refuseRangeChange(video: Video, run: RunTool, signal?: AbortSignal): Promise<void> {
  const { path, picture, beginSeconds, originSeconds } = video;
  if (picture?.codec !== CODEC) return;
  const kinds: { readonly kind: string; readonly seconds: number }[] = [];
  await run('ffprobe', {
    args: [
      ...['-skip_frame', 'nokey', '-select_streams', String(picture.index), '-show_entries', `frame=${FACTS}`],
      ...['-print_format', 'compact', `file:${path}`],
    ],
    signal,
    onLine(line) {
      const fact = (name: string): string | undefined => new RegExp(String.raw`\b${name}=([\w.-]+)`).exec(line)?.[1];
      if (!line.startsWith('frame|')) return;
      const kind = kindOf(fact('color_primaries'), fact('color_transfer'));
      if (kind !== kinds.at(-1)?.kind) kinds.push({ kind, seconds: Number(fact('best_effort_timestamp_time')) });
    },
  });
  const [before, after] = kinds;
  if (before === undefined || after === undefined) return;
  const place = clockTime(after.seconds - beginSeconds - originSeconds);
  throw faultOfFile(
    `The pictures are of ${before.kind}, and from ${place} on of ${after.kind}: a video has one of them. Cut the file there and add each part, or save it in one of them with the program that made it.`,
  );
}

function kindOf(primaries: string | undefined, transfer: string | undefined): string {
  const { isHighDynamicRange, isWide } = coloursOf({ color_primaries: primaries, color_transfer: transfer });
  // After a change, ffmpeg's HEVC decoder still reports HLG, but correct primaries.
  if (isHighDynamicRange && (isWide || primaries === 'unknown')) return 'high dynamic range (HDR)';
  return isWide ? 'the wide colours of BT.2020' : 'ordinary range (SDR)';
}
