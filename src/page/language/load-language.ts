import { chooseLanguage } from '../../../protocol/page/languages.ts';
import { createLanguage, type Language } from './language.ts';
import type { Translation } from './translation.ts';

/** Each language is a separate chunk, and only the one in use is loaded. English is always included as the fallback. */
const TRANSLATIONS = import.meta.glob<Translation>(['./words/*.json', '!./words/en.json'], {
  query: '?player',
  import: 'default',
});

/**
 * The address's language (`hl`), else the browser's preference. A language that fails to load is replaced by English.
 */
export async function loadLanguage(hl: string | undefined, preferred: readonly string[]): Promise<Language> {
  const chosen = chooseLanguage(hl === undefined ? preferred : [hl]);
  const load = TRANSLATIONS[`./words/${chosen.code}.json`];
  if (load === undefined) return createLanguage(chosen);
  try {
    return createLanguage(chosen, await load());
  } catch {
    return createLanguage({ code: 'en', locale: 'en' });
  }
}
