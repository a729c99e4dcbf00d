import { expect, test } from 'vitest';
import { loadPrivacyWords } from '../../../../../src/page/interface/privacy/privacy-words.ts';

test('the panel speaks the language of the player, with its values and plural forms', async () => {
  const [russian, english] = await Promise.all(['ru', 'en'].map((code) => loadPrivacyWords({ code })));
  expect(russian?.('entries', { count: '3' })).toBe('Записи: 3');
  expect(['1', '3'].map((count) => english?.('entries', { count }))).toEqual(['1 entry', '3 entries']);
});

test('a language without texts has English ones', async () => {
  expect((await loadPrivacyWords({ code: 'xx' }))('erase')).toBe('Delete');
});
