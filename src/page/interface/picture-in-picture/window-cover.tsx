import './window-cover.css';
import type { WordKey } from '../../language/word.ts';
import { togglePictureInPicture } from '../controls/commands.ts';
import { useLeaveControl } from '../shared/leave-control.ts';
import { usePlayback, useSay } from '../shared/player-context.tsx';

/** Covers the page while the video is in another window. */
export function WindowCover() {
  const { player } = usePlayback();
  return <Cover words="inPictureInPicture" onReturn={() => togglePictureInPicture(player)} />;
}

interface CoverProps {
  /** Words that say where the video plays. */
  readonly words: WordKey;
  readonly onReturn: () => void;
}

/** Words and a button that brings the video back, over the dimmed poster: the element shows nothing while it plays elsewhere. */
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
