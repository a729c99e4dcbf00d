import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { English } from './word.ts';
import english from './words/en.json?player';

/** English texts, the fallback for texts that a translation lacks; a unit test compares the keys of all languages. */
export const ENGLISH = english.words as English;

/** Texts of the error card: the failure, then advice. */
export const ENGLISH_ERRORS = english.errors as Readonly<
  Record<PlayerErrorCode, readonly [title: string, advice: string]>
>;
