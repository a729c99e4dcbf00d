/** Encodings from before Unicode by the languages that were written in them, the usual one first. */
const BY_LANGUAGE: readonly (readonly [languages: string, encodings: readonly string[]])[] = [
  ['ru uk be bg mk sr kk ky tg mn', ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866']],
  ['pl cs sk hu sl hr bs ro sq', ['windows-1250', 'iso-8859-2']],
  ['el', ['windows-1253', 'iso-8859-7']],
  ['tr az ku', ['windows-1254']],
  ['he yi', ['windows-1255', 'iso-8859-8', 'iso-8859-8-i']],
  ['ar fa ur ug', ['windows-1256', 'iso-8859-6']],
  ['et lv lt', ['windows-1257']],
  ['vi', ['windows-1258']],
  ['th', ['windows-874']],
  ['ja', ['shift_jis', 'euc-jp', 'iso-2022-jp']],
  ['ko', ['euc-kr']],
  ['zh', ['gb18030', 'big5']],
];
const WESTERN = ['windows-1252'] as const;

export function legacyEncodingsOf(languageCode: string): readonly string[] {
  const language = languageCode.toLowerCase().split('-')[0] ?? '';
  return BY_LANGUAGE.find(([languages]) => languages.split(' ').includes(language))?.[1] ?? WESTERN;
}
