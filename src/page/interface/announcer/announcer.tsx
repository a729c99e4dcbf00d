import { useState } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { WordKey } from '../../language/word.ts';
import { useIsOnline } from '../errors/offline-banner.tsx';
import { useLatePlayerState, useSay } from '../shared/player-context.tsx';

const WORDS: Readonly<Record<number, WordKey>> = {
  [PLAYER_STATE.playing]: 'playing',
  [PLAYER_STATE.paused]: 'paused',
  [PLAYER_STATE.ended]: 'ended',
};

/** The last announcement. */
interface Said {
  readonly word: WordKey | undefined;
  /**
   * The last video announced when it began to play. The title of a cued video is announced again at its start, since the announcement of
   * the start may replace the first before it is read.
   */
  readonly videoId: string;
  readonly text: string;
}

/**
 * Announces changes of playback, not requests for them: a muted start is announced as muted, and another video by its title. The end of a
 * stall is not announced.
 */
export function Announcer() {
  const say = useSay();
  const state = useLatePlayerState((snapshot) => snapshot.state);
  const muted = useLatePlayerState((snapshot) => snapshot.muted);
  const { videoId, title } = useLatePlayerState(({ video }) => video);
  const [said, setSaid] = useState<Said>({ word: undefined, videoId, text: '' });
  // The banner says that nothing plays until the network is back.
  const isStalled = !useIsOnline() && state === PLAYER_STATE.buffering;
  const word = WORDS[state];
  const isOther = videoId !== said.videoId;
  const isPlaying = word === 'playing';
  const isNamed = isOther && title !== '' && (word !== undefined || state === PLAYER_STATE.cued);
  // The title of a video can arrive after its first frame.
  if (state !== PLAYER_STATE.buffering && (word !== said.word || (isNamed && isPlaying))) {
    const isStart = isPlaying && (said.word === undefined || isOther);
    const words = [isNamed && title, word && say(word), isStart && muted && say('muted')];
    setSaid({
      word,
      videoId: isNamed && isPlaying ? videoId : said.videoId,
      text: words.filter(Boolean).join(', '),
    });
  }
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {!isStalled && said.text}
    </div>
  );
}
