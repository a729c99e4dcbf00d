/** Encodings from before Unicode, by script, the most usual first. */
const BY_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  Cyrl: ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'],
  Grek: ['windows-1253', 'iso-8859-7'],
  Hebr: ['windows-1255', 'iso-8859-8', 'iso-8859-8-i'],
  Arab: ['windows-1256', 'iso-8859-6'],
  Thai: ['windows-874'],
  Jpan: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  Kore: ['euc-kr'],
  Hans: ['gb18030', 'big5'],
  Hant: ['big5', 'gb18030'],
};
/** Encodings of languages in Latin script that Windows-1252 does not cover. */
const OF_LATIN: readonly (readonly [languages: string, encodings: readonly string[]])[] = [
  ['pl cs sk hu sl hr bs sr ro sq', ['windows-1250', 'iso-8859-2']],
  ['tr az ku', ['windows-1254']],
  ['et lv lt', ['windows-1257']],
  ['vi', ['windows-1258']],
];
const WESTERN = ['windows-1252'] as const;

export function legacyEncodingsOf(languageCode: string): readonly string[] {
  const { language, script = '' } = new Intl.Locale(languageCode).maximize();
  if (script !== 'Latn') return BY_SCRIPT[script] ?? [];
  return OF_LATIN.find(([languages]) => languages.split(' ').includes(language))?.[1] ?? WESTERN;
}

/** Highest plausible share of letters beyond ASCII, in the words of a Latin-script language that have such a letter. */
const LATIN_SHARE_MAX = 0.75;

/** Whether a decoded text may be in a language: words of Latin script mix in ASCII letters, words of other scripts have none. */
export function mayBeIn(languageCode: string, text: string): boolean {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => /[^A-Za-z]/.test(word));
  const beyond = words.join('').replaceAll(/[A-Za-z]/g, '').length;
  const hasAscii = beyond <= words.join('').length * LATIN_SHARE_MAX;
  return hasAscii === (new Intl.Locale(languageCode).maximize().script === 'Latn');
}
