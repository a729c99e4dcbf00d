import type { KeyAction, KeyRow } from '../keyboard/key-row.ts';
import { FROM_ITS_START, isAtEnd, isAtStart } from './list-ends.ts';
import { notices } from '../shared/notices.ts';

const goInPlaylist =
  (step: 1 | -1): KeyAction =>
  ({ player, features }) => {
    const before = player.getSnapshot();
    if (before.playlist === null) return;
    if (step === -1 && isAtStart(before)) player.execute(FROM_ITS_START, 'viewer');
    else if (step === -1 || !isAtEnd(before))
      player.execute({ name: step === 1 ? 'nextVideo' : 'previousVideo', arguments: [] }, 'viewer');
    const { playlist } = player.getSnapshot();
    if (playlist === null) return;
    const place = { index: playlist.index + 1, count: playlist.videoIds.length };
    features.get(notices).show(features.language.say('playlistPlace', place));
  };

export const PLAYLIST_KEYS: readonly KeyRow[] = [
  {
    label: 'keyPlaylist',
    shown: ['⇧ P', '⇧ N'],
    needsNoVideo: true,
    keys: { 'Shift+p': goInPlaylist(-1), 'Shift+n': goInPlaylist(1) },
  },
];
