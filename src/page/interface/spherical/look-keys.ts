import { keyNames } from '../keyboard/key-name.ts';
import { belongsToControl } from '../keyboard/keyboard.ts';
import { singleKeys } from '../shared/single-keys.ts';
import type { Features } from '../shared/features.ts';
import { notices } from '../shared/notices.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { directionWords } from './direction-words.ts';
import { lookActionOf } from './look-key-table.ts';

/** A direction is announced once it has been stable for this long. */
export const ANNOUNCE_DELAY_MS = 400;

/** Makes the picture focusable, handles its keys, and announces the direction once the keys rest. */
export function listenForLookKeys(view: SphericalView, features: Features, signal: AbortSignal): void {
  const { language } = features;
  const { clock, root } = features.page;
  const { canvas } = view;
  const keys = features.get(singleKeys);
  const isApple = /Mac|iPhone|iPad/.test(root.ownerDocument.defaultView?.navigator.platform ?? '');
  let cancel: () => void = () => undefined;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', language.say('sphericalPicture'));
  const announce = (): void => features.get(notices).show(directionWords(view.direction, language));
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || belongsToControl(event) || !root.hasAttribute('data-spherical')) return;
    const isFocused = event.target === view.canvas;
    const action = keyNames(event, isApple)
      .map((name) => lookActionOf(name, isFocused, keys.get()))
      .find((found) => found !== undefined);
    if (action === undefined) return;
    // Prevents the player's keys, since some of these keys have another action here.
    event.preventDefault();
    action(view);
    cancel();
    cancel = clock.after(ANNOUNCE_DELAY_MS, announce);
  };
  root.ownerDocument.addEventListener('keydown', press, { signal, capture: true });
  signal.addEventListener('abort', () => cancel());
}
