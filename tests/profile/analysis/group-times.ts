import { isScript, type CpuProfile } from '../trace/cpu-profile.ts';
import { BROWSER_GROUPS, type Segment, type SelfTime, type WorkKind } from '../trace/self-time.ts';
import { OTHER_SCRIPT, type WorkNames } from '../trace/work-names.ts';

/** Kinds whose spans have script in them, or may: the browser has no span for every call into a script. */
const DIVIDED = ['script', 'other'] as const satisfies readonly WorkKind[];
type DividedKind = (typeof DIVIDED)[number];

/** Group of a sample without a function of a script. */
const WITHOUT_SCRIPT: Readonly<Record<DividedKind, string | null>> = { script: null, other: BROWSER_GROUPS.other };
/** If there is no sample at all. */
const UNSAMPLED: Readonly<Record<DividedKind, string>> = { script: OTHER_SCRIPT, other: BROWSER_GROUPS.other };

/**
 * A thread's running time by group of work, in milliseconds. Kinds that the browser has spans for are measured; all else
 * is divided in proportion to its samples, whose clock is not the thread's.
 */
export function groupTimes(self: SelfTime, profile: CpuProfile | null, names: WorkNames): Map<string, number> {
  const times = new Map<string, number>();
  const add = (group: string, us: number): void => void times.set(group, (times.get(group) ?? 0) + us / 1_000);
  for (const [kind, us] of Object.entries(self.cpuUs) as [WorkKind, number][])
    if (kind !== 'script' && kind !== 'other') add(BROWSER_GROUPS[kind], us);
  const weights = sampleWeights(self.segments, profile, names);
  for (const kind of DIVIDED) {
    const total = [...weights[kind].values()].reduce((sum, weight) => sum + weight, 0);
    if (total === 0) add(UNSAMPLED[kind], self.cpuUs[kind]);
    else for (const [group, weight] of weights[kind]) add(group, (self.cpuUs[kind] * weight) / total);
  }
  return times;
}

function sampleWeights(
  segments: readonly Segment[],
  profile: CpuProfile | null,
  names: WorkNames,
): Record<DividedKind, Map<string, number>> {
  const weights = { script: new Map<string, number>(), other: new Map<string, number>() };
  let at = 0;
  for (const { node, startUs, durationUs } of profile?.samples ?? []) {
    while (at < segments.length && (segments[at]?.toUs ?? 0) <= startUs) at += 1;
    const segment = segments[at];
    const found = profile?.nodes.get(node);
    if (segment === undefined || segment.fromUs > startUs || profile === null || found === undefined) continue;
    const { kind } = segment;
    if (kind !== 'script' && kind !== 'other') continue;
    const group = isScript(found) ? names.describe(profile, found).group : WITHOUT_SCRIPT[kind];
    if (group !== null) weights[kind].set(group, (weights[kind].get(group) ?? 0) + durationUs);
  }
  return weights;
}
