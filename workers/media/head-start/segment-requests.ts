import type { SpanName } from '../../../protocol/profiling/span-names.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { fetchPart } from '../fetch-part.ts';
import type { EarlySpan } from '../media-spans-module.ts';

export interface SegmentRequestsOptions {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Records fetched segments. */
  readonly note: (...span: EarlySpan) => void;
}

/** Requests whole segments and measures how fast they arrive. */
export class SegmentRequests {
  readonly #options: SegmentRequestsOptions;
  #bits = 0;
  #ms = 0;

  constructor(options: SegmentRequestsOptions) {
    this.#options = options;
  }

  /** Measured bits per second; 0 if unknown. */
  get bandwidthEstimate(): number {
    return (this.#bits / (this.#ms || Infinity)) * 1_000;
  }

  async bytes(url: string, name: SpanName, init?: RequestInit): Promise<ArrayBuffer> {
    const { fetch, clock, note } = this.#options;
    const startMs = clock.monotonicNow();
    const data = await (await fetchPart(fetch, url, init)).arrayBuffer();
    const endMs = clock.monotonicNow();
    this.#bits += data.byteLength * 8;
    this.#ms += endMs - startMs;
    note(name, startMs, endMs, data.byteLength);
    return data;
  }
}
