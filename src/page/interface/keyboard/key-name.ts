/** The properties of a key event that identify the key. */
export type KeyEventLike = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** Positions of the table's punctuation on most keyboards, without and with Shift. */
const PUNCTUATION: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
};

/**
 * Names by which the table may list a key, the best first: the typed character, then, if it is not Latin (Cyrillic, Greek, Arabic, Hebrew
 * …), the character that its position has on a Latin keyboard. Latin layouts keep their letters wherever they are.
 */
export function keyNames({ key, code, shiftKey, ctrlKey, altKey, metaKey }: KeyEventLike, isApple: boolean): string[] {
  if (metaKey || (ctrlKey && altKey)) return [];
  // Control with an arrow, since Alt with an arrow goes back in history; on Apple's systems Alt, since Control switches desktops.
  if (ctrlKey || altKey) return key.startsWith('Arrow') && altKey === isApple ? [`Control+${key}`] : [];
  const typed = key.length === 1 ? key.toLowerCase() : key;
  const names = shiftKey && /^[a-z]$/.test(typed) ? [`Shift+${typed}`, typed] : [typed];
  const placed = placedName(code, shiftKey);
  if (placed === undefined || key.length !== 1 || /^[\x21-\x7e]$/.test(key)) return withDigit(names, code, shiftKey);
  return shiftKey && /^[a-z]$/.test(placed) ? [...names, `Shift+${placed}`, placed] : [...names, placed];
}

function placedName(code: string, shiftKey: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return letter.toLowerCase();
  return PUNCTUATION[code]?.[shiftKey ? 1 : 0] ?? /^Digit(\d)$/.exec(code)?.[1];
}

/** French keyboards type digits only with Shift, and `&é"` without. */
function withDigit(names: string[], code: string, shiftKey: boolean): string[] {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return digit === undefined || shiftKey || names.includes(digit) ? names : [...names, digit];
}
