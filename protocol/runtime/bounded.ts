import * as z from 'zod/mini';

/** An unpaired surrogate: JSON can spell it, UTF-8 cannot, and databases break on it. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Any surrogate, paired or not: most texts have none, so this cheap check comes first. */
const ANY_SURROGATE = /[\ud800-\udfff]/;

/** Replaces each lone surrogate by U+FFFD, like `String.prototype.toWellFormed`, which not all browsers have. */
export function wellFormed(text: string): string {
  return ANY_SURROGATE.test(text) ? text.replaceAll(LONE_SURROGATE, '\uFFFD') : text;
}

/**
 * Untrusted text that is stored. Ill-formed text is repaired, not rejected: an error message cut inside a surrogate
 * pair must not cost the other events of its batch.
 */
export function boundedText(maxCharacters: number): z.ZodMiniString {
  return z.string().check(z.maxLength(maxCharacters), z.overwrite(wellFormed));
}

/** Text that is useful in part: cut instead of rejected. */
export function cutText(maxCharacters: number): z.ZodMiniString {
  return z.string().check(z.overwrite((text) => wellFormed(text.slice(0, maxCharacters))));
}

/** For records, whose keys the sender chooses. */
export function maxKeys(maximum: number) {
  return z.refine<object>((record) => Object.keys(record).length <= maximum, `expected at most ${maximum} keys`);
}

/** Maximum length of ids, names and versions. All but the ids of videos and lists are ours or a browser's. */
export const Name = boundedText(100);
/** Ids of videos and lists: other providers may have longer ones, and an unknown one gets a proper response. */
export const Id = boundedText(256);
/** Tokens that a provider issued and gets back unchanged. */
export const Token = boundedText(4_096);
