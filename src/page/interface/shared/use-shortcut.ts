import { useFeature, usePage, useStore } from './player-context.tsx';
import { isSingleKey, singleKeys } from './single-keys.ts';

/** The key that a control may name; `undefined` while the host or the viewer has turned the key off. */
export function useShortcut(key: string | undefined): string | undefined {
  const { parameters } = usePage();
  const hasSingleKeys = useStore(useFeature(singleKeys));
  if (key === undefined || parameters.disablekb) return undefined;
  return isSingleKey(key) && !hasSingleKeys ? undefined : key;
}

/** The text of a control's bubble: its name, and its key if the key works. */
export function tooltipOf(label: string, key: string | undefined): string {
  return key === undefined ? label : `${label} (${key})`;
}
