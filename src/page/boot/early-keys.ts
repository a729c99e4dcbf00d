import type { EarlyInput, EarlyInputDependencies } from './early-input-record.ts';

/** Limit of the record, for a key that is held for minutes on a page whose scripts never load. */
const KEYS_MAX = 10_000;

/**
 * Keys that play count as presses at once; other keys are recorded. On layouts without Latin letters the position of a key
 * decides (key-name.ts); buttons turn space and Enter into clicks themselves.
 */
export function recordKeys(
  {
    root,
    button,
    isUnreached,
    takesSingleKeys,
  }: Pick<EarlyInputDependencies, 'root' | 'button' | 'isUnreached' | 'takesSingleKeys'>,
  input: EarlyInput,
  signal: AbortSignal,
): void {
  const record = (event: KeyboardEvent): void => {
    const { key, code, target, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented) return;
    const isPlain = !(ctrlKey || metaKey || altKey);
    const isOnPage = isPlain && (target as Element).localName !== 'button';
    // Otherwise the first of these keys would scroll the host page.
    if (isOnPage && /^( |Arrow|Home|End)/.test(key)) event.preventDefault();
    const isK = /^k$/i.test(key) || (code === 'KeyK' && key > '~');
    if (takesSingleKeys && ((isPlain && isK) || (isOnPage && key === ' '))) {
      if (isUnreached()) button.click();
      else input.press(event);
    } else if (input.keys.length < KEYS_MAX) input.keys.push(event);
  };
  root.ownerDocument.addEventListener('keydown', record, { signal });
}
