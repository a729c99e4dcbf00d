import type { Features } from '../shared/features.ts';
import { panels } from './panels.ts';

/** Closes a panel that has not come yet, and so gets neither keys nor presses beside it. Returns whether there is one. */
export function closeLoadingPanel(features: Features): boolean {
  const panel = features.get(panels);
  const isLoading = panel.get() !== null && features.page.root.querySelector('.panel') === null;
  if (isLoading) panel.close();
  return isLoading;
}
