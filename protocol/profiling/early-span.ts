import type { SpanName } from './span-names.ts';

/** A span from before the recorder was there: milliseconds with the time origin added. */
export type EarlySpan = readonly [name: SpanName, startMs: number, endMs: number, bytes: number];
