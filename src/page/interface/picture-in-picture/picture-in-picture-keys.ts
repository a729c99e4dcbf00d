import { togglePictureInPicture } from '../controls/commands.ts';
import type { KeyRow } from '../keyboard/key-row.ts';

export const PICTURE_IN_PICTURE_KEYS: readonly KeyRow[] = [
  { label: 'pictureInPicture', shown: ['I'], keys: { i: ({ player }) => togglePictureInPicture(player) } },
];
