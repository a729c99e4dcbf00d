import type { Features } from '../shared/features.ts';
import { panels } from './panels.ts';

/** Closes a panel whose code has not loaded: it cannot yet receive keys or presses beside it. Returns whether it closed one. */
export function closeLoadingPanel(features: Features): boolean {
  const panel = features.get(panels);
  const isLoading = panel.get() !== null && features.page.root.querySelector('.panel') === null;
  if (isLoading) panel.close();
  return isLoading;
}
