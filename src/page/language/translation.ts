import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { Word, WordKey } from './word.ts';

/** Texts of another language. A key that English lacks is forbidden; a missing key falls back to English, and a unit test lists it. */
export interface Translation {
  readonly words: Readonly<Partial<Record<WordKey, Word>>>;
  /** Texts of the error card, by code: the failure, then advice. */
  readonly errors: Readonly<Partial<Record<PlayerErrorCode, readonly [title: string, advice: string]>>>;
}
