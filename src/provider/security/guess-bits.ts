/** Words that guessers try first. */
export const COMMON_WORDS =
  /p[a@]ssw[o0]r[dt]|passphrase|oriel|provider|operator|admin|root|user|login|change-?me|let-?me-?in|welcome|secret|qwert[yz]|asdf|abc(?:def)?|0?1234(?:56?7?8?9?0?)?/gi;

/** Bits that a part of a password adds: few for parts of which guessers have lists. */
const COMMON_WORD_BITS = 3;
/** One of some 8 000 words of any language; any run of letters that could be spoken counts, so that names do, too. */
const WORD_BITS = 13;
const YEAR_BITS = 6;
const REPEAT_BITS = 1;
/** One mark between words or after them. */
const MARK_BITS = 2;
const DIGIT_BITS = Math.log2(10);
/** A letter within a mix of cases that no word has. */
const MIXED_LETTER_BITS = 5;
/** A letter of a run that is too short for a word, or cannot be spoken: mostly of a generated password. */
const LETTER_BITS = 4.5;
const WORD_MIN = 4;
/** Five consonants in a row, common in generated passwords and rare in words. */
const UNSPEAKABLE = /[b-df-hj-np-tv-xz]{5}/i;

type Rule = readonly [pattern: RegExp, bits: (text: string) => number];

/** The first pattern that matches at a place counts; each is anchored there. */
const PARTS: readonly Rule[] = [
  [new RegExp(COMMON_WORDS.source, 'iy'), () => COMMON_WORD_BITS],
  [/(?:19|20)\d\d(?!\d)/y, () => YEAR_BITS],
  [/(?:0?123456789?|987654321|4711|0815)/y, () => REPEAT_BITS],
  [/(.)\1{2,}/uy, () => DIGIT_BITS + REPEAT_BITS],
  [/(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?!\p{L})/uy, (text) => letterBits(text)],
  [/\p{L}+/uy, ({ length }) => length * MIXED_LETTER_BITS],
  [/\d/y, () => DIGIT_BITS],
  [/./suy, () => MARK_BITS],
];

/**
 * Estimates, as a power of two, how many guesses a password takes from someone who combines words, years, marks and repeats.
 * Rules instead of a dictionary: `@zxcvbn-ts` 4.2 with its English and German lists (11 MB on disk, 1.3 s and 80 MB at the
 * start) rates `Oriel-2026-admin!` and `Passwort-Firma-2024` as very strong, because it takes every mark as a guess from all
 * characters. The price: random lower-case letters that could be spoken count as a word, so one in five random passwords
 * of 16 such letters causes a warning.
 *
 * @param names Words that a guesser knows about this server.
 */
export function guessBits(password: string, names: readonly string[]): number {
  const once = withoutRepeat(password);
  const bits = bitsOf(names.reduce((text, name) => (name === '' ? text : text.replaceAll(name, '')), once));
  return once === password ? bits : bits + REPEAT_BITS;
}

/** `Sommer2026Sommer2026` is `Sommer2026` twice, however its second half is written. */
function withoutRepeat(password: string): string {
  return /^(.+?)[\s\W_]?(?:\1[\s\W_]?)+$/isu.exec(password)?.[1] ?? password;
}

function bitsOf(text: string): number {
  let bits = 0;
  const counted = new Set<string>();
  for (let place = 0; place < text.length;) {
    const [part, worth] = partAt(text, place);
    const isRepeat = part.length >= WORD_MIN && counted.has(part.toLowerCase());
    bits += isRepeat ? REPEAT_BITS : worth;
    counted.add(part.toLowerCase());
    place += part.length;
  }
  return bits;
}

function partAt(text: string, place: number): readonly [part: string, bits: number] {
  for (const [pattern, bits] of PARTS) {
    pattern.lastIndex = place;
    const [part] = pattern.exec(text) ?? [];
    if (part !== undefined && part !== '') return [part, bits(part)];
  }
  return [text.slice(place, place + 1), MARK_BITS];
}

/** A long run may be several words, as in `correcthorse`. */
function letterBits(text: string): number {
  const { length } = text;
  if (length < WORD_MIN || UNSPEAKABLE.test(text.normalize('NFD'))) return length * LETTER_BITS;
  return WORD_BITS * Math.ceil(length / 12);
}
