import type { Language } from '../../../language/language.ts';
import { ENGLISH_PRIVACY, type PrivacyWord, type PrivacyWords } from './privacy-english.ts';

/** Each language is a chunk, of which a viewer loads one. */
const WORDS: Readonly<Record<string, () => Promise<PrivacyWords>>> = {
  ar: () => import('./privacy-arabic.ts').then((module) => module.ARABIC_PRIVACY),
  de: () => import('./privacy-german.ts').then((module) => module.GERMAN_PRIVACY),
  es: () => import('./privacy-spanish.ts').then((module) => module.SPANISH_PRIVACY),
  fr: () => import('./privacy-french.ts').then((module) => module.FRENCH_PRIVACY),
  hi: () => import('./privacy-hindi.ts').then((module) => module.HINDI_PRIVACY),
  ja: () => import('./privacy-japanese.ts').then((module) => module.JAPANESE_PRIVACY),
  pt: () => import('./privacy-portuguese.ts').then((module) => module.PORTUGUESE_PRIVACY),
  ru: () => import('./privacy-russian.ts').then((module) => module.RUSSIAN_PRIVACY),
  zh: () => import('./privacy-chinese.ts').then((module) => module.CHINESE_PRIVACY),
};

/** Says one of these texts, with `{…}` filled in. */
export type SayPrivacy = (word: PrivacyWord, values?: Readonly<Record<string, string>>) => string;

/** English where the language cannot be loaded. */
export async function loadWords({ code }: Pick<Language, 'code'>): Promise<SayPrivacy> {
  const load = WORDS[code] ?? (async () => ENGLISH_PRIVACY);
  const words = await load().catch(() => ENGLISH_PRIVACY);
  return (word, values = {}) => words[word].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
