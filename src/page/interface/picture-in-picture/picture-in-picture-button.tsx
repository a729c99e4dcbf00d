import { IconButton } from '../shared/icon-button.tsx';
import { togglePictureInPicture } from '../controls/commands.ts';
import { usePage, usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';

export function PictureInPictureButton() {
  const { player } = usePlayback();
  const { root, media } = usePage();
  const say = useSay();
  const isActive = usePlayerState((snapshot) => snapshot.pictureInPicture);
  // Firefox has its own button and no API; a host's `allow` list may leave it out.
  if (!root.ownerDocument.pictureInPictureEnabled || media.disablePictureInPicture) return null;
  return (
    <IconButton
      icon="pictureInPicture"
      label={say('pictureInPicture')}
      shortcut="i"
      className="pip-button"
      aria-pressed={isActive}
      onClick={() => togglePictureInPicture(player)}
    />
  );
}
