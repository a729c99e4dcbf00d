import data, { type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };
import type { ApiName } from './take-away.ts';

/** Names of interfaces and globals that `engine` gained after `version`, or lacks. */
export function newerThan(engine: 'chrome' | 'firefox' | 'safari', version: number): readonly ApiName[] {
  const isNewer = ({ __compat }: Identifier): boolean =>
    __compat !== undefined &&
    ![__compat.support[engine] ?? []]
      .flat()
      .some(
        ({ version_added: added, prefix, flags }) =>
          prefix === undefined &&
          flags === undefined &&
          typeof added === 'string' &&
          Number.parseFloat(added) <= version,
      );
  return [data.api, data.javascript['builtins'] ?? {}].flatMap((tree) =>
    entriesOf(tree).flatMap(([name, owner]) => {
      if (isNewer(owner)) return [name];
      const newer = entriesOf(owner).filter(([, member]) => isNewer(member));
      return newer.map(([member]) => `${name}.${member.replace(/_static$/, '')}`);
    }),
  );
}

const entriesOf = (tree: Identifier | Record<string, Identifier>): [name: string, member: Identifier][] =>
  Object.entries(tree).filter(([name]) => name !== '__compat') as [string, Identifier][];
