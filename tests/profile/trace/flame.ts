import type { Flame, NamedWork } from '../../../src/profile/report/schema/timeline.ts';
import { isScript, type CpuProfile, type ProfileNode } from './cpu-profile.ts';
import type { WorkNames } from './work-names.ts';

/** The profile of a thread in the form of the report: functions instead of call frames, without idle time. */
export function flameOf(profile: CpuProfile, names: WorkNames, fromUs: number): Flame {
  const functions: NamedWork[] = [];
  const functionNumbers = new Map<string, number>();
  const nodes: Flame['nodes'] = { function: [], parent: [] };
  const nodeNumbers = new Map<number, number>();

  const functionNumber = (node: ProfileNode): number => {
    const described = names.describe(profile, node);
    const key = `${described.name} ${described.place} ${described.group}`;
    const known = functionNumbers.get(key);
    if (known !== undefined) return known;
    functionNumbers.set(key, functions.length);
    return functions.push(described) - 1;
  };
  const nodeNumber = (id: number): number => {
    const known = nodeNumbers.get(id);
    if (known !== undefined) return known;
    const node = profile.nodes.get(id);
    if (node === undefined || node.callFrame.functionName === '(root)') return -1;
    const parent = node.parent === undefined ? -1 : nodeNumber(node.parent);
    const number = nodes.function.push(functionNumber(node)) - 1;
    nodes.parent.push(parent);
    nodeNumbers.set(id, number);
    return number;
  };

  const samples: Flame['samples'] = { node: [], startUs: [], durationUs: [] };
  let endUs = Number.NaN;
  for (const { node, startUs, durationUs } of profile.samples) {
    const found = profile.nodes.get(node);
    if (found === undefined || !isScript(found)) continue;
    const number = nodeNumber(node);
    const last = samples.node.length - 1;
    const start = Math.round(startUs - fromUs);
    const end = Math.round(startUs + durationUs - fromUs);
    if (samples.node[last] === number && endUs === start) {
      samples.durationUs[last] = end - (samples.startUs[last] ?? start);
    } else {
      samples.node.push(number);
      samples.startUs.push(start);
      samples.durationUs.push(end - start);
    }
    endUs = end;
  }
  return { functions, nodes, samples };
}
