import type { Setting } from '../../../src/profile/report/schema/report.ts';
import type { Flame, Lane, Timeline } from '../../../src/profile/report/schema/timeline.ts';

export type PlantedWork = Setting['calibration'][number];

/** Allowed difference between the shown and the planted time, as a share of the planted time. */
const TOLERANCE = 0.1;

export interface Planted {
  /** Identifier of the lane. */
  readonly lane: string;
  readonly functionName: string;
  readonly plantedMs: number;
}

/**
 * Searches the data of the report for planted work, which has to be in the flame graph and among the spans of the right lane,
 * and in the flame graph of no other lane.
 */
export function calibrate({ lanes }: Timeline, planted: readonly Planted[]): PlantedWork[] {
  return planted.flatMap(({ lane, functionName, plantedMs }) => {
    const flameMs = (wanted: (id: string) => boolean): number =>
      lanes
        .filter(({ id }) => wanted(id))
        .reduce((sum, { flame }) => sum + (flame === null ? 0 : timeOfFunction(flame, functionName)), 0);
    const elsewhereMs = flameMs((id) => id !== lane);
    const own = lanes.find(({ id }) => id === lane);
    const rowOf = (where: string, foundMs: number): PlantedWork => ({
      lane: `${own?.title ?? lane}, ${where}`,
      plantedMs,
      foundMs,
      elsewhereMs,
      isFound: Math.abs(foundMs - plantedMs) <= plantedMs * TOLERANCE && elsewhereMs <= plantedMs * TOLERANCE,
    });
    return [
      rowOf(
        'flame graph',
        flameMs((id) => id === lane),
      ),
      rowOf('spans', own === undefined ? 0 : spanMs(own, functionName)),
    ];
  });
}

function timeOfFunction(flame: Flame, name: string): number {
  return indexesOf(flame, name).reduce((sum, index) => sum + (flame.samples.durationUs[index] ?? 0), 0) / 1_000;
}

/** Indexes of all samples with the function anywhere in their stack. */
function indexesOf({ functions, nodes, samples }: Flame, name: string): number[] {
  const isBelow = (node: number): boolean => {
    for (let at = node; at >= 0; at = nodes.parent[at] ?? -1)
      if (functions[nodes.function[at] ?? -1]?.name === name) return true;
    return false;
  };
  return samples.node.flatMap((node, index) => (isBelow(node) ? [index] : []));
}

/** Duration of the innermost span around the middle of the planted work. */
function spanMs({ spans, flame }: Lane, functionName: string): number {
  const middleUs = flame === null ? null : middleOf(flame, functionName);
  if (middleUs === null) return 0;
  const around = spans.startUs
    .map((startUs, index) => ({ startUs, durationUs: spans.durationUs[index] ?? 0 }))
    .filter(({ startUs, durationUs }) => startUs <= middleUs && startUs + durationUs >= middleUs);
  return around.reduce((shortest, { durationUs }) => Math.min(shortest, durationUs), Number.POSITIVE_INFINITY) / 1_000;
}

function middleOf(flame: Flame, functionName: string): number | null {
  const indexes = indexesOf(flame, functionName);
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { startUs, durationUs } = flame.samples;
  return ((startUs[first] ?? 0) + (startUs[last] ?? 0) + (durationUs[last] ?? 0)) / 2;
}
