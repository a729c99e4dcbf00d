import { IconButton } from './icon-button.tsx';
import { togglePictureInPicture } from '../interaction/commands.ts';
import { usePlayerState, usePlayerTools, useSay } from './player-context.tsx';

export function PictureInPictureButton() {
  const { player, pictureInPicture } = usePlayerTools();
  const say = useSay();
  const isActive = usePlayerState((snapshot) => snapshot.pictureInPicture);
  if (!pictureInPicture.isAvailable()) return null;
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
