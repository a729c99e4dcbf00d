import { CAPTION_KEYS } from '../captions/caption-keys.ts';
import { PLAY_KEYS, SPEED_KEYS, VOLUME_KEYS } from '../controls/control-keys.ts';
import { FULLSCREEN_KEYS } from '../fullscreen/fullscreen-keys.ts';
import { panels } from '../panels/panels.ts';
import { PICTURE_IN_PICTURE_KEYS } from '../picture-in-picture/picture-in-picture-keys.ts';
import { PLAYLIST_KEYS } from '../playlist/playlist-keys.ts';
import { SECTION_KEYS } from '../seek/section-keys.ts';
import { SEEK_KEYS } from '../seek/seek-keys.ts';
import type { KeyAction, KeyRow } from './key-row.ts';

/** Every key of the player, each row from the folder of its feature. The handlers and the sheet behind `?` use the same table. */
export const KEY_TABLE: readonly KeyRow[] = [
  ...PLAY_KEYS,
  ...SEEK_KEYS,
  ...PLAYLIST_KEYS,
  ...SPEED_KEYS,
  ...SECTION_KEYS,
  ...VOLUME_KEYS,
  ...CAPTION_KEYS,
  ...FULLSCREEN_KEYS,
  ...PICTURE_IN_PICTURE_KEYS,
  {
    label: 'keyHelp',
    shown: ['?'],
    needsNoVideo: true,
    keys: { '?': ({ features }) => features.get(panels).toggle('shortcuts') },
  },
];

const actionsOf = (rows: readonly KeyRow[]): ReadonlyMap<string, KeyAction> =>
  new Map(rows.flatMap(({ keys }) => Object.entries(keys)));

export const KEY_ACTIONS = actionsOf(KEY_TABLE);
/** Keys whose repetitions act, too. */
export const REPEATING_KEYS = actionsOf(KEY_TABLE.filter(({ repeats }) => repeats));
/** Keys that work on an error. The other keys would change, and announce, a video that is not shown. */
export const KEY_ACTIONS_WITHOUT_VIDEO = actionsOf(KEY_TABLE.filter(({ needsNoVideo }) => needsNoVideo));
