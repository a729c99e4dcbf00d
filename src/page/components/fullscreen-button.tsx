import { IconButton } from './icon-button.tsx';
import { usePlayerState, usePlayerTools } from './player-context.tsx';

export function FullscreenButton() {
  const { fullscreen } = usePlayerTools();
  const isActive = usePlayerState((snapshot) => snapshot.fullscreen);
  if (!fullscreen.isAvailable()) return null;
  return (
    <IconButton
      icon={isActive ? 'exitFullscreen' : 'fullscreen'}
      label={isActive ? 'Exit full screen' : 'Full screen'}
      shortcut="f"
      onClick={() => void fullscreen.toggle()}
    />
  );
}
