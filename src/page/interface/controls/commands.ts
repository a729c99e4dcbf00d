import { PLAYER_STATE } from '../../../../protocol/host/player-info.ts';
import type { Player } from '../../player/player.ts';

/** Actions that several controls and keys share. */

export function togglePlayback(player: Player): void {
  const { state } = player.getSnapshot();
  const isPlaying = state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
  player.execute({ name: isPlaying ? 'pauseVideo' : 'playVideo', arguments: [] }, 'viewer');
}

/** In the gesture; if the browser refuses it, nothing has changed. */
export function togglePictureInPicture(player: Player): void {
  const { pictureInPicture } = player.getSnapshot();
  player.execute({ name: 'setPictureInPicture', arguments: [!pictureInPicture] }, 'viewer');
}

/** Turns captions off, or the preferred track on; `false` if the video has no captions. */
export function toggleCaptions(player: Player): boolean {
  const { active, tracks } = player.getSnapshot().captions;
  if (tracks.length === 0) return false;
  player.execute({ name: active >= 0 ? 'unloadModule' : 'loadModule', arguments: ['captions'] }, 'viewer');
  return true;
}
