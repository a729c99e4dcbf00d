import './window-cover.css';
import type { WordKey } from '../../language/word.ts';
import { togglePictureInPicture } from '../controls/commands.ts';
import { useLeaveControl } from '../shared/leave-control.ts';
import { usePlayback, useSay } from '../shared/player-context.tsx';

/** Over the page while the pictures are in another window. */
export function WindowCover() {
  const { player } = usePlayback();
  return <Cover words="inPictureInPicture" onReturn={() => togglePictureInPicture(player)} />;
}

interface CoverProps {
  /** Words that name the place of the video. */
  readonly words: WordKey;
  readonly onReturn: () => void;
}

/** Over the dimmed poster, since the element shows nothing while its pictures are elsewhere. */
export function Cover({ words, onReturn }: CoverProps) {
  const leaving = useLeaveControl();
  const say = useSay();
  return (
    <div className="window-cover">
      <p role="status">{say(words)}</p>
      <button type="button" className="text-button" onClick={leaving(onReturn)}>
        {say('bringBack')}
      </button>
    </div>
  );
}
