import * as z from 'zod/mini';

/** Half of a surrogate pair without its other half: JSON can spell it, UTF-8 cannot, and databases break on it. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Either half, paired or not: most texts have none, and this is seen at once. */
const ANY_SURROGATE = /[\ud800-\udfff]/;

/** The text with U+FFFD for each lone surrogate, as `String.prototype.toWellFormed`, which not all browsers have. */
export function wellFormed(text: string): string {
  return ANY_SURROGATE.test(text) ? text.replaceAll(LONE_SURROGATE, '\uFFFD') : text;
}

/**
 * Text of strangers that is kept. Ill-formed text is mended and not refused: an error message that was cut between the
 * halves of a pair must not cost the other events of its batch.
 */
export function boundedText(maxCharacters: number): z.ZodMiniString {
  return z.string().check(z.maxLength(maxCharacters), z.overwrite(wellFormed));
}

/** The same for text that is worth having in part. */
export function cutText(maxCharacters: number): z.ZodMiniString {
  return z.string().check(z.overwrite((text) => wellFormed(text.slice(0, maxCharacters))));
}

/** For records: their keys are chosen by whoever sends them. */
export function maxKeys(maximum: number) {
  return z.refine<object>((record) => Object.keys(record).length <= maximum, `expected at most ${maximum} keys`);
}

/** What ids, names and versions come to at most. All but ids of videos and lists are ours or a browser's. */
export const Name = boundedText(100);
/** Ids of videos and lists: other providers may have longer ones, and an unknown one is answered as such. */
export const Id = boundedText(256);
/** Tokens that a provider made and gets back unchanged. */
export const Token = boundedText(4_096);
