import type { Words } from './english.ts';
import { createLanguage, type Language } from './language.ts';

/** Each language is a chunk of its own; only the one in use is loaded. */
const WORDS: Readonly<Record<string, () => Promise<Words>>> = {
  en: async () => (await import('./english.ts')).ENGLISH,
};

/** The first of the wanted languages that there are words for, by its first part; else English. */
export function chooseLanguage(wanted: readonly string[], available: readonly string[] = Object.keys(WORDS)): string {
  for (const code of wanted) {
    const base = code.toLowerCase().split(/[-_]/)[0] ?? '';
    if (available.includes(base)) return base;
  }
  return 'en';
}

/** A language that does not load is replaced by English: words in the wrong language beat none. */
export async function loadLanguage(wanted: readonly string[]): Promise<Language> {
  const code = chooseLanguage(wanted);
  const load = WORDS[code] ?? englishWords;
  try {
    return createLanguage(code, await load());
  } catch {
    return createLanguage('en', await englishWords());
  }
}

async function englishWords(): Promise<Words> {
  return (await import('./english.ts')).ENGLISH;
}
