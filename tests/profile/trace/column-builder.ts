import type { SpanColumns } from '../../../src/profile/report/schema/timeline.ts';

/** A span in microseconds since the start of the session. */
export interface FlatSpan {
  readonly name: string;
  readonly startUs: number;
  readonly durationUs: number;
}

/** Numbers names at their first use, for all columns of a lane. */
export class NameTable {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  list(): string[] {
    return [...this.#numbers.keys()];
  }
}

/** Spans of one thread as columns. A span that begins inside another is drawn below it. */
export function toColumns(spans: readonly FlatSpan[], names: NameTable): SpanColumns {
  const ordered = spans.toSorted((one, other) => one.startUs - other.startUs || other.durationUs - one.durationUs);
  const columns: SpanColumns = { name: [], startUs: [], durationUs: [], depth: [] };
  const open: number[] = [];
  for (const { name, startUs, durationUs } of ordered) {
    // The lowest row that is free again; rows below it stay in use.
    const free = open.findIndex((endUs) => endUs <= startUs);
    const lastUsed = open.findLastIndex((endUs) => endUs > startUs);
    const depth = lastUsed + 1 <= (free < 0 ? open.length : Number.POSITIVE_INFINITY) ? lastUsed + 1 : free;
    open[depth] = startUs + durationUs;
    open.length = depth + 1;
    columns.name.push(names.numberOf(name));
    columns.startUs.push(startUs);
    columns.durationUs.push(durationUs);
    columns.depth.push(depth);
  }
  return columns;
}
