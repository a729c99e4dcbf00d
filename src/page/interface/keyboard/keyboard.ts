import { playerAt } from '../player-at.ts';
import type { Features } from '../shared/features.ts';
import { keyNames } from './key-name.ts';
import { KEY_ACTIONS, KEY_ACTIONS_WITHOUT_VIDEO, REPEATING_KEYS } from './key-table.ts';
import { pressedControl } from './pressed-control.ts';
import { isSingleKey, singleKeys } from './single-keys.ts';

/**
 * Keys work wherever focus is inside the frame. Default actions are prevented only for keys that did something here.
 * `early`: keys that were pressed before this was loaded.
 */
export function listenForKeys(features: Features, early: readonly KeyboardEvent[]): void {
  const { page, playback } = features;
  const document = page.root.ownerDocument;
  const keys = features.get(singleKeys);
  const isApple = /Mac|iPhone|iPad/.test(document.defaultView?.navigator.platform ?? '');
  const pressed = features.get(pressedControl);
  const isLeftToPlayer = (event: KeyboardEvent): boolean => isLeft(event) && pressed.is(event.target);
  const press = (event: KeyboardEvent): void => {
    if ((belongsToControl(event) && !isLeftToPlayer(event)) || (isForPage(event) && !keys.get())) return;
    const isTaken = (name: string): boolean => keys.get() || !isSingleKey(name);
    const actions = playback.player.getSnapshot().error === null ? KEY_ACTIONS : KEY_ACTIONS_WITHOUT_VIDEO;
    const name = keyNames(event, isApple).find((candidate) => actions.has(candidate) && isTaken(candidate));
    const action = name === undefined ? undefined : actions.get(name);
    if (name === undefined || action === undefined) return;
    event.preventDefault();
    if (event.repeat && !REPEATING_KEYS.has(name)) return;
    const atMs = page.momentOf(event);
    action({ features, player: playerAt(playback.player, atMs), atMs });
  };
  for (const event of early) press(event);
  document.addEventListener('keydown', (event) => !event.defaultPrevented && press(event));
  // Some browsers press a button with the end of the key.
  document.addEventListener('keyup', (event) => isLeftToPlayer(event) && event.preventDefault());
}

const SLIDER_KEYS = /^Arrow|^Home$|^End$/;

/** Keys that are the player's although a control pressed by mouse has the focus: space on a button, and keys that move a slider. */
export function isLeft({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || target.closest('dialog:not([data-docked])') !== null) return false;
  if (target instanceof HTMLInputElement) return target.type === 'range' && SLIDER_KEYS.test(key);
  return key === ' ' && target.closest('button') !== null;
}

/** Keys that a focused control handles: space on a button, bare arrows on a slider, everything in a menu or a field. */
export function belongsToControl({ key, target, ctrlKey, altKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const owner = 'dialog:not([data-docked]), select, textarea, input:not([type="range"])';
  if (target.closest(owner) !== null) return true;
  if (target instanceof HTMLInputElement) return SLIDER_KEYS.test(key) && !ctrlKey && !altKey;
  return key === ' ' && target.closest('button, a') !== null;
}

/** A space with the focus nowhere: speech input types it between words. */
function isForPage({ key, target }: KeyboardEvent): boolean {
  return key === ' ' && target instanceof Element && target.localName === 'body';
}
