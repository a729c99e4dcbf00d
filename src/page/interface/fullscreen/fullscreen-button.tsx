import { IconButton } from '../shared/icon-button.tsx';
import { usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';

export function FullscreenButton() {
  const { fullscreen } = usePlayback();
  const say = useSay();
  const isActive = usePlayerState((snapshot) => snapshot.fullscreen);
  if (!isActive && !fullscreen.isAvailable()) return null;
  return (
    <IconButton
      icon={isActive ? 'exitFullscreen' : 'fullscreen'}
      label={say(isActive ? 'exitFullscreen' : 'fullscreen')}
      shortcut="f"
      onClick={() => void fullscreen.toggle()}
    />
  );
}
