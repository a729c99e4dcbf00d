import { gzipSync } from 'fflate';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  COMPRESSION_BODY_MAX_BYTES,
  COMPRESSION_BODY_MIN_BYTES,
  COMPRESSION_SLOW_RUNS_MAX,
  COMPRESSION_SLOW_RUN_MS,
} from '../../../protocol/constants.ts';

export interface CompressedBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
  readonly isCompressed: boolean;
}

export type Compress = (text: string) => Promise<CompressedBody>;

/**
 * N19, N20. The platform's stream where there is one: fed by a writer it is as fast as fflate for small bodies and
 * faster from 32 KB; fed by a blob it would cost milliseconds.
 */
export function createCompressor(
  clock: Clock,
  stream: typeof CompressionStream | undefined,
  onGivenUp: () => void = () => {},
): Compress {
  let slowRuns = 0;
  return async (text) => {
    const bytes = new TextEncoder().encode(text);
    const asItIs = { body: text, sizeBytes: bytes.length, isCompressed: false };
    if (slowRuns >= COMPRESSION_SLOW_RUNS_MAX || !isWorthCompressing(bytes.length)) return asItIs;
    const startMs = clock.monotonicNow();
    const body = stream === undefined ? new Uint8Array(gzipSync(bytes)) : await gzipByStream(bytes, stream);
    if (clock.monotonicNow() - startMs > COMPRESSION_SLOW_RUN_MS) {
      slowRuns += 1;
      if (slowRuns === COMPRESSION_SLOW_RUNS_MAX) onGivenUp();
    }
    return { body, sizeBytes: body.length, isCompressed: true };
  };
}

function isWorthCompressing(sizeBytes: number): boolean {
  return sizeBytes >= COMPRESSION_BODY_MIN_BYTES && sizeBytes <= COMPRESSION_BODY_MAX_BYTES;
}

async function gzipByStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: typeof CompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new stream('gzip');
  const writer = writable.getWriter();
  // The reader below rejects with the same error.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(readable).arrayBuffer());
}
