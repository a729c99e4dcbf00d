import type { Player } from '../../player/player.ts';

/** Actions that several controls and keys share. */

/** Turns sound off or on. A volume of 0 counts as off and becomes `heardVolume`. Returns whether sound is on now. */
export function toggleSound(
  player: Pick<Player, 'execute'>,
  { volume, muted }: { readonly volume: number; readonly muted: boolean },
  heardVolume: number,
): boolean {
  const isSilent = muted || volume === 0;
  if (volume === 0) player.execute({ name: 'setVolume', arguments: [heardVolume] }, 'viewer');
  if (muted || !isSilent) player.execute({ name: muted ? 'unMute' : 'mute', arguments: [] }, 'viewer');
  return isSilent;
}

/** Runs within the viewer's gesture, which browsers require; if the browser refuses, nothing has changed. */
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
