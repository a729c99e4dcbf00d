/**
 * Formats of caption files, in the order in which a text is tested for them. `src/studio/captions/caption-readers.ts` has how
 * each is detected and converted to WebVTT.
 */
export const CAPTION_FORMATS = [
  { name: 'WebVTT', extensions: ['.vtt'] },
  { name: 'SubStation Alpha', extensions: ['.ass', '.ssa'] },
  { name: 'SubRip', extensions: ['.srt'] },
] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number]['name'];

export const CAPTION_EXTENSIONS = CAPTION_FORMATS.flatMap<string>(({ extensions }) => extensions);
/** The names for a sentence: `A, B or C`. */
export const CAPTION_FORMAT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  CAPTION_FORMATS.map(({ name }) => name),
);

/** Pattern of a language in the name of a file; the hyphen is escaped for the `pattern` of an input, too. */
export const LANGUAGE_PATTERN = String.raw`[A-Za-z]{2,3}(?:[\-_][A-Za-z]{2,4})?`;
/** Pattern of the marks behind a language: forced, or for the hard of hearing. */
export const CAPTION_MARKS_PATTERN = String.raw`(?:\.(?:forced|sdh|cc|hi))*`;
/** Language and marks of `de.srt`, `talk.pt-BR.vtt` and `talk.de.forced.ass`. */
export const CAPTION_FILE_NAME = new RegExp(
  `(?:^|[._ -])(${LANGUAGE_PATTERN})(${CAPTION_MARKS_PATTERN})(?:${CAPTION_EXTENSIONS.join('|').replaceAll('.', '\\.')})$`,
  'i',
);
