import { IconButton } from '../shared/icon-button.tsx';
import { FROM_ITS_START, isAtEnd, isAtStart } from './list-ends.ts';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';

export function PlaylistButtons() {
  const command = useCommand();
  const say = useSay();
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  const isFirst = usePlayerState(isAtStart);
  const isLast = usePlayerState(isAtEnd);
  if (!isList) return null;
  return (
    <>
      <IconButton
        icon="previous"
        label={say('previous')}
        shortcut="Shift+P"
        className="playlist-button"
        onClick={() => command(isFirst ? FROM_ITS_START : { name: 'previousVideo', arguments: [] })}
      />
      <IconButton
        icon="next"
        label={say('next')}
        shortcut="Shift+N"
        className="playlist-button"
        /** `aria-disabled` instead of `disabled`: at the last video a disabled button would lose the focus. */
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && command({ name: 'nextVideo', arguments: [] })}
      />
    </>
  );
}
