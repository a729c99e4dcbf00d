import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../../../protocol/page/languages.ts';
import { ENGLISH_PRIVACY, type PrivacyWord } from '../../../../../src/page/interface/privacy/words/privacy-english.ts';
import { loadWords } from '../../../../../src/page/interface/privacy/words/load-words.ts';

const KEYS = Object.keys(ENGLISH_PRIVACY) as PrivacyWord[];
const NAMED = { days: '30 d', count: '7' };

test.each(Object.keys(LANGUAGES).filter((code) => code !== 'en'))(
  '%s has every text, with its placeholders',
  async (code) => {
    const [say, english] = await Promise.all([loadWords({ code }), loadWords({ code: 'en' })]);
    for (const key of KEYS) {
      const places = (text: string) => Object.values(NAMED).filter((value) => text.includes(value));
      expect([key, places(say(key, NAMED))]).toEqual([key, places(english(key, NAMED))]);
      expect(say(key, NAMED)).not.toMatch(/[{}]/);
      expect(say(key, NAMED).trim()).not.toBe('');
    }
    const same = KEYS.filter((key) => say(key, NAMED) === english(key, NAMED));
    expect(same).toEqual([]);
  },
);

test('a language without texts has English ones', async () => {
  expect((await loadWords({ code: 'xx' }))('erase')).toBe('Delete');
});
