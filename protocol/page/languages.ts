/** Languages of the interface, by the first part of their tags, with their writing direction. */
export const LANGUAGES = {
  ar: 'rtl',
  de: 'ltr',
  en: 'ltr',
  es: 'ltr',
  fr: 'ltr',
  hi: 'ltr',
  ja: 'ltr',
  pt: 'ltr',
  ru: 'ltr',
  zh: 'ltr',
} as const satisfies Record<string, 'ltr' | 'rtl'>;
export type LanguageCode = keyof typeof LANGUAGES;

export interface ChosenLanguage {
  /** Language of the texts. */
  readonly code: LanguageCode;
  /** Locale of numbers and plurals, as precise as requested: `pt-BR`. */
  readonly locale: string;
}

const ENGLISH: ChosenLanguage = { code: 'en', locale: 'en' };

/**
 * The first requested language that has texts: `pt-BR` is served by `pt`; else English. Addresses may say `pt_BR`, or
 * anything at all.
 */
export function chooseLanguage(wanted: readonly string[]): ChosenLanguage {
  for (const tag of wanted) {
    const locale = canonical(tag.replace(/_/g, '-'));
    const code = locale?.split('-')[0] ?? '';
    if (locale !== undefined && isLanguageCode(code)) return { code, locale };
  }
  return ENGLISH;
}

function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(LANGUAGES, code);
}

/** Formatters throw for invalid tags. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
