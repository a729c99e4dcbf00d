/** Named character references that WebVTT files use (WebVTT, section 4.2.2). */
const REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
};
const MARKUP = /<[^>]*(?:>|$)|&(?:(amp|lt|gt|quot|apos|nbsp|lrm|rlm)|#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6}));/g;
const LAST_CODE_POINT = 0x10_ff_ff;

/** Text of a cue as it is read: without tags, with character references replaced, on one line. */
export function plainText(cueText: string): string {
  return cueText
    .replaceAll(MARKUP, (_, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name !== undefined) return REFERENCES[name] ?? '';
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
    })
    .replaceAll(/\s+/g, ' ')
    .trim();
}
