import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePage, usePlayerState, useStore } from '../shared/player-context.tsx';
import { ownWindow } from './own-window-store.ts';

const Cover = onDemand(async () => (await import('./window-cover.tsx')).WindowCover);
const Controls = onDemand(async () => (await import('./own-window.tsx')).OwnWindowControls);

/**
 * Covers the page while the video is in a separate window, until the end screen. A document picture-in-picture window has its own
 * controls.
 */
export function WindowCoverHost() {
  const { endscreen } = usePage().parameters;
  const { root } = useStore(useFeature(ownWindow));
  const isCovered = usePlayerState(
    ({ pictureInPicture, error, state }) =>
      pictureInPicture && error === null && !(endscreen && state === PLAYER_STATE.ended),
  );
  return (
    <>
      {isCovered && <Cover />}
      {root !== null && <Controls root={root} />}
    </>
  );
}
