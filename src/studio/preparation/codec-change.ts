import { stat } from 'node:fs/promises';
import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { Probe } from './probe.ts';
import type { RunTool } from './run-tool.ts';
import type { Video } from './source-video.ts';

/** Bytes at the end of a broadcast from which ffmpeg can identify its streams. */
const END_BYTES = 4_000_000;
/** Precision of the reported place, as a share of the file. */
const STEP_SHARE = 1 / 100;

/** Codecs by stream identifier. */
type Codecs = ReadonlyMap<string, string>;

/**
 * A sentence about a stream of a broadcast that changes its codec, with the place; `undefined` without a change. ffmpeg decodes
 * everything with the first codec, and reports errors as if the file were damaged.
 */
export async function findCodecChange(video: Video, run: RunTool, signal?: AbortSignal): Promise<string | undefined> {
  const { path, lengthSeconds } = video;
  const { size } = await stat(path);
  const codecsFrom = (offset: number): Promise<Codecs> => readCodecs(path, Math.floor(offset), run, signal);
  const first = await codecsFrom(0);
  let [before, after] = [0, size - Math.min(END_BYTES, size / 4)];
  const change = changeOf(first, await codecsFrom(after));
  if (change === undefined) return undefined;
  while (after - before > size * STEP_SHARE) {
    const middle = (before + after) / 2;
    if (changeOf(first, await codecsFrom(middle)) === undefined) before = middle;
    else after = middle;
  }
  return `From about ${clockTime((after / size) * lengthSeconds)} on, a stream is ${change.to} that is ${change.from} at the beginning.`;
}

function changeOf(first: Codecs, later: Codecs): { readonly from: string; readonly to: string } | undefined {
  for (const [id, from] of first) {
    const to = later.get(id);
    if (to !== undefined && to !== from) return { from: from.toUpperCase(), to: to.toUpperCase() };
  }
  return undefined;
}

/** Codecs that ffprobe finds when it reads the file from a byte offset. */
async function readCodecs(path: string, offset: number, run: RunTool, signal?: AbortSignal): Promise<Codecs> {
  const lines: string[] = [];
  await run('ffprobe', {
    args: ['-skip_initial_bytes', String(offset), '-show_streams', '-print_format', 'json', `file:${path}`],
    onLine: (line) => lines.push(line),
    signal,
  });
  const { streams } = Probe.parse(JSON.parse(lines.join('\n')));
  const known = streams.filter(({ codec_name: codec = 'unknown' }) => codec !== 'unknown');
  return new Map(
    known.flatMap(({ id, codec_name: codec }) => (id === undefined || codec === undefined ? [] : [[id, codec]])),
  );
}
