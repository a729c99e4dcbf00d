import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../../protocol/page/languages.ts';

/** The texts of every language as translation services read them from the files. */
const FILES = import.meta.glob<Readonly<Record<string, string>>>('../../../../src/page/language/words/*.json', {
  eager: true,
  import: 'default',
});
const WORDS = Object.fromEntries(Object.entries(FILES).map(([path, words]) => [basename(path, '.json'), words]));
const { en: ENGLISH = {}, ...TRANSLATIONS } = WORDS;

const PLURAL = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string): string => key.replace(PLURAL, '');
const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();
/** The English text of a key; of a key with plural forms, the form `other`. */
const englishOf = (key: string): string => ENGLISH[key] ?? ENGLISH[`${withoutForm(key)}_other`] ?? '';

test('every language has a file of texts, and every file a language', () => {
  expect(Object.keys(WORDS).toSorted()).toEqual(Object.keys(LANGUAGES).toSorted());
});

test.each(Object.entries(WORDS))('the file of the language %s states whether a speaker has read it', (_, words) => {
  expect(['read', 'draft']).toContain(words['$status']);
});

test.each(Object.entries(TRANSLATIONS))(
  'the file of the language %s has the keys and placeholders of English, and its own plural forms',
  (code, words) => {
    const plurals = new Intl.PluralRules(code);
    const forms = new Set(Array.from({ length: 200 }, (_, count) => plurals.select(count))).add('other');
    const expected = Object.keys(ENGLISH).flatMap((key) => {
      const form = PLURAL.exec(key)?.[1];
      if (form === undefined) return [key];
      return form === 'other' ? [...forms].map((own) => `${withoutForm(key)}_${own}`) : [];
    });
    expect(Object.keys(words).filter((key) => !expected.includes(key))).toEqual([]);
    // A draft may lack new texts; the player shows them in English.
    if (words['$status'] === 'read') expect(expected.filter((key) => !(key in words))).toEqual([]);
    for (const [key, text] of Object.entries(words)) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      const missing = placeholdersOf(englishOf(key)).filter((place) => !text.includes(place) && place !== '{count}');
      const unknown = placeholdersOf(text).filter((place) => !placeholdersOf(englishOf(key)).includes(place));
      expect([key, missing, unknown]).toEqual([key, [], []]);
      if (!PLURAL.test(key) || key.endsWith('_other'))
        expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(englishOf(key))]);
    }
  },
);

test.each(Object.entries(TRANSLATIONS))('in the language %s no text of the privacy panel is English', (_, words) => {
  const same = Object.keys(words).filter((key) => key.startsWith('privacy.') && words[key] === ENGLISH[key]);
  expect(same).toEqual([]);
});
