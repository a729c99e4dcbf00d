/** Languages of the interface, by the first part of their tags, and which way each is written. */
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
  /** Whose words are shown. */
  readonly code: LanguageCode;
  /** What numbers and plurals follow, as precise as it was asked for: `pt-BR`. */
  readonly locale: string;
}

const ENGLISH: ChosenLanguage = { code: 'en', locale: 'en' };

/**
 * The first of the wanted languages that there are words for: `pt-BR` is served by `pt`; else English. Addresses say
 * `pt_BR` too, and anything at all.
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

/** Formatters throw at tags that are none. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
