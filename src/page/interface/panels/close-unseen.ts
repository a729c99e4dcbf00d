import type { Features } from '../shared/features.ts';
import { panels } from './panels.ts';

/** Closes a panel that has not come yet, and so gets neither keys nor presses beside it. Returns whether there is one. */
export function closeUnseen(features: Features): boolean {
  const panel = features.get(panels);
  const isUnseen = panel.get() !== null && features.page.root.querySelector('.panel') === null;
  if (isUnseen) panel.close();
  return isUnseen;
}
