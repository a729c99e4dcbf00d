import { IconButton } from './icon-button.tsx';
import { usePlayerTools, useStore } from './player-context.tsx';

export function AirPlayButton() {
  const { airPlay } = usePlayerTools();
  const { isAvailable, isActive } = useStore(airPlay);
  if (!isAvailable) return null;
  return (
    <IconButton
      icon="airPlay"
      label="AirPlay"
      className="pip-button"
      aria-pressed={isActive}
      onClick={airPlay.choose}
    />
  );
}
