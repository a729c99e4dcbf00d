import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { WordKey } from './english.ts';

/** Forms of a word that depends on `count`, by the plural rules of its language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Word = string | PluralForms;

/**
 * What another language has instead of English. No key that English has not; where one is missing the viewer reads
 * English, and a unit test says which.
 */
export interface Translation {
  readonly words: Readonly<Partial<Record<WordKey, Word>>>;
  /** Of the error card, by code: what happened, then what to do. English stands in `english-errors.ts`. */
  readonly errors: Readonly<Partial<Record<PlayerErrorCode, readonly [title: string, advice: string]>>>;
}
