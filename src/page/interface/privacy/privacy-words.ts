import type { Language } from '../../language/language.ts';
import type { PrivacyWord, Word } from '../../language/word.ts';

type PrivacyWords = Readonly<Record<PrivacyWord, Word>>;

/** Each language is a chunk; a viewer loads one of them. */
const WORDS = import.meta.glob<PrivacyWords>('../../language/words/*.json', { query: '?privacy', import: 'default' });
const loadEnglish = WORDS['../../language/words/en.json'] as () => Promise<PrivacyWords>;

/** Returns one of these texts, with `{…}` filled in. */
export type SayPrivacy = (word: PrivacyWord, values?: Readonly<Record<string, string>>) => string;

/** Loads the words of the language, or English if they cannot be loaded. */
export async function loadPrivacyWords({ code }: Pick<Language, 'code'>): Promise<SayPrivacy> {
  const load = WORDS[`../../language/words/${code}.json`] ?? loadEnglish;
  const words = await load().catch(loadEnglish);
  const formOf = (word: Word, count: string | undefined): string =>
    typeof word === 'string' ? word : (word[new Intl.PluralRules(code).select(Number(count))] ?? word.other);
  return (word, values = {}) =>
    formOf(words[word], values['count']).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
