import type { Flame } from '../schema/timeline.ts';
import { bandOf, mergedRows, stackOf, type Merged } from './flame-bands.ts';
import type { Band } from './span-rows.ts';

export interface Sandwich {
  /** All stacks that call the function, with the direct callers in the lowest row. */
  readonly callers: Band;
  /** The function, with its callees below it. */
  readonly callees: Band;
  readonly totalUs: number;
}

/** Callers and callees of a function. For a recursive function, the outermost call counts. */
export function sandwichOf(flame: Flame, number: number): Sandwich {
  const callers: Merged = { function: -1, weightUs: 0, children: new Map() };
  const callees: Merged = { function: -1, weightUs: 0, children: new Map() };
  for (const [index, node] of flame.samples.node.entries()) {
    const stack = stackOf(flame, node).map((one) => flame.nodes.function[one] ?? 0);
    const at = stack.indexOf(number);
    if (at < 0) continue;
    const weightUs = flame.samples.durationUs[index] ?? 0;
    addPath(callers, stack.slice(0, at).toReversed(), weightUs);
    addPath(callees, stack.slice(at), weightUs);
  }
  const name = flame.functions[number]?.name ?? '';
  return {
    callers: bandOf(`Callers of ${name}`, mergedRows(callers).toReversed(), flame.functions),
    callees: bandOf(`${name}, and what it called`, mergedRows(callees), flame.functions),
    totalUs: callees.weightUs,
  };
}

function addPath(root: Merged, path: readonly number[], weightUs: number): void {
  root.weightUs += weightUs;
  let at = root;
  for (const number of path) {
    const child = at.children.get(number) ?? { function: number, weightUs: 0, children: new Map<number, Merged>() };
    at.children.set(number, child);
    child.weightUs += weightUs;
    at = child;
  }
}
