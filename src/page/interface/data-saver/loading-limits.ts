import { QUALITY_NAMES, type QualityName } from '../../../../protocol/host/player-info.ts';
import { SAVED_QUALITY, USUAL_LIMITS, type LoadingLimits } from '../../../../protocol/media/loading-limits.ts';
import { SLOWEST_SPEEDS, type NetworkFacts } from '../../platform/network-facts.ts';

/** 360p, where the connection is of the slowest kinds. */
const SLOWEST_QUALITY = 'medium';
/** Bridges a change of the cell, and costs a viewer who leaves a third of the usual. */
const SAVED_AHEAD_SECONDS = 10;

/** The best quality of those who save data. */
export const savedQuality = ({ speed }: NetworkFacts): QualityName =>
  SLOWEST_SPEEDS.includes(speed) ? SLOWEST_QUALITY : SAVED_QUALITY;

/** The limits of all who limit the quality: the lowest counts. Who saves data sees less sharply than a dense screen could show. */
export function limitsFor(
  isSaving: boolean,
  facts: NetworkFacts,
  given: readonly QualityName[],
  density: number,
): LoadingLimits {
  return {
    maxQuality: lowestOf(isSaving ? [...given, savedQuality(facts)] : given),
    aheadSeconds: isSaving ? SAVED_AHEAD_SECONDS : USUAL_LIMITS.aheadSeconds,
    boxDivisor: isSaving ? Math.max(1, density) : 1,
  };
}

/** The lowest of these qualities; any is below `auto`. */
export function lowestOf(names: readonly QualityName[]): QualityName {
  const lowest = Math.min(...names.map((name) => QUALITY_NAMES.indexOf(name)), QUALITY_NAMES.indexOf('auto'));
  return QUALITY_NAMES[lowest] ?? 'auto';
}
