import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';
import type { Suggestion } from './suggestions.ts';

/** A suggested video; a press plays it in this player. */
export function EndCard({ suggestion }: { suggestion: Suggestion }) {
  const { videoId, title, author, lengthSeconds, posterUrl, index } = suggestion;
  const count = usePlayerState(({ playlist }) => playlist?.videoIds.length ?? 0);
  const say = useSay();
  const command = useCommand();
  const play = (): void =>
    index === null
      ? command({ name: 'loadVideoById', arguments: { videoId } })
      : command({ name: 'playVideoAt', arguments: [index] });
  return (
    <li>
      <button type="button" className="end-card" data-row="endCard" onClick={play}>
        <bdi className="end-title">{title || say('playlistPlace', { index: (index ?? 0) + 1, count })}</bdi>
        {author !== '' && <bdi className="end-author">{author}</bdi>}
        <span className="end-picture">
          {posterUrl !== undefined && <img src={posterUrl} alt="" crossOrigin="anonymous" />}
          {lengthSeconds > 0 && <span className="end-length">{clockTime(lengthSeconds)}</span>}
        </span>
      </button>
    </li>
  );
}
