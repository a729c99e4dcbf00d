import { CONTROL_SELECTOR } from '../shared/control-selector.ts';
import { defineFeature } from '../shared/features.ts';

/** The control that a press of the mouse has focused: its keys still act on the player. */
export class PressedControl {
  #control: Element | null = null;

  constructor(root: HTMLElement) {
    let isDown = false;
    root.addEventListener('pointerdown', ({ target }) => {
      isDown = true;
      this.#control = controlAt(target);
    });
    for (const type of ['pointerup', 'pointercancel']) root.addEventListener(type, () => (isDown = false));
    root.addEventListener('focusin', ({ target }) => (this.#control = isDown ? controlAt(target) : null));
  }

  is(target: EventTarget | null): boolean {
    return this.#control !== null && this.#control === controlAt(target);
  }
}

export const pressedControl = defineFeature(({ page }) => new PressedControl(page.root));

/** Does not use `instanceof`: elements of another window are not instances of this window's classes. */
function controlAt(target: EventTarget | null): Element | null {
  return target !== null && 'closest' in target ? (target as Element).closest(CONTROL_SELECTOR) : null;
}
