import { IconButton } from '../shared/icon-button.tsx';
import { useCommand, usePlayerState, useViewer } from '../shared/player-context.tsx';

export function VolumeControl() {
  const volume = usePlayerState((snapshot) => snapshot.volume);
  const muted = usePlayerState((snapshot) => snapshot.muted);
  const command = useCommand();
  const { say, percent } = useViewer().language;
  const heard = muted ? 0 : volume;
  return (
    <div className="volume">
      <IconButton
        icon={heard === 0 ? 'muted' : heard < 50 ? 'volumeLow' : 'volumeHigh'}
        label={say(muted ? 'unmute' : 'mute')}
        shortcut="m"
        onClick={() => command({ name: muted ? 'unMute' : 'mute', arguments: [] })}
      />
      <input
        type="range"
        className="volume-input"
        aria-label={say('volume')}
        aria-valuetext={muted ? say('muted') : percent(volume)}
        min={0}
        max={100}
        step={5}
        value={heard}
        onChange={({ target }) => {
          if (muted) command({ name: 'unMute', arguments: [] });
          command({ name: 'setVolume', arguments: [Number(target.value)] });
        }}
      />
    </div>
  );
}
