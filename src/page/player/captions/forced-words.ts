/** Words for forced captions, by the language of the interface. */
export const FORCED_WORDS: Readonly<Record<string, string>> = {
  ar: 'إجبارية',
  de: 'Erzwungen',
  en: 'Forced',
  es: 'Forzados',
  fr: 'Forcés',
  hi: 'अनिवार्य',
  ja: '強制',
  pt: 'Forçadas',
  ru: 'Форсированные',
  zh: '强制',
};
