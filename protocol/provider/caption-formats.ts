/**
 * Formats of caption files, in the order in which a text is tested for them. `src/studio/captions/caption-readers.ts` detects
 * each format and converts it to WebVTT.
 */
export const CAPTION_FORMATS = [
  { name: 'WebVTT', extensions: ['.vtt'] },
  { name: 'TTML', extensions: ['.ttml', '.dfxp', '.itt', '.xml'] },
  { name: 'SCC', extensions: ['.scc'] },
  { name: 'SubStation Alpha', extensions: ['.ass', '.ssa'] },
  { name: 'SubRip', extensions: ['.srt'] },
  { name: 'SubViewer', extensions: ['.sbv'] },
  { name: 'LRC', extensions: ['.lrc'] },
] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number]['name'];

export const CAPTION_EXTENSIONS = CAPTION_FORMATS.flatMap<string>(({ extensions }) => extensions);
/** The names for a sentence: `A, B or C`. */
export const CAPTION_FORMAT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  CAPTION_FORMATS.map(({ name }) => name),
);
