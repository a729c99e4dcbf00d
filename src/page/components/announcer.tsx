import { PLAYER_STATE } from '../../../protocol/player-info.ts';
import type { WordKey } from '../language/english.ts';
import { usePlayerState, useSay } from './player-context.tsx';

const WORDS: Readonly<Record<number, WordKey>> = {
  [PLAYER_STATE.playing]: 'playing',
  [PLAYER_STATE.paused]: 'paused',
  [PLAYER_STATE.ended]: 'ended',
};

/** Says what has really happened, never what was asked for. */
export function Announcer() {
  const say = useSay();
  const word = usePlayerState(({ state }) => WORDS[state]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {word === undefined ? '' : say(word)}
    </div>
  );
}
