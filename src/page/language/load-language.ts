import { chooseLanguage, type LanguageCode } from '../../../protocol/languages.ts';
import { createLanguage, type Language } from './language.ts';
import type { Translation } from './translation.ts';

/** Each language is a chunk of its own, and only the one in use is loaded. English is always there, to fall back on. */
const TRANSLATIONS: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Translation>>> = {
  ar: async () => (await import('./translations/arabic.ts')).ARABIC,
  de: async () => (await import('./translations/german.ts')).GERMAN,
  es: async () => (await import('./translations/spanish.ts')).SPANISH,
  fr: async () => (await import('./translations/french.ts')).FRENCH,
  hi: async () => (await import('./translations/hindi.ts')).HINDI,
  ja: async () => (await import('./translations/japanese.ts')).JAPANESE,
  pt: async () => (await import('./translations/portuguese.ts')).PORTUGUESE,
  ru: async () => (await import('./translations/russian.ts')).RUSSIAN,
  zh: async () => (await import('./translations/chinese.ts')).CHINESE,
};

/**
 * What the address asks for (`hl`), else what the browser prefers. A language that does not load is replaced by English:
 * words in the wrong language beat none.
 */
export async function loadLanguage(hl: string | undefined, preferred: readonly string[]): Promise<Language> {
  const chosen = chooseLanguage(hl === undefined ? preferred : [hl]);
  if (chosen.code === 'en') return createLanguage(chosen);
  try {
    return createLanguage(chosen, await TRANSLATIONS[chosen.code]());
  } catch {
    return createLanguage({ code: 'en', locale: 'en' });
  }
}
