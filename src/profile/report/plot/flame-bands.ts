import type { Flame, NamedWork } from '../schema/timeline.ts';
import { emptyRow, type Band, type BuiltRow, type SpanRow } from './span-rows.ts';

/** Flame chart over time: each row is a depth of the stack, with callers above callees. */
export function chartBand(title: string, flame: Flame): Band {
  const rows: BuiltRow[] = [];
  // Nodes of the previous stack, by depth; the last span of each row belongs to the node at that depth.
  let before: number[] = [];
  let endUs = Number.NaN;
  for (const [index, node] of flame.samples.node.entries()) {
    const startUs = flame.samples.startUs[index] ?? 0;
    const until = startUs + (flame.samples.durationUs[index] ?? 0);
    const stack = stackOf(flame, node);
    // A function continues if all its callers continue and there is no idle time between the samples.
    const same = startUs === endUs ? commonDepth(stack, before) : 0;
    for (const [depth, one] of stack.entries()) {
      const row = (rows[depth] ??= emptyRow());
      if (depth < same) row.endUs[row.endUs.length - 1] = until;
      else push(row, startUs, until, flame.nodes.function[one] ?? 0);
    }
    before = stack;
    endUs = until;
  }
  return bandOf(title, rows, flame.functions);
}

function commonDepth(one: readonly number[], other: readonly number[]): number {
  const different = one.findIndex((node, depth) => node !== other[depth]);
  return different < 0 ? one.length : different;
}

/** Node of stacks that are merged by function. */
export interface Merged {
  readonly function: number;
  weightUs: number;
  readonly children: Map<number, Merged>;
}

/** Stacks of the whole session merged by function, the heaviest first: how much, not when. */
export function leftHeavyBand(title: string, flame: Flame): Band {
  const root: Merged = { function: -1, weightUs: 0, children: new Map() };
  for (const [index, node] of flame.samples.node.entries()) {
    const weightUs = flame.samples.durationUs[index] ?? 0;
    let at = root;
    for (const one of stackOf(flame, node)) {
      const number = flame.nodes.function[one] ?? 0;
      const child = at.children.get(number) ?? { function: number, weightUs: 0, children: new Map() };
      at.children.set(number, child);
      child.weightUs += weightUs;
      at = child;
    }
  }
  return bandOf(title, mergedRows(root), flame.functions);
}

/** Rows of merged stacks, the heaviest first. */
export function mergedRows(root: Merged): BuiltRow[] {
  const rows: BuiltRow[] = [];
  const place = ({ children }: Merged, depth: number, fromUs: number): void => {
    let startUs = fromUs;
    for (const child of [...children.values()].toSorted((one, other) => other.weightUs - one.weightUs)) {
      push((rows[depth] ??= emptyRow()), startUs, startUs + child.weightUs, child.function);
      place(child, depth + 1, startUs);
      startUs += child.weightUs;
    }
  };
  place(root, 0, 0);
  return rows;
}

export interface FunctionTime {
  /** Number of the function in its flame graph. */
  readonly number: number;
  readonly name: string;
  readonly place: string;
  readonly group: string;
  readonly selfUs: number;
  /** Time of the function and its callees. */
  readonly totalUs: number;
}

/** Content of a flame graph as a table: functions with the most self time first. */
export function functionTimes(flame: Flame): FunctionTime[] {
  const times = flame.functions.map((one, number) => ({ ...one, number, selfUs: 0, totalUs: 0 }));
  for (const [index, node] of flame.samples.node.entries()) {
    const us = flame.samples.durationUs[index] ?? 0;
    const stack = stackOf(flame, node).map((one) => flame.nodes.function[one] ?? 0);
    // Counts a recursive function once for each sample.
    for (const number of new Set(stack)) {
      const time = times[number];
      if (time !== undefined) time.totalUs += us;
    }
    const last = times[stack.at(-1) ?? -1];
    if (last !== undefined) last.selfUs += us;
  }
  return times.toSorted((one, other) => other.selfUs - one.selfUs);
}

export function stackOf({ nodes }: Flame, node: number): number[] {
  const stack: number[] = [];
  for (let at = node; at >= 0; at = nodes.parent[at] ?? -1) stack.push(at);
  return stack.toReversed();
}

function push(row: BuiltRow, startUs: number, endUs: number, label: number): void {
  row.startUs.push(startUs);
  row.endUs.push(endUs);
  row.label.push(label);
}

export function bandOf(title: string, rows: readonly SpanRow[], names: readonly NamedWork[]): Band {
  return { title, rows, labels: names.map(fullName), groups: names.map(({ group }) => group) };
}

export const fullName = ({ name, place }: Pick<NamedWork, 'name' | 'place'>): string =>
  place === '' ? name : `${name}  ${place}`;
