import { expect, test } from 'vitest';
import { clockTime } from '../../../src/page/language/clock-time.ts';
import { ENGLISH } from '../../../src/page/language/english.ts';
import { createLanguage } from '../../../src/page/language/language.ts';
import { chooseLanguage } from '../../../src/page/language/load-language.ts';

test('the first wanted language that there are words for is chosen, else English', () => {
  const available = ['en', 'de', 'ar'];
  expect(chooseLanguage(['de-AT', 'en'], available)).toBe('de');
  expect(chooseLanguage(['xx', 'ar_EG'], available)).toBe('ar');
  expect(chooseLanguage(['xx', ''], available)).toBe('en');
  expect(chooseLanguage([], available)).toBe('en');
});

test('words are filled in, and what is not given leaves no braces behind', () => {
  const { say } = createLanguage('en', ENGLISH);
  expect(say('autoNow', { now: '720p' })).toBe('Auto (720p)');
  expect(say('autoNow')).toBe('Auto ()');
});

test('languages bring their own numbers, plurals and direction', () => {
  expect(createLanguage('de', ENGLISH).speed(1.25)).toBe('1,25×');
  expect(createLanguage('de', ENGLISH).spokenTime(61)).toContain('Minute');
  expect(createLanguage('ar', ENGLISH).direction).toBe('rtl');
  expect(createLanguage('en-GB', ENGLISH).direction).toBe('ltr');
});

test('a clock can show parts of a second, for single frames', () => {
  expect(clockTime(3.04, 2)).toBe('0:03.04');
  expect(clockTime(3600.5, 2)).toBe('1:00:00.50');
});
