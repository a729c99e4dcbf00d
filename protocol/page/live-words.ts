import type { LanguageCode } from './languages.ts';

/** In place of the length, beside the play button of a live video: the first paint has no other texts of the interface. */
export const LIVE_WORDS: Readonly<Record<LanguageCode, string>> = {
  ar: 'مباشر',
  de: 'Live',
  en: 'Live',
  es: 'En directo',
  fr: 'En direct',
  hi: 'लाइव',
  ja: 'ライブ',
  pt: 'Ao vivo',
  ru: 'Прямой эфир',
  zh: '直播',
};
