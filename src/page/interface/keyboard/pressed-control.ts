import { CONTROL_SELECTOR } from '../shared/control-selector.ts';
import { defineFeature } from '../shared/features.ts';

/** The control whose focus came from a press of the mouse: keys are still the player's then. */
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

/** Elements of another window are no instances of this window's classes. */
function controlAt(target: EventTarget | null): Element | null {
  return target !== null && 'closest' in target ? (target as Element).closest(CONTROL_SELECTOR) : null;
}
