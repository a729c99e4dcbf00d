import { IconButton } from '../shared/icon-button.tsx';
import { togglePictureInPicture } from '../controls/commands.ts';
import { usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';
import { useOffersWindow } from './use-offers-window.ts';

export function PictureInPictureButton() {
  const { player } = usePlayback();
  const say = useSay();
  const isActive = usePlayerState((snapshot) => snapshot.pictureInPicture);
  if (!useOffersWindow()) return null;
  return (
    <IconButton
      icon="pictureInPicture"
      label={say('pictureInPicture')}
      shortcut="i"
      className="wide-only"
      aria-pressed={isActive}
      onClick={() => togglePictureInPicture(player)}
    />
  );
}
