import { IconButton } from './icon-button.tsx';
import { usePlayerTools, useSay, useStore } from './player-context.tsx';

export function PictureInPictureButton() {
  const { pictureInPicture } = usePlayerTools();
  const say = useSay();
  const isActive = useStore(pictureInPicture);
  if (!pictureInPicture.isAvailable()) return null;
  return (
    <IconButton
      icon="pictureInPicture"
      label={say('pictureInPicture')}
      shortcut="i"
      className="pip-button"
      aria-pressed={isActive}
      onClick={() => void pictureInPicture.toggle()}
    />
  );
}
