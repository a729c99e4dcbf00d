import { PLAYER_STATE } from '../../../protocol/player-info.ts';
import { usePlayerState } from './player-context.tsx';

const WORDS: Readonly<Record<number, string>> = {
  [PLAYER_STATE.playing]: 'Playing',
  [PLAYER_STATE.paused]: 'Paused',
  [PLAYER_STATE.ended]: 'The video has ended',
};

/** Says what has really happened, never what was asked for. */
export function Announcer() {
  const words = usePlayerState(({ state }) => WORDS[state] ?? '');
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  );
}
