import type { Setting } from './report.ts';

/** Measured slow-downs differ from the asked one by some of this share on an idle machine. */
const SLOWDOWN_TOLERANCE = 0.3;
/** Threads that want to run for each core: beyond it they wait for each other. */
const LOAD_PER_CORE_MAX = 1;

/** Reasons why the figures of a setting say nothing reliable, as sentences; none for a quiet machine that did what was asked. */
export function doubtsOf(setting: Pick<Setting, 'throttle' | 'runs'>, cores: number): string[] {
  return [...slowdownDoubts(setting), ...loadDoubts(setting, cores)];
}

function slowdownDoubts({ throttle }: Pick<Setting, 'throttle'>): string[] {
  return throttle.flatMap(({ target, askedRate, measuredRate }) => {
    if (measuredRate === null || Math.abs(measuredRate / askedRate - 1) <= SLOWDOWN_TOLERANCE) return [];
    return `The slow-down is not the one that was asked for: ${target} was asked for ${askedRate}×, and measured ${measuredRate.toFixed(1)}×.`;
  });
}

function loadDoubts({ runs }: Pick<Setting, 'runs'>, cores: number): string[] {
  const counted = runs.filter(({ discarded }) => discarded === null);
  const load = Math.max(0, ...counted.flatMap(({ loadBefore, loadAfter }) => [loadBefore, loadAfter]));
  if (load / cores <= LOAD_PER_CORE_MAX) return [];
  return [
    `The machine was loaded: on average up to ${load.toFixed(1)} threads wanted to run on ${cores} cores, so some of them waited.`,
  ];
}
