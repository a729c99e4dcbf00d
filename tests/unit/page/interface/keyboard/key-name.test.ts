import { expect, test } from 'vitest';
import { keyNames, type KeyEventLike } from '../../../../../src/page/interface/keyboard/key-name.ts';
import { KEY_ACTIONS, KEY_TABLE } from '../../../../../src/page/interface/layout/key-table.ts';

const NO_MODIFIERS = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const names = (event: Partial<KeyEventLike> & Pick<KeyEventLike, 'key' | 'code'>, isApple = false) =>
  keyNames({ ...NO_MODIFIERS, ...event }, isApple);
/** The name of a key in the table of shortcuts, if the table has the key. */
const known = (...args: Parameters<typeof names>) => names(...args).find((name) => KEY_ACTIONS.all.has(name));

test('a key is named by the character it types', () => {
  expect(known({ key: 'k', code: 'KeyK' })).toBe('k');
  expect(known({ key: 'K', code: 'KeyK' })).toBe('k');
  expect(known({ key: '>', code: 'Period', shiftKey: true })).toBe('>');
  expect(known({ key: 'N', code: 'KeyN', shiftKey: true })).toBe('Shift+n');
  expect(known({ key: 'n', code: 'KeyN' })).toBeUndefined();
});

test('on a layout without Latin letters a key is named by its position', () => {
  expect(known({ key: 'л', code: 'KeyK' })).toBe('k');
  expect(known({ key: 'Т', code: 'KeyN', shiftKey: true })).toBe('Shift+n');
  expect(known({ key: 'ب', code: 'KeyF' })).toBe('f');
  expect(known({ key: 'Ю', code: 'Period', shiftKey: true })).toBe('>');
});

test('on Latin layouts a key is named by its letter, wherever the key is', () => {
  // Dvorak has the letter n at the position of the US letter l, and must not seek there.
  expect(known({ key: 'n', code: 'KeyL' })).toBeUndefined();
  expect(known({ key: 'l', code: 'KeyP' })).toBe('l');
});

test('on French keyboards the digit keys are named by their digits without Shift', () => {
  expect(known({ key: 'é', code: 'Digit2' })).toBe('2');
  expect(known({ key: '&', code: 'Digit1' })).toBe('1');
  expect(known({ key: '!', code: 'Digit1', shiftKey: true })).toBeUndefined();
});

test('keys with modifiers are not shortcuts, except the arrows that step through chapters', () => {
  expect(known({ key: 'f', code: 'KeyF', ctrlKey: true })).toBeUndefined();
  expect(known({ key: 'k', code: 'KeyK', metaKey: true })).toBeUndefined();
  expect(known({ key: 'F5', code: 'F5' })).toBeUndefined();
  expect(known({ key: 'ArrowLeft', code: 'ArrowLeft', ctrlKey: true })).toBe('Control+ArrowLeft');
  // Except on Apple systems, Alt with the left arrow goes back in the history of the browser.
  expect(known({ key: 'ArrowLeft', code: 'ArrowLeft', altKey: true })).toBeUndefined();
  expect(known({ key: 'ArrowLeft', code: 'ArrowLeft', altKey: true }, true)).toBe('Control+ArrowLeft');
});

test('no key is in the table of shortcuts twice', () => {
  const all = KEY_TABLE.flatMap(({ keys }) => Object.keys(keys));
  expect(new Set(all).size).toBe(all.length);
});
