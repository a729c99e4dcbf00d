import type { SpanColumns } from '../../../src/profile/report/schema/timeline.ts';

/** A span in microseconds since the start of the session. */
export interface FlatSpan {
  readonly name: string;
  /** Word for its work. */
  readonly group: string;
  readonly startUs: number;
  readonly durationUs: number;
  /** Time that the thread ran, where it is known. */
  readonly cpuUs?: number;
}

/** Numbers names, with their groups, at their first use, for all columns of a lane. */
export class NameTable {
  readonly #numbers = new Map<string, number>();
  readonly names: string[] = [];
  readonly groups: string[] = [];

  numberOf(name: string, group: string): number {
    const key = `${group}\n${name}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.names.push(name);
    this.groups.push(group);
    this.#numbers.set(key, this.names.length - 1);
    return this.names.length - 1;
  }
}

/** Spans of one thread as columns. A span that begins inside another is drawn below it. */
export function toColumns(spans: readonly FlatSpan[], names: NameTable): SpanColumns {
  const ordered = spans.toSorted((one, other) => one.startUs - other.startUs || other.durationUs - one.durationUs);
  const columns: SpanColumns = { name: [], startUs: [], durationUs: [], depth: [] };
  const cpu: number[] = [];
  const open: number[] = [];
  for (const { name, group, startUs, durationUs, cpuUs } of ordered) {
    // The lowest row that is free again; rows below it stay in use.
    const free = open.findIndex((endUs) => endUs <= startUs);
    const lastUsed = open.findLastIndex((endUs) => endUs > startUs);
    const depth = lastUsed + 1 <= (free < 0 ? open.length : Number.POSITIVE_INFINITY) ? lastUsed + 1 : free;
    open[depth] = startUs + durationUs;
    open.length = depth + 1;
    columns.name.push(names.numberOf(name, group));
    columns.startUs.push(startUs);
    columns.durationUs.push(durationUs);
    columns.depth.push(depth);
    if (cpuUs !== undefined) cpu.push(cpuUs);
  }
  return cpu.length === 0 ? columns : { ...columns, cpuUs: cpu };
}
