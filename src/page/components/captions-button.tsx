import { toggleCaptions } from '../interaction/keyboard.ts';
import { IconButton } from './icon-button.tsx';
import { usePlayerState, usePlayerTools } from './player-context.tsx';

export function CaptionsButton() {
  const { player } = usePlayerTools();
  const hasTracks = usePlayerState(({ captions }) => captions.tracks.length > 0);
  const isOn = usePlayerState(({ captions }) => captions.active >= 0);
  if (!hasTracks) return null;
  return (
    <IconButton
      icon="captions"
      label="Captions"
      shortcut="c"
      aria-pressed={isOn}
      onClick={() => toggleCaptions({ player })}
    />
  );
}
