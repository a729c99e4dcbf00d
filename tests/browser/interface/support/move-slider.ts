/** As a browser does for a hand on it, or for assistive technology: React does not hear of a value that a script has set. */
export function moveSlider(slider: HTMLInputElement, value: number): void {
  Reflect.set(HTMLInputElement.prototype, 'value', String(value), slider);
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The move is over. */
export function releaseSlider(slider: HTMLInputElement): void {
  slider.dispatchEvent(new Event('change', { bubbles: true }));
}
