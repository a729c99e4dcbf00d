import { QUALITY_NAMES, type QualityName } from '../../../../protocol/host/player-info.ts';
import { SAVED_QUALITY, USUAL_LIMITS, type LoadingLimits } from '../../../../protocol/media/loading-limits.ts';
import { SLOWEST_SPEEDS, type NetworkFacts } from '../../platform/network-facts.ts';

/** 360p, for the slowest kinds of connections. */
const SLOWEST_QUALITY = 'medium';
/** Bridges a change of the mobile cell; a viewer who leaves has loaded a third of the usual buffer in vain. */
const SAVED_AHEAD_SECONDS = 10;

/** The highest quality for viewers who save data. */
export const savedQuality = ({ speed }: NetworkFacts): QualityName =>
  SLOWEST_SPEEDS.includes(speed) ? SLOWEST_QUALITY : SAVED_QUALITY;

/** Combines all limits of the quality: the lowest counts. While saving data, the quality does not follow the density of the screen. */
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

/** The lowest of these qualities; every quality is below `auto`. */
export function lowestOf(names: readonly QualityName[]): QualityName {
  const lowest = Math.min(...names.map((name) => QUALITY_NAMES.indexOf(name)), QUALITY_NAMES.indexOf('auto'));
  return QUALITY_NAMES[lowest] ?? 'auto';
}
