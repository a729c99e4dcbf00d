import type { EarlyInput, EarlyInputDependencies } from './early-input.ts';

/** A key that is held for minutes, on a page whose scripts never come. */
const KEYS_MAX = 10_000;

/**
 * Keys that play count as presses at once. On layouts without Latin letters the place of a key decides (key-name.ts); the
 * button turns its own space and Enter into clicks.
 */
export function recordKeys(
  { root, button }: Pick<EarlyInputDependencies, 'root' | 'button'>,
  input: EarlyInput,
  signal: AbortSignal,
): void {
  const record = (event: KeyboardEvent): void => {
    const { key, code, target, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented) return;
    const isPlain = !(ctrlKey || metaKey || altKey);
    const isOnPage = isPlain && target !== button;
    /** Else the first space or arrow would scroll the host page. */
    if (isOnPage && /^ |^Arrow/.test(key)) event.preventDefault();
    const isK = /^k$/i.test(key) || (code === 'KeyK' && key > '~');
    if ((isPlain && isK) || (isOnPage && key === ' ')) input.press(event);
    else if (input.keys.length < KEYS_MAX) input.keys.push(event);
  };
  root.ownerDocument.addEventListener('keydown', record, { signal });
}
