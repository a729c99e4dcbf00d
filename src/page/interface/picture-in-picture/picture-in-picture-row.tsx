import { togglePictureInPicture } from '../controls/commands.ts';
import { ActionRow } from '../panels/menu-parts.tsx';
import { usePlayback, useSay } from '../shared/player-context.tsx';
import { useOffersWindow } from './use-offers-window.ts';

/** The line of the menu, for frames whose bar has no room for the button (small-frames.css). */
export function PictureInPictureRow() {
  const { player } = usePlayback();
  const say = useSay();
  if (!useOffersWindow()) return null;
  return (
    <div className="pip-row">
      <ActionRow
        name="pictureInPicture"
        icon="pictureInPicture"
        label={say('pictureInPicture')}
        onPress={() => togglePictureInPicture(player)}
      />
    </div>
  );
}
