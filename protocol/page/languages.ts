import { unlessThrown } from '../runtime/unless-thrown.ts';

/** Languages of the interface, by the first part of their tags, with their writing direction. */
export const LANGUAGES = {
  ar: 'rtl',
  bg: 'ltr',
  bn: 'ltr',
  ca: 'ltr',
  cs: 'ltr',
  da: 'ltr',
  de: 'ltr',
  el: 'ltr',
  en: 'ltr',
  es: 'ltr',
  et: 'ltr',
  fa: 'rtl',
  fi: 'ltr',
  fil: 'ltr',
  fr: 'ltr',
  gu: 'ltr',
  he: 'rtl',
  hi: 'ltr',
  hr: 'ltr',
  hu: 'ltr',
  id: 'ltr',
  it: 'ltr',
  ja: 'ltr',
  kn: 'ltr',
  ko: 'ltr',
  lt: 'ltr',
  lv: 'ltr',
  ml: 'ltr',
  mr: 'ltr',
  ms: 'ltr',
  nb: 'ltr',
  nl: 'ltr',
  pa: 'ltr',
  pl: 'ltr',
  pt: 'ltr',
  ro: 'ltr',
  ru: 'ltr',
  sk: 'ltr',
  sl: 'ltr',
  sr: 'ltr',
  sv: 'ltr',
  sw: 'ltr',
  ta: 'ltr',
  te: 'ltr',
  th: 'ltr',
  tr: 'ltr',
  uk: 'ltr',
  ur: 'rtl',
  vi: 'ltr',
  zh: 'ltr',
} as const satisfies Record<string, 'ltr' | 'rtl'>;
export type LanguageCode = keyof typeof LANGUAGES;

export interface ChosenLanguage {
  /** Language of the texts. */
  readonly code: LanguageCode;
  /** Locale of numbers and plurals, as precise as requested: `pt-BR`. */
  readonly locale: string;
}

/** Tags that use the texts of another tag: every form of Norwegian uses Bokmål, the more usual written form. */
const SAME_TEXTS: Readonly<Record<string, LanguageCode>> = { no: 'nb', nn: 'nb' };

const ENGLISH: ChosenLanguage = { code: 'en', locale: 'en' };

/**
 * The first requested language that has texts: `pt-BR` is served by `pt`; else English. Addresses may hold `pt_BR` or any
 * other text.
 */
export function chooseLanguage(wanted: readonly string[]): ChosenLanguage {
  for (const tag of wanted) {
    const locale = canonical(tag.replace(/_/g, '-'));
    const language = locale?.split('-')[0] ?? '';
    const code = SAME_TEXTS[language] ?? language;
    if (locale !== undefined && isLanguageCode(code)) return { code, locale };
  }
  return ENGLISH;
}

function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(LANGUAGES, code);
}

/** Subtags of RFC 5646, as many as a language with script, region and some variants has. */
const TAG = /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,7}$/i;

/** `undefined` for an invalid or very long tag: formatters throw for the former and read the latter slowly. */
function canonical(tag: string): string | undefined {
  if (!TAG.test(tag)) return undefined;
  return unlessThrown(() => Intl.getCanonicalLocales(tag)[0]);
}
