/** The name of the play button over the poster, in the languages of the player. */
const PLAY_WORDS: Readonly<Record<string, string>> = {
  ar: 'تشغيل',
  de: 'Abspielen',
  en: 'Play',
  es: 'Reproducir',
  fr: 'Lire',
  hi: 'चलाएं',
  ja: '再生',
  pt: 'Reproduzir',
  ru: 'Смотреть',
  zh: '播放',
};

/** @param language Tag such as `pt-BR`; English for a language without a text. */
export function playLabel(language: string, title: string): string {
  const code = language.toLowerCase().split('-')[0] ?? '';
  const word = (Object.hasOwn(PLAY_WORDS, code) ? PLAY_WORDS[code] : undefined) ?? 'Play';
  return title === '' ? word : `${word}: ${title}`;
}
