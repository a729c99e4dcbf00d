import type { VisibilityState } from '../../../protocol/page/lifecycle-states.ts';

export type VisibilityCause = 'visible' | 'hidden' | 'suspended' | 'returned';

/**
 * X3. `visible` and `hidden` are what the browser says of the tab; a page that is frozen or in the back/forward cache is
 * `backgrounded`, and `foregrounded` once it is back from there and in sight.
 */
export function nextVisibility(cause: VisibilityCause, inSight: boolean): VisibilityState {
  if (cause === 'suspended') return 'backgrounded';
  if (cause === 'returned') return inSight ? 'foregrounded' : 'hidden';
  return cause;
}
