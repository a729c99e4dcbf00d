import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { chooseLanguage } from '../../../../protocol/page/languages.ts';
import { createLanguage } from '../../../../src/page/language/language.ts';
import { loadLanguage } from '../../../../src/page/language/load-language.ts';
import type { Translation } from '../../../../src/page/language/translation.ts';
import { languageOf } from '../../../../src/provider/pages/page-language.ts';

const MODULES = import.meta.glob<Translation>('../../../../src/page/language/words/*.json', {
  query: '?player',
  eager: true,
  import: 'default',
});
const TRANSLATIONS = Object.fromEntries(
  Object.entries(MODULES).map(([path, translation]) => [basename(path, '.json'), translation]),
);
const english = createLanguage({ code: 'en', locale: 'en' });

test('the first requested language with texts is chosen, by its tag or its base, and otherwise English', () => {
  expect(chooseLanguage(['pt-BR'])).toEqual({ code: 'pt', locale: 'pt-BR' });
  expect(chooseLanguage(['zh_TW'])).toEqual({ code: 'zh', locale: 'zh-TW' });
  expect(chooseLanguage(['xx', 'ar_EG'])).toEqual({ code: 'ar', locale: 'ar-EG' });
  expect(chooseLanguage(['no'])).toEqual({ code: 'nb', locale: 'no' });
  // Obsolete tags that some browsers still send.
  expect(['iw', 'in', 'tl'].map((tag) => chooseLanguage([tag]).code)).toEqual(['he', 'id', 'fil']);
  for (const nothing of [[], [''], ['undefined'], ['no language'], ['constructor'], ['-']])
    expect(chooseLanguage(nothing)).toEqual({ code: 'en', locale: 'en' });
});

test('the language of the address is loaded, and without it the viewer’s preferred language', async () => {
  expect((await loadLanguage('ja', ['de'])).code).toBe('ja');
  expect((await loadLanguage('tlh', ['de'])).code).toBe('en');
  expect((await loadLanguage(undefined, ['tlh', 'de-AT', 'fr'])).code).toBe('de');
});

test('the server renders the language of the address, and otherwise the language of the Accept-Language header', () => {
  expect(languageOf('fr-CA', 'de')).toEqual({ code: 'fr', locale: 'fr-CA' });
  expect(languageOf(undefined, 'tlh, es;q=0.4, de-AT;q=0.9, *;q=0.1').code).toBe('de');
  expect(languageOf(undefined, 'de;q=0, fr').code).toBe('fr');
  expect(languageOf(undefined, null).code).toBe('en');
});

test('a language has its writing direction', () => {
  expect(createLanguage({ code: 'ar', locale: 'ar' }, TRANSLATIONS['ar']).direction).toBe('rtl');
  expect(createLanguage({ code: 'de', locale: 'de' }, TRANSLATIONS['de']).direction).toBe('ltr');
});

test('placeholders are filled in, and a missing value leaves an empty text', () => {
  expect(english.say('autoNow', { now: '720p' })).toBe('Auto (720p)');
  expect(english.say('autoNow')).toBe('Auto ()');
});

test('a text with a count has the plural form of its language', () => {
  const say = (code: 'ar' | 'ru', count: number) =>
    createLanguage({ code, locale: code }, TRANSLATIONS[code]).say('keySeek', { count });
  expect(english.say('keySeek', { count: 1 })).toBe('Back or forward 1 second');
  expect([1, 3, 5].map((count) => say('ru', count).split(' ').at(-1))).toEqual(['секунду', 'секунды', 'секунд']);
  expect(say('ar', 2)).toBe('للخلف أو للأمام ثانيتين');
  expect(say('ar', 5)).toContain('5 ثوانٍ');
});

test('a missing text falls back to English', () => {
  const { say } = createLanguage({ code: 'de', locale: 'de' }, { words: { play: 'Abspielen' }, errors: {} });
  expect([say('play'), say('pause')]).toEqual(['Abspielen', 'Pause']);
});

test("errors are shown in the viewer's language, but the provider's own message is unchanged", () => {
  const { sayError } = createLanguage({ code: 'fr', locale: 'fr' }, TRANSLATIONS['fr']);
  const offline = { code: 'net.offline', title: '', advice: '' } as const;
  expect(sayError(offline).title).toBe('Vous êtes hors ligne');
  const own = { code: 'mrm.blocked', title: 'Not in your area.', advice: '' } as const;
  expect(sayError(own)).toEqual({ title: own.title, advice: '' });
  expect(english.sayError(offline)).toEqual({
    title: 'You’re offline',
    advice: 'Playback will resume when you’re back online.',
  });
});
