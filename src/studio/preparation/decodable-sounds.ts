import { PreparationFault } from '../preparation-fault.ts';
import type { Stream } from './probe.ts';
import type { RunTool } from './run-tool.ts';

/** Long enough for a damaged beginning; a track without a decoded frame by then counts as undecodable. */
const DECODE_TIMEOUT_MS = 30_000;
const SOUNDS_MAX = 16;

/** Tracks that ffmpeg can decode, the default track first. Only an attempt shows it: ffmpeg names codecs that it cannot decode. */
export async function decodableSounds(path: string, heard: readonly Stream[], run: RunTool, signal?: AbortSignal) {
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
