import { expect, test } from 'vitest';
import { addressOf, looksOf, readChoice } from '../../../src/states/choice.ts';
import { SCREENS } from '../../../src/states/screens.ts';

const choose = (query: string) => readChoice(new URLSearchParams(query), SCREENS);

test('a parameter that is absent from the address or unknown has its usual value', () => {
  const usual = { width: '640', theme: 'dark', direction: 'ltr', screen: 'all' };
  expect(choose('')).toEqual(usual);
  expect(choose('width=7&theme=toString&direction=&screen=none')).toEqual(usual);
});

test('a choice is read back from its address, also where the name of its screen has a comma', () => {
  const choice = { width: '320', theme: 'light', direction: 'rtl', screen: 'more, subscribed' };
  expect(choose(addressOf(choice))).toEqual(choice);
});

test('all widths in both themes and both directions are twelve frames of a screen', () => {
  const looks = looksOf(choose('width=all&theme=all&direction=all'));
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(12);
  expect(looksOf(choose('width=1280'))).toEqual([{ width: '1280', theme: 'dark', direction: 'ltr' }]);
});

test('no two screens have the same name', () => {
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
});
