import type { NamedWork, SpanColumns } from '../../../src/profile/report/schema/timeline.ts';

/** A span in microseconds since the start of the session. */
export interface FlatSpan extends NamedWork {
  readonly startUs: number;
  readonly durationUs: number;
  /** Time that the thread ran, where it is known. */
  readonly cpuUs?: number;
}

/** Numbers names at their first use, for all columns of a lane. */
export class NameTable {
  readonly #numbers = new Map<string, number>();
  readonly names: NamedWork[] = [];

  numberOf({ name, place, group }: NamedWork): number {
    const key = [group, name, place].join('\n');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.names.push({ name, place, group }) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** Spans of one thread as columns. A span that begins inside another is drawn below it. */
export function toColumns(spans: readonly FlatSpan[], names: NameTable): SpanColumns {
  const ordered = spans.toSorted((one, other) => one.startUs - other.startUs || other.durationUs - one.durationUs);
  const columns: SpanColumns = { name: [], startUs: [], durationUs: [], depth: [] };
  const cpu: number[] = [];
  const open: number[] = [];
  for (const span of ordered) {
    const { startUs, durationUs, cpuUs } = span;
    // The row below all rows that are still in use.
    const depth = open.findLastIndex((endUs) => endUs > startUs) + 1;
    open[depth] = startUs + durationUs;
    open.length = depth + 1;
    columns.name.push(names.numberOf(span));
    columns.startUs.push(startUs);
    columns.durationUs.push(durationUs);
    columns.depth.push(depth);
    if (cpuUs !== undefined) cpu.push(cpuUs);
  }
  return cpu.length === 0 ? columns : { ...columns, cpuUs: cpu };
}
