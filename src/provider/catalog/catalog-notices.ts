import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../../protocol/runtime/counted.ts';
import type { Catalog } from './catalog.ts';

/** Names listed in a notice before the rest is only counted. */
const NAMES_MAX = 5;

/** Size in words: `12 videos, 2 playlists; 1 skipped, 2 warnings`. */
export function sizeOf({ videos, playlists, problems }: Catalog): string {
  const count = (effect: string): number => problems.filter((problem) => problem.effect === effect).length;
  const found = `${counted(videos.size, 'video')}, ${counted(playlists.size, 'playlist')}`;
  const [skipped, kept, warnings] = [count('skipped'), count('kept'), count('warning')];
  const faults = [
    skipped === 0 ? '' : `${skipped} skipped`,
    kept === 0 ? '' : `${kept} kept as before`,
    warnings === 0 ? '' : counted(warnings, 'warning'),
  ].filter((text) => text !== '');
  return faults.length === 0 ? found : `${found}; ${faults.join(', ')}`;
}

/** Videos that were added, changed or removed; `undefined` if none were. */
export function changesBetween(before: Catalog, after: Catalog): string | undefined {
  const changes = [
    ...mapChanges('video', before.videos, after.videos, (video) => video.isDescribedOnly !== true),
    ...mapChanges('playlist', before.playlists, after.playlists),
    ...(isDeepStrictEqual(before.site, after.site) ? [] : ['site.json taken over']),
  ];
  return changes.length === 0 ? undefined : changes.join('; ');
}

/** `isKnown`: whether the earlier value was complete; if not, the difference is only that more has been read. */
function mapChanges<T>(
  noun: string,
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isKnown: (value: T) => boolean = () => true,
): string[] {
  const added = [...after.keys()].filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const changed = [...after]
    .filter(([id, value]) => {
      const earlier = before.get(id);
      return earlier !== undefined && isKnown(earlier) && !isDeepStrictEqual(earlier, value);
    })
    .map(([id]) => id);
  return [named(noun, 'added', added), named(noun, 'changed', changed), named(noun, 'removed', removed)].flat();
}

function named(noun: string, verb: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > NAMES_MAX ? ` and ${ids.length - NAMES_MAX} more` : '';
  return [`${noun} ${verb}: ${ids.slice(0, NAMES_MAX).join(', ')}${more}`];
}
