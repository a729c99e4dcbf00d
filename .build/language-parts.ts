import { readFile } from 'node:fs/promises';
import type { Plugin, Rolldown } from 'vite';

const PART = /^(.*\/language\/words\/[a-z]+\.json)\?(player|privacy)$/;
const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * The words of a language are one file, as translation services read it: flat keys, of which an ending names the plural form. A page
 * imports the part that it is about to show: `de.json?player`, or `de.json?privacy`.
 */
export function languageParts(): Plugin {
  return {
    name: 'oriel:language-parts',
    enforce: 'pre',
    async load(id) {
      const [, path, part] = PART.exec(id) ?? [];
      if (path === undefined) return null;
      this.addWatchFile(path);
      const entries = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, string>);
      const under = (prefix: string): [string, string][] =>
        entries.flatMap(([key, text]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : []));
      if (part === 'privacy') return moduleOf(withForms(under('privacy.')));
      const words = entries.filter(([key]) => !/^\$|^(?:error|privacy)\./.test(key));
      return moduleOf({ words: withForms(words), errors: withAdvice(under('error.')) });
    },
  };
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
