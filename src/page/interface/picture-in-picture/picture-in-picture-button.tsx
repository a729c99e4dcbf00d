import { IconButton } from '../shared/icon-button.tsx';
import { togglePictureInPicture } from '../controls/commands.ts';
import { usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';

export function PictureInPictureButton() {
  const { player, pictureInPicture } = usePlayback();
  const say = useSay();
  const isActive = usePlayerState((snapshot) => snapshot.pictureInPicture);
  // In a window of ours the element is in another document, which has no such windows.
  if (!isActive && !pictureInPicture.isAvailable()) return null;
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
