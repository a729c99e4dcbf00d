import { useFeature, usePage, useStore } from './player-context.tsx';
import { isSingleKey, singleKeys } from './single-keys.ts';

/** A key as its control may name it: `undefined` while the host or the viewer has turned it off. */
export function useShortcut(key: string | undefined): string | undefined {
  const { parameters } = usePage();
  const hasSingleKeys = useStore(useFeature(singleKeys));
  if (key === undefined || parameters.disablekb) return undefined;
  return isSingleKey(key) && !hasSingleKeys ? undefined : key;
}

/** The text of a control's bubble: its name, and its key if that works. */
export function tooltipOf(label: string, key: string | undefined): string {
  return key === undefined ? label : `${label} (${key})`;
}
