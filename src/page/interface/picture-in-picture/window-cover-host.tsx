import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { usePage, usePlayerState } from '../shared/player-context.tsx';

const Cover = onDemand(async () => (await import('./window-cover.tsx')).WindowCover);

/** The page's content while the video is in a separate window, up to the end screen. */
export function WindowCoverHost() {
  const { endscreen } = usePage().parameters;
  return (
    usePlayerState(
      ({ pictureInPicture, error, state }) =>
        pictureInPicture && error === null && !(endscreen && state === PLAYER_STATE.ended),
    ) && <Cover />
  );
}
