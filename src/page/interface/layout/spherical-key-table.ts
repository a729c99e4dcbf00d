import type { ShownKeyRow } from '../keyboard/key-row.ts';
import { LOOK_KEY_TABLE, lookActionOf } from '../spherical/look-key-table.ts';
import { KEY_TABLE } from './key-table.ts';

/** Keys that turn the view of a spherical video, then the player's other keys without rows that share a key with them. */
export const SPHERICAL_KEY_TABLE: readonly ShownKeyRow[] = [
  ...LOOK_KEY_TABLE,
  ...KEY_TABLE.filter(({ keys }) => Object.keys(keys).every((name) => lookActionOf(name, false) === undefined)),
];
