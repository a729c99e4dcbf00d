import { unlessThrown } from '../runtime/unless-thrown.ts';

/** Language and marks in the name of a captions file, as in `talk.pt-BR.vtt` and `talk.de.forced.ass`. */
export interface CaptionName {
  /** Tag of BCP 47; `undefined` where no part of the name is a known language. */
  readonly languageCode: string | undefined;
  /** Marks behind the language, in small letters. */
  readonly marks: readonly string[];
}

/** Marks of forced captions, and of captions for the hard of hearing. */
const MARKS: ReadonlySet<string> = new Set(['forced', 'sdh', 'cc', 'hi']);

export function readCaptionName(name: string): CaptionName {
  const parts = name
    .replace(/\.[^.]*$/, '')
    .split(/[.\s()[\]]+/)
    .filter((part) => part !== '');
  const marks: string[] = [];
  let last = parts.pop() ?? '';
  for (; MARKS.has(last.toLowerCase()); last = parts.pop() ?? '') marks.unshift(last.toLowerCase());
  const languageCode = languageAtEnd(last);
  // Without a language before it, `hi` means Hindi.
  return languageCode === undefined && marks[0] === 'hi'
    ? { languageCode: 'hi', marks: marks.slice(1) }
    : { languageCode, marks };
}

/** The longest language at the end of a part of a name: `film_en`, `zh-Hant-TW`. */
function languageAtEnd(part: string): string | undefined {
  const subtags = part.split(/[-_]/);
  for (let at = 0; at < subtags.length; at += 1) {
    const found = knownLanguage(subtags.slice(at).join('-'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Codes of subtitle sites and of Windows that are not in BCP 47. */
const OTHER_CODES: Readonly<Record<string, string>> = { pob: 'pt-BR', chs: 'zh-Hans', cht: 'zh-Hant' };

/** Tag of BCP 47 for a code; `undefined` for a text of another form. */
export function canonicalTag(code: string): string | undefined {
  const tag = OTHER_CODES[code.toLowerCase()] ?? code.replaceAll('_', '-');
  return unlessThrown(() => Intl.getCanonicalLocales(tag)[0]);
}

/** A language that CLDR has a name for, with all its subtags, by its tag, an older code or its name. */
function knownLanguage(text: string): string | undefined {
  const tag = canonicalTag(text);
  const isKnown = tag === 'und' || (tag !== undefined && nameIn('en', tag) !== undefined);
  if (isKnown) return tag;
  // Only whole words are searched: a search takes 50 ms.
  return /^(?![A-Za-z]{1,3}$)[\p{L}\p{M}]+$/u.test(text) ? languageNamed(text.toLowerCase()) : undefined;
}

const nameIn = (locale: string, tag: string): string | undefined =>
  unlessThrown(() => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(tag));

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Tag of a language with a two-letter code, by its name in English or in the language itself. */
function languageNamed(name: string): string | undefined {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const found = codes.find((code) =>
    [nameIn('en', code), nameIn(code, code)].some((one) => one?.toLowerCase() === name),
  );
  return found === undefined ? undefined : canonicalTag(found);
}
