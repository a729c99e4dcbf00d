import type { Features } from '../shared/features.ts';
import { panels } from './panels.ts';

/** Closes a panel whose code has not loaded and so cannot close it on Escape or a press. Returns whether a panel was closed. */
export function closeLoadingPanel(features: Features): boolean {
  const panel = features.get(panels);
  const isLoading = panel.get() !== null && features.page.root.querySelector('.panel') === null;
  if (isLoading) panel.close();
  return isLoading;
}
