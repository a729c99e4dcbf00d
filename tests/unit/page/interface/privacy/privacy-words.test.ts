import { expect, test } from 'vitest';
import { loadPrivacyWords } from '../../../../../src/page/interface/privacy/privacy-words.ts';

test('the privacy panel has the texts of the player’s language, with values and plural forms', async () => {
  const [russian, english] = await Promise.all(['ru', 'en'].map((code) => loadPrivacyWords({ code })));
  expect(russian?.('entries', { count: '3' })).toBe('Записи: 3');
  expect(['1', '3'].map((count) => english?.('entries', { count }))).toEqual(['1 entry', '3 entries']);
});

test('the privacy panel has English texts in a language without texts', async () => {
  expect((await loadPrivacyWords({ code: 'xx' }))('erase')).toBe('Delete');
});
