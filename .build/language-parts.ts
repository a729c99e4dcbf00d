import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const PART = /^(.*\/language\/words\/[a-z]+\.json)\?(player|privacy)$/;
/** Module with the texts that the server writes into pages (`src/provider/pages/first-paint-texts.d.ts`). */
const FIRST_PAINT = 'virtual:first-paint-texts';
const WORDS = join(import.meta.dirname, '../src/page/language/words');
const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * Splits the texts of a language, which are one file with flat keys for translation services; a suffix of a key is the plural form. A
 * page imports only the part that it shows: `de.json?player` or `de.json?privacy`. The server gets its few texts in all languages.
 */
export function languageParts(): Plugin {
  return {
    name: 'oriel:language-parts',
    enforce: 'pre',
    resolveId: (id) => (id === FIRST_PAINT ? `\0${FIRST_PAINT}` : null),
    async load(id) {
      if (id === `\0${FIRST_PAINT}`) return moduleOf(await firstPaintTexts());
      const [, path, part] = PART.exec(id) ?? [];
      if (path === undefined) return null;
      this.addWatchFile(path);
      const entries = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, string>);
      const under = (prefix: string): [string, string][] =>
        entries.flatMap(([key, text]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : []));
      if (part === 'privacy') return moduleOf(withForms(under('privacy.')));
      const words = entries.filter(([key]) => !/^\$|^(?:error|firstPaint|privacy)\./.test(key));
      return moduleOf({ words: withForms(words), errors: withAdvice(under('error.')) });
    },
  };
}

async function firstPaintTexts(): Promise<Record<string, object>> {
  const texts = (await readdir(WORDS)).map(async (file) => {
    const words = JSON.parse(await readFile(join(WORDS, file), 'utf8')) as Record<string, string>;
    const { player, play, pause, unmute, tapToUnmute, more, live } = words;
    const own = ['unreached', 'needsScript', 'unavailable'].map((key) => [key, words[`firstPaint.${key}`]] as const);
    return [
      basename(file, '.json'),
      { player, play, pause, unmute, tapToUnmute, more, live, ...Object.fromEntries(own) },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

const moduleOf = (words: object): Rolldown.SourceDescription => ({
  code: `export default ${JSON.stringify(words)}`,
  moduleType: 'js',
});

/** `entries_one` and `entries_other` become `entries: { one, other }`. */
function withForms(entries: readonly [string, string][]): Record<string, string | Record<string, string>> {
  const words: Record<string, string | Record<string, string>> = {};
  for (const [key, text] of entries) {
    const form = PLURAL.exec(key)?.[1];
    const word = key.replace(PLURAL, '');
    words[word] = form === undefined ? text : { ...(words[word] as Record<string, string> | undefined), [form]: text };
  }
  return words;
}

/** `net.offline.title` and `net.offline.advice` become `'net.offline': [title, advice]`. */
function withAdvice(entries: readonly [string, string][]): Record<string, [title: string, advice: string]> {
  const texts = new Map(entries);
  const codes = entries.flatMap(([key]) => (key.endsWith('.title') ? [key.slice(0, -'.title'.length)] : []));
  return Object.fromEntries(
    codes.map((code) => [code, [texts.get(`${code}.title`) ?? '', texts.get(`${code}.advice`) ?? '']]),
  );
}
