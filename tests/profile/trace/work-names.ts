import type { NamedWork } from '../../../src/profile/report/schema/timeline.ts';
import type { CallFrame, CpuProfile, ProfileNode } from './cpu-profile.ts';
import type { SourceNames } from './source-names.ts';

/** Groups of work, by the path of the source. First match wins. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/node_modules\/hls\.js|node_modules\/@svta|^workers\/media\/|^src\/page\/engines\/|slim-hls/, 'media engine'],
  [/node_modules\/comlink/, 'calls between threads'],
  [/^src\/page\/(infrastructure\/connection|supervision)\//, 'calls between threads'],
  [/node_modules\/(idb|fflate)|^workers\/infrastructure\//, 'infrastructure service'],
  [/^src\/page\/(infrastructure|telemetry|lifecycle)\//, 'logging and telemetry on main'],
  [/node_modules\/zod|^protocol\//, 'schemas and shared vocabulary'],
  [/^(src\/page\/bridge|src\/host)\//, 'host bridge and host script'],
  [/node_modules\/(react|react-dom|scheduler)\/|^src\/page\/(interface|language)\//, 'interface'],
  [/^src\/page\/boot\//, 'boot'],
  [/^src\/page\//, 'player'],
];
/** Address of the embed page, whose inline script has no file of its own. */
const PAGE_ADDRESS = /\/(embed|v|e)\//;
export const OTHER_SCRIPT = 'other script';
/** Code that the tool itself runs in the page. */
export const MEASUREMENT = 'the measurement itself';

/** Names and groups of sampled functions. */
export class WorkNames {
  readonly #sources: SourceNames;
  readonly #described = new Map<CallFrame, NamedWork>();

  constructor(sources: SourceNames) {
    this.#sources = sources;
  }

  /** A function of the browser (`postMessage`, `JSON.parse`) is work of the script that calls it. */
  describe(profile: CpuProfile, node: ProfileNode): NamedWork {
    const known = this.#described.get(node.callFrame);
    if (known !== undefined) return known;
    const { url } = node.callFrame;
    const { name, source, line } = this.#sources.nameOf(node.callFrame);
    const described = {
      name,
      place: source === '' ? '' : `${source}:${line}`,
      group: groupOf(url, source) ?? this.#groupOfCaller(profile, node),
    };
    this.#described.set(node.callFrame, described);
    return described;
  }

  #groupOfCaller(profile: CpuProfile, { parent, callFrame }: ProfileNode): string {
    const caller = parent === undefined ? undefined : profile.nodes.get(parent);
    if (parent !== undefined && caller !== undefined && caller.callFrame.functionName !== '(root)')
      return this.describe(profile, caller).group;
    // Only the tool evaluates scripts without an address.
    return callFrame.scriptId === undefined || callFrame.scriptId === 0 ? OTHER_SCRIPT : MEASUREMENT;
  }
}

function groupOf(url: string, source: string): string | undefined {
  if (url === '') return undefined;
  const group = GROUPS.find(([pattern]) => pattern.test(source))?.[1];
  if (group !== undefined) return group;
  return PAGE_ADDRESS.test(url) ? 'boot' : OTHER_SCRIPT;
}
