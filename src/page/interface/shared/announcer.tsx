import { useState } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { WordKey } from '../../language/english.ts';
import { usePlayerState, useSay } from './player-context.tsx';

const WORDS: Readonly<Record<number, WordKey>> = {
  [PLAYER_STATE.playing]: 'playing',
  [PLAYER_STATE.paused]: 'paused',
  [PLAYER_STATE.ended]: 'ended',
};

/** The last announcement, and its video. */
interface Said {
  readonly word: WordKey | undefined;
  readonly videoId: string;
  readonly text: string;
}

/**
 * Announces what actually changed, never what was requested: a start without sound is one, and so is another video. A stall in
 * between is not announced when it is over.
 */
export function Announcer() {
  const say = useSay();
  const state = usePlayerState((snapshot) => snapshot.state);
  const muted = usePlayerState((snapshot) => snapshot.muted);
  const { videoId, title } = usePlayerState(({ video }) => video);
  const [said, setSaid] = useState<Said>({ word: undefined, videoId, text: '' });
  const word = WORDS[state];
  const isOther = videoId !== said.videoId;
  if (state !== PLAYER_STATE.buffering && (word !== said.word || (isOther && word === 'playing'))) {
    const isStart = word === 'playing' && (said.word === undefined || isOther);
    const words = [isOther && title, word && say(word), isStart && muted && say('muted')];
    setSaid({ word, videoId, text: words.filter(Boolean).join(', ') });
  }
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {said.text}
    </div>
  );
}
