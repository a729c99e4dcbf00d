import { IconButton } from '../shared/icon-button.tsx';
import { usePage, usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';

export function FullscreenButton() {
  const { fullscreen } = usePlayback();
  const { root, media } = usePage();
  const say = useSay();
  const isActive = usePlayerState((snapshot) => snapshot.fullscreen);
  // Full screen is disabled unless the host's `allow` list grants it; an iPhone can show only the video in full screen.
  if (!isActive && !root.ownerDocument.fullscreenEnabled && !('webkitEnterFullscreen' in media)) return null;
  return (
    <IconButton
      icon={isActive ? 'exitFullscreen' : 'fullscreen'}
      label={say(isActive ? 'exitFullscreen' : 'fullscreen')}
      shortcut="f"
      onClick={() => void fullscreen.toggle()}
    />
  );
}
