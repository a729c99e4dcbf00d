import { playerAt } from '../player-at.ts';
import { closeLoadingPanel } from '../panels/close-loading-panel.ts';
import type { Features } from '../shared/features.ts';
import { keyNames } from './key-name.ts';
import type { KeyActions } from './key-row.ts';
import { pressedControl } from './pressed-control.ts';
import { isSingleKey, singleKeys } from '../shared/single-keys.ts';

export interface KeysDependencies {
  readonly features: Features;
  readonly actions: KeyActions;
  /** Keys that were pressed before this was loaded. */
  readonly early: readonly KeyboardEvent[];
}

/** Keys work wherever focus is inside the frame. Default actions are prevented only for keys that did something here. */
export function listenForKeys({ features, actions, early }: KeysDependencies): void {
  const { page, playback } = features;
  const document = page.root.ownerDocument;
  const keys = features.get(singleKeys);
  const isApple = /Mac|iPhone|iPad/.test(document.defaultView?.navigator.platform ?? '');
  const pressed = features.get(pressedControl);
  const isLeftToPlayer = (event: KeyboardEvent): boolean => isLeft(event) && pressed.is(event.target);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && closeLoadingPanel(features)) return event.preventDefault();
    if ((belongsToControl(event) && !isLeftToPlayer(event)) || (isForPage(event) && !keys.get())) return;
    const isTaken = (name: string): boolean => keys.get() || !isSingleKey(name);
    const inForce = playback.player.getSnapshot().error === null ? actions.all : actions.withoutVideo;
    const name = keyNames(event, isApple).find((candidate) => inForce.has(candidate) && isTaken(candidate));
    const action = name === undefined ? undefined : inForce.get(name);
    if (name === undefined || action === undefined) return;
    event.preventDefault();
    if (event.repeat && !actions.repeating.has(name)) return;
    const atMs = page.momentOf(event);
    action({ features, player: playerAt(playback.player, atMs), atMs });
  };
  for (const event of early) press(event);
  document.addEventListener('keydown', (event) => !event.defaultPrevented && press(event));
  // Some browsers click a button when the key is released.
  document.addEventListener('keyup', (event) => isLeftToPlayer(event) && event.preventDefault());
}

const SLIDER_KEYS = /^Arrow|^Home$|^End$/;

/** Keys that act on the player if the mouse has focused the control: space on a button, and keys that move a slider. */
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

/** A space while no element has the focus: speech input types it between words. */
function isForPage({ key, target }: KeyboardEvent): boolean {
  return key === ' ' && target instanceof Element && target.localName === 'body';
}
