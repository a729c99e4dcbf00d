import { toggleCaptions } from '../controls/commands.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';

export function CaptionsButton() {
  const { player } = usePlayback();
  const say = useSay();
  const hasTracks = usePlayerState(({ captions }) => captions.tracks.length > 0);
  const isOn = usePlayerState(({ captions }) => captions.active >= 0);
  if (!hasTracks) return null;
  return (
    <IconButton
      icon="captions"
      label={say('captions')}
      shortcut="c"
      aria-pressed={isOn}
      onClick={() => toggleCaptions(player)}
    />
  );
}
