import { useState } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { WordKey } from '../../language/english.ts';
import { usePlayerState, useSay } from './player-context.tsx';

const WORDS: Readonly<Record<number, WordKey>> = {
  [PLAYER_STATE.playing]: 'playing',
  [PLAYER_STATE.paused]: 'paused',
  [PLAYER_STATE.ended]: 'ended',
};

/** Announces what actually changed, never what was requested. A stall in between is not announced when it is over. */
export function Announcer() {
  const say = useSay();
  const state = usePlayerState((snapshot) => snapshot.state);
  const [word, setWord] = useState<WordKey>();
  if (state !== PLAYER_STATE.buffering && word !== WORDS[state]) setWord(WORDS[state]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {word === undefined ? '' : say(word)}
    </div>
  );
}
