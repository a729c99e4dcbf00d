import type { Language } from '../../../language/language.ts';
import type { Word } from '../../../language/word.ts';
import { ENGLISH_PRIVACY, type PrivacyWord, type PrivacyWords } from './privacy-english.ts';

/** Each language is a chunk, of which a viewer loads one. */
const WORDS = import.meta.glob<PrivacyWords>('./privacy-??{,?}.ts', { import: 'PRIVACY' });

/** Says one of these texts, with `{…}` filled in. */
export type SayPrivacy = (word: PrivacyWord, values?: Readonly<Record<string, string>>) => string;

/** English where the language cannot be loaded. */
export async function loadWords({ code }: Pick<Language, 'code'>): Promise<SayPrivacy> {
  const load = WORDS[`./privacy-${code}.ts`] ?? (async () => ENGLISH_PRIVACY);
  const words = await load().catch(() => ENGLISH_PRIVACY);
  const formOf = (word: Word, count: string | undefined): string =>
    typeof word === 'string' ? word : (word[new Intl.PluralRules(code).select(Number(count))] ?? word.other);
  return (word, values = {}) =>
    formOf(words[word], values['count']).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
