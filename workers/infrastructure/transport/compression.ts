import { gzipSync } from 'fflate';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { during } from '../during.ts';
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

/** Slow runs of the page's earlier services, and a listener for slow runs of this service (N20). */
export interface SlowRuns {
  readonly earlierCount?: number | undefined;
  readonly onSlowRun?: (count: number) => void;
  readonly onGivenUp?: () => void;
}

/**
 * Compresses with `CompressionStream` where it exists: fed by a writer it is as fast as fflate for small bodies and faster from
 * 32 KB; fed by a blob it would cost milliseconds (N19, N20).
 */
export function createCompressor(
  clock: Clock,
  stream: typeof CompressionStream | undefined,
  spans: SpanRing,
  { earlierCount = 0, onSlowRun, onGivenUp }: SlowRuns = {},
): Compress {
  let slowRuns = earlierCount;
  return async (text) => {
    const bytes = new TextEncoder().encode(text);
    const asItIs = { body: text, sizeBytes: bytes.length, isCompressed: false };
    if (slowRuns >= COMPRESSION_SLOW_RUNS_MAX || !isWorthCompressing(bytes.length)) return asItIs;
    const startMs = clock.monotonicNow();
    const body = await during(spans, 'compress', async () => gzip(bytes, stream), {
      bytes: bytes.length,
      toValue: ({ length }) => length,
    });
    if (clock.monotonicNow() - startMs > COMPRESSION_SLOW_RUN_MS) {
      slowRuns += 1;
      spans.gauges.slowCompressions = slowRuns;
      onSlowRun?.(slowRuns);
      if (slowRuns === COMPRESSION_SLOW_RUNS_MAX) {
        spans.gauges.compressionOff = 1;
        onGivenUp?.();
      }
    }
    return { body, sizeBytes: body.length, isCompressed: true };
  };
}

/** Header of a request with a compressed body. */
export function encodingHeader(isCompressed: boolean): Readonly<Record<string, string>> {
  return isCompressed ? { [HEADERS.contentEncoding]: 'gzip' } : {};
}

function isWorthCompressing(sizeBytes: number): boolean {
  return sizeBytes >= COMPRESSION_BODY_MIN_BYTES && sizeBytes <= COMPRESSION_BODY_MAX_BYTES;
}

/** The text of a body that {@link Compress} made. Rejects for bytes that are not gzip, and in browsers that cannot unpack them. */
export async function textOf(
  body: string | Uint8Array<ArrayBuffer>,
  stream: typeof DecompressionStream | undefined,
): Promise<string> {
  if (typeof body === 'string') return body;
  if (stream === undefined) throw new Error('no decompression');
  return new TextDecoder().decode(await throughStream(body, new stream('gzip')));
}

function gzip(
  bytes: Uint8Array<ArrayBuffer>,
  stream: typeof CompressionStream | undefined,
): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  return stream === undefined ? new Uint8Array(gzipSync(bytes)) : throughStream(bytes, new stream('gzip'));
}

async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // The reader below rejects with the same error.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(readable).arrayBuffer());
}
