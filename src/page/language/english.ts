import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { English } from './word.ts';
import english from './words/en.json?player';

/** The language of every text that another one lacks; a unit test compares the keys of all. */
export const ENGLISH = english.words as English;

/** Texts of the error card: what happened, then what to do. */
export const ENGLISH_ERRORS = english.errors as Readonly<
  Record<PlayerErrorCode, readonly [title: string, advice: string]>
>;
