import type { VisibilityState } from '../../../protocol/threads/lifecycle-states.ts';

export type VisibilityCause = 'visible' | 'hidden' | 'suspended' | 'returned';

/**
 * `visible` and `hidden` are the browser's state of the tab; a page that is frozen or in the back/forward cache is
 * `backgrounded`, and `foregrounded` once it has returned from there and is visible (X3).
 */
export function nextVisibility(cause: VisibilityCause, inSight: boolean): VisibilityState {
  if (cause === 'suspended') return 'backgrounded';
  if (cause === 'returned') return inSight ? 'foregrounded' : 'hidden';
  return cause;
}
