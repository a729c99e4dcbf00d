import './window-cover.css';
import { togglePictureInPicture } from '../controls/commands.ts';
import { useLeaveControl } from '../shared/leave-control.ts';
import { usePlayback, useSay } from '../shared/player-context.tsx';

/** Over the dimmed poster, since the element shows nothing while its pictures are in another window. */
export function WindowCover() {
  const { player } = usePlayback();
  const leaving = useLeaveControl();
  const say = useSay();
  return (
    <div className="window-cover">
      <p role="status">{say('inPictureInPicture')}</p>
      <button type="button" className="text-button" onClick={leaving(() => togglePictureInPicture(player))}>
        {say('bringBack')}
      </button>
    </div>
  );
}
