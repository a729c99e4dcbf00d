import type { Flame, Lane, SpanColumns } from '../schema/timeline.ts';
import type { View } from './view.ts';

export interface FunctionWork {
  readonly name: string;
  readonly place: string;
  readonly us: number;
}

/** One group of work of a thread in a part of the time. */
export interface GroupWork {
  readonly group: string;
  readonly us: number;
  /** The function in which most of it was sampled; `null` where the browser worked. */
  readonly largest: FunctionWork | null;
}

export interface WorkWithin {
  /** Time in tasks. */
  readonly busyUs: number;
  /** The largest first. */
  readonly groups: readonly GroupWork[];
}

/** Groups that samples divide further. */
const SCRIPT = 'script';
const UNNAMED = 'browser: tasks without a name';

/** Work of a thread in the visible time by group: spans without those inside them, script divided by its samples. */
export function workWithin({ spans, groups, flame }: Pick<Lane, 'spans' | 'groups' | 'flame'>, view: View): WorkWithin {
  const times = selfTimes(spans, groups, view);
  const busyUs = [...times.values()].reduce((sum, us) => sum + us, 0);
  const script = times.get(SCRIPT) ?? 0;
  const sampled = flame === null ? new Map<string, Map<number, number>>() : samplesWithin(flame, view);
  const sampledUs = [...sampled.values()].reduce((sum, functions) => sum + sumOf(functions), 0);
  if (sampledUs > 0) times.delete(SCRIPT);
  const found = [...times].map(([group, us]): GroupWork => ({ group, us, largest: null }));
  const divided = [...sampled].map(([group, functions]): GroupWork => {
    const [number = -1, most = 0] = [...functions].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const { name = '', place = '' } = flame?.functions[number] ?? {};
    const scale = sampledUs === 0 ? 0 : script / sampledUs;
    return { group, us: sumOf(functions) * scale, largest: { name, place, us: most * scale } };
  });
  return {
    busyUs,
    groups: [...found, ...divided].filter(({ us }) => us > 0).toSorted((one, other) => other.us - one.us),
  };
}

/** Spans are in the order of their starts, and `depth` says what is inside what. */
function selfTimes(
  { name, startUs, durationUs, depth }: SpanColumns,
  groups: readonly string[],
  view: View,
): Map<string, number> {
  const times = new Map<string, number>();
  const add = (group: string, us: number): void => void times.set(group, (times.get(group) ?? 0) + us);
  // Groups of the spans around, by depth.
  const around: string[] = [];
  for (const [index, start] of startUs.entries()) {
    const us = Math.min(start + (durationUs[index] ?? 0), view.toUs) - Math.max(start, view.fromUs);
    const level = depth[index] ?? 0;
    // Without a word it is a part of the work around it.
    const group = groups[name[index] ?? -1] || (around[level - 1] ?? UNNAMED);
    around[level] = group;
    around.length = level + 1;
    if (us <= 0) continue;
    add(group, us);
    const outer = around[level - 1];
    if (outer !== undefined) add(outer, -us);
  }
  return times;
}

/** Sampled time by group and function. */
function samplesWithin({ samples, nodes, functions }: Flame, view: View): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const [index, node] of samples.node.entries()) {
    const startUs = samples.startUs[index] ?? 0;
    const us = Math.min(startUs + (samples.durationUs[index] ?? 0), view.toUs) - Math.max(startUs, view.fromUs);
    if (us <= 0) continue;
    const number = nodes.function[node] ?? -1;
    const group = functions[number]?.group ?? SCRIPT;
    const ofGroup = found.get(group) ?? new Map<number, number>();
    ofGroup.set(number, (ofGroup.get(number) ?? 0) + us);
    found.set(group, ofGroup);
  }
  return found;
}

function sumOf(times: ReadonlyMap<number, number>): number {
  return [...times.values()].reduce((sum, us) => sum + us, 0);
}
