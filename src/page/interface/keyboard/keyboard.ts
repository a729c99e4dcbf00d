import { playerAt } from '../player-at.ts';
import type { PageTools } from '../tools.ts';
import type { KeyTools } from './key-actions.ts';
import { keyNames } from './key-name.ts';
import { KEY_ACTIONS } from './key-table.ts';

/**
 * Keys work wherever focus is inside the frame. Default actions are prevented only for keys that did something here.
 * `early`: keys that were pressed before this was loaded.
 */
export function listenForKeys(
  document: Document,
  tools: Omit<KeyTools, 'atMs'> & Pick<PageTools, 'momentOf'>,
  early: readonly KeyboardEvent[],
  signal: AbortSignal,
): void {
  const isApple = /Mac|iPhone|iPad/.test(document.defaultView?.navigator.platform ?? '');
  const press = (event: KeyboardEvent): void => {
    if (belongsToControl(event)) return;
    const name = keyNames(event, isApple).find((candidate) => KEY_ACTIONS.has(candidate));
    const action = name === undefined ? undefined : KEY_ACTIONS.get(name);
    if (action === undefined) return;
    const atMs = tools.momentOf(event);
    action({ ...tools, player: playerAt(tools.player, atMs), atMs });
    event.preventDefault();
  };
  for (const event of early) press(event);
  document.addEventListener('keydown', (event) => !event.defaultPrevented && press(event), { signal });
}

/** Keys that a focused control handles: space on a button, arrows on a slider, everything in a menu or a field. */
export function belongsToControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const owner = 'dialog, select, textarea, input:not([type="range"])';
  if (target.closest(owner) !== null) return true;
  if (target instanceof HTMLInputElement) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return key === ' ' && target.closest('button, a') !== null;
}
