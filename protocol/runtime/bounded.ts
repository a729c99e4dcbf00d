import * as z from 'zod/mini';

/** An unpaired surrogate: JSON can contain it, UTF-8 cannot, and databases fail on it. */
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

/** Limits the number of keys of a record, whose keys the sender chooses. */
export function maxKeys(maximum: number) {
  return z.refine<object>((record) => Object.keys(record).length <= maximum, `expected at most ${maximum} keys`);
}

/** Ids, names and versions that the player or a browser chooses; ids of videos and lists are longer ({@link Id}). */
export const Name = boundedText(100);
/** Ids of videos and lists: other providers may have long ids, and a request for an unknown id still gets a proper response. */
export const Id = boundedText(256);
/** Tokens that a provider issued and gets back unchanged. */
export const Token = boundedText(4_096);
