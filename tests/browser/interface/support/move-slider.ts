/** Moves a slider as browsers do for pointers and assistive technology: React ignores a value that a script has set. */
export function moveSlider(slider: HTMLInputElement, value: number): void {
  Reflect.set(HTMLInputElement.prototype, 'value', String(value), slider);
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The move has ended. */
export function releaseSlider(slider: HTMLInputElement): void {
  slider.dispatchEvent(new Event('change', { bubbles: true }));
}
