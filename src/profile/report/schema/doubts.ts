import type { Setting } from './report.ts';

/** Tolerated difference between measured and requested slow-down, as a share: on an idle machine it reaches this. */
const SLOWDOWN_TOLERANCE = 0.3;
/** Share of the cores that other processes may use; an idle browser uses a tenth of a core. */
const OTHERS_SHARE_MAX = 0.25;

/** Reasons why a setting has no verdict, as sentences; empty after several rounds on a quiet machine with the requested slow-down. */
export function doubtsOf(setting: Pick<Setting, 'throttle' | 'runs' | 'calibration'>, cores: number): string[] {
  return [
    ...calibrationDoubts(setting),
    ...roundDoubts(setting),
    ...slowdownDoubts(setting),
    ...loadDoubts(setting, cores),
  ];
}

/** Doubt about a single round, whose difference has no interval. A `found` page has no second variant, so nothing is compared. */
function roundDoubts({ runs }: Pick<Setting, 'runs'>): string[] {
  const compared = runs.filter(({ variant, discarded }) => variant === 'inline' && discarded === null);
  return compared.length === 1
    ? ['One round shows where the time goes. A verdict takes at least four: leave --runs out.']
    : [];
}

function calibrationDoubts({ calibration }: Pick<Setting, 'calibration'>): string[] {
  const missed = calibration.filter(({ isFound }) => !isFound);
  if (missed.length === 0) return [];
  const found = missed.map(
    ({ lane, plantedMs, foundMs }) => `${foundMs.toFixed(0)} of ${plantedMs.toFixed(0)} ms in ${lane}`,
  );
  return [`Void: of the work that was planted to check the tool it found ${found.join(', ')}. Use no figure of this.`];
}

function slowdownDoubts({ throttle }: Pick<Setting, 'throttle'>): string[] {
  return throttle.flatMap(({ target, askedRate, measuredRate }) => {
    if (measuredRate === null || Math.abs(measuredRate / askedRate - 1) <= SLOWDOWN_TOLERANCE) return [];
    return `The slow-down is not the one that was asked for: ${target} was asked for ${askedRate}×, and measured ${measuredRate.toFixed(1)}×.`;
  });
}

function loadDoubts({ runs }: Pick<Setting, 'runs'>, cores: number): string[] {
  const counted = runs.filter(({ discarded }) => discarded === null);
  const others = Math.max(0, ...counted.map(({ otherCores }) => otherCores));
  if (others / cores <= OTHERS_SHARE_MAX) return [];
  return [
    `The machine was busy: other processes took up to ${others.toFixed(1)} of its ${cores} cores before the runs.`,
  ];
}
