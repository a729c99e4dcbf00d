import { isScript, type CpuProfile } from '../trace/cpu-profile.ts';
import type { Segment, SelfTime } from '../trace/self-time.ts';
import { BROWSER_GROUPS, SCRIPT } from '../trace/work-kinds.ts';
import { OTHER_SCRIPT, type WorkNames } from '../trace/work-names.ts';

/** Has no script inside. Other work may, for the browser has no span for every call into a script. */
const MEASURED: ReadonlySet<string> = new Set(Object.values(BROWSER_GROUPS));

/**
 * A thread's running time by group of work, in milliseconds. Work that the browser has spans for is measured; all else
 * is divided in proportion to its samples, whose clock is not the thread's.
 */
export function groupTimes(self: SelfTime, profile: CpuProfile | null, names: WorkNames): Map<string, number> {
  const times = new Map<string, number>();
  const add = (group: string, us: number): void => void times.set(group, (times.get(group) ?? 0) + us / 1_000);
  const weights = sampleWeights(self.segments, profile, names);
  for (const [work, us] of self.cpuUs) {
    const groups = weights.get(work);
    if (groups === undefined) {
      add(work === SCRIPT ? OTHER_SCRIPT : work, us);
      continue;
    }
    const total = [...groups.values()].reduce((sum, weight) => sum + weight, 0);
    for (const [group, weight] of groups) add(group, (us * weight) / total);
  }
  return times;
}

/** Sampled time by the work around it, and by group. */
function sampleWeights(
  segments: readonly Segment[],
  profile: CpuProfile | null,
  names: WorkNames,
): Map<string, Map<string, number>> {
  const weights = new Map<string, Map<string, number>>();
  let at = 0;
  for (const { node, startUs, durationUs } of profile?.samples ?? []) {
    while (at < segments.length && (segments[at]?.toUs ?? 0) <= startUs) at += 1;
    const segment = segments[at];
    const found = profile?.nodes.get(node);
    if (segment === undefined || segment.fromUs > startUs || profile === null || found === undefined) continue;
    const { work } = segment;
    if (MEASURED.has(work) || durationUs === 0) continue;
    // A sample without a function is no script.
    if (!isScript(found) && work === SCRIPT) continue;
    const group = isScript(found) ? names.describe(profile, found).group : work;
    const ofWork = weights.get(work) ?? new Map<string, number>();
    ofWork.set(group, (ofWork.get(group) ?? 0) + durationUs);
    weights.set(work, ofWork);
  }
  return weights;
}
