import { chooseLanguage, type LanguageCode } from '../../../protocol/page/languages.ts';
import { createLanguage, type Language } from './language.ts';
import type { Translation } from './translation.ts';

/** Each language is a separate chunk, and only the one in use is loaded. English is always included as the fallback. */
const TRANSLATIONS: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Translation>>> = {
  ar: () => import('./translations/arabic.ts').then((module) => module.ARABIC),
  de: () => import('./translations/german.ts').then((module) => module.GERMAN),
  es: () => import('./translations/spanish.ts').then((module) => module.SPANISH),
  fr: () => import('./translations/french.ts').then((module) => module.FRENCH),
  hi: () => import('./translations/hindi.ts').then((module) => module.HINDI),
  ja: () => import('./translations/japanese.ts').then((module) => module.JAPANESE),
  pt: () => import('./translations/portuguese.ts').then((module) => module.PORTUGUESE),
  ru: () => import('./translations/russian.ts').then((module) => module.RUSSIAN),
  zh: () => import('./translations/chinese.ts').then((module) => module.CHINESE),
};

/**
 * The address's language (`hl`), else the browser's preference. A language that fails to load is replaced by English.
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
