import type { WordKey } from '../../language/word.ts';
import { positionAt, type Player } from '../../player/player.ts';
import type { Features } from '../shared/features.ts';

/** One press of a key, and what its action works with. */
export interface KeyPress {
  readonly features: Features;
  /** Commands of this player carry the time at which the key was pressed. */
  readonly player: Player;
  /** When the key was pressed, on the monotonic clock. */
  readonly atMs: number;
}

/**
 * Every effective key gives visible feedback; a key that changes nothing shows nothing. Volume and speed are read from
 * the element: the snapshot follows with an event, and keys can be faster.
 */
export type KeyAction = (press: KeyPress) => void;

/** A line of the sheet behind `?`. */
export interface ShownKeyRow {
  readonly label: WordKey;
  readonly values?: Readonly<Record<string, number>>;
  readonly shown: readonly string[];
  /** Works only while the picture has the focus, and cannot be turned off. */
  readonly isFocusOnly?: boolean;
}

/** A line of the table: its label, the shown keys, and the action of each key. */
export interface KeyRow extends ShownKeyRow {
  /** Works also where the video cannot be played. */
  readonly needsNoVideo?: boolean;
  /** A held key repeats its action. Other keys act once, so that a held key does not switch on and off. */
  readonly repeats?: boolean;
  readonly keys: Readonly<Record<string, KeyAction>>;
}

/** Actions of a table by the name of their key. */
export interface KeyActions {
  readonly all: ReadonlyMap<string, KeyAction>;
  /** Keys whose repetitions act, too. */
  readonly repeating: ReadonlyMap<string, KeyAction>;
  /** Keys that work while an error is shown. Other keys would change, and announce, a video that is not shown. */
  readonly withoutVideo: ReadonlyMap<string, KeyAction>;
}

export function keyActionsOf(rows: readonly KeyRow[]): KeyActions {
  const mapOf = (chosen: readonly KeyRow[]): ReadonlyMap<string, KeyAction> =>
    new Map(chosen.flatMap(({ keys }) => Object.entries(keys)));
  return {
    all: mapOf(rows),
    repeating: mapOf(rows.filter(({ repeats }) => repeats)),
    withoutVideo: mapOf(rows.filter(({ needsNoVideo }) => needsNoVideo)),
  };
}

export function positionOf({ player, features }: KeyPress): number {
  return positionAt(player.getSnapshot(), features.page.clock.monotonicNow());
}
