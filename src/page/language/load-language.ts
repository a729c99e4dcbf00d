import { createLanguage, type Language } from './language.ts';
import { translationOf } from './translations.ts';

/** Loads the language of the page; English if the translation fails to load. */
export async function loadLanguage(hl: string | undefined, preferred: readonly string[]): Promise<Language> {
  const { chosen, load } = translationOf(hl, preferred);
  if (load === undefined) return createLanguage(chosen);
  try {
    return createLanguage(chosen, await load());
  } catch {
    return createLanguage({ code: 'en', locale: 'en' });
  }
}
