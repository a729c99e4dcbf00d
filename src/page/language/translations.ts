import { chooseLanguage, type ChosenLanguage } from '../../../protocol/page/languages.ts';
import type { Translation } from './translation.ts';

/** Each language is a separate chunk, and only the language in use is loaded. */
const TRANSLATIONS = import.meta.glob<Translation>(['./words/*.json', '!./words/en.json'], {
  query: '?player',
  import: 'default',
});

/** The address's language (`hl`), else the browser's preference, and a function that loads its texts; `undefined` for English. */
export function translationOf(
  hl: string | undefined,
  preferred: readonly string[],
): { readonly chosen: ChosenLanguage; readonly load: (() => Promise<Translation>) | undefined } {
  const chosen = chooseLanguage(hl === undefined ? preferred : [hl]);
  return { chosen, load: TRANSLATIONS[`./words/${chosen.code}.json`] };
}
