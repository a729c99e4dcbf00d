import { expect, test } from 'vitest';
import { chooseLanguage } from '../../../../protocol/page/languages.ts';

test.each([
  [['de'], { code: 'de', locale: 'de' }],
  [['pt-BR', 'de'], { code: 'pt', locale: 'pt-BR' }],
  [['pt_br'], { code: 'pt', locale: 'pt-BR' }],
  [['zh_Hant_TW'], { code: 'zh', locale: 'zh-Hant-TW' }],
  [['xx', 'FR'], { code: 'fr', locale: 'fr' }],
  [['not a tag', '', 'toString', 'ja'], { code: 'ja', locale: 'ja' }],
  [['xx'], { code: 'en', locale: 'en' }],
  [[], { code: 'en', locale: 'en' }],
])('of the wanted languages %j the first with translated texts is chosen, else English', (wanted, chosen) => {
  expect(chooseLanguage(wanted)).toEqual(chosen);
});
