import { CAPTION_KEYS } from '../captions/caption-keys.ts';
import { PLAY_KEYS, SPEED_KEYS, VOLUME_KEYS } from '../controls/control-keys.ts';
import { FULLSCREEN_KEYS } from '../fullscreen/fullscreen-keys.ts';
import { panels } from '../panels/panels.ts';
import { PICTURE_IN_PICTURE_KEYS } from '../picture-in-picture/picture-in-picture-keys.ts';
import { PLAYLIST_KEYS } from '../playlist/playlist-keys.ts';
import { SECTION_KEYS } from '../seek/section-keys.ts';
import { SEEK_KEYS } from '../seek/seek-keys.ts';
import { keyActionsOf, type KeyRow } from '../keyboard/key-row.ts';

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

export const KEY_ACTIONS = keyActionsOf(KEY_TABLE);
