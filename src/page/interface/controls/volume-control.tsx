import { useDeferredValue } from 'react';
import { IconButton } from '../shared/icon-button.tsx';
import { missingSound } from '../sound/missing-sound.ts';
import { notices } from '../shared/notices.ts';
import {
  useCommand,
  useFeature,
  useLanguage,
  usePlayback,
  usePlayerState,
  useStore,
} from '../shared/player-context.tsx';
import { toggleSound } from './commands.ts';
import { heardVolume } from './heard-volume.ts';

export function VolumeControl() {
  const volume = usePlayerState((snapshot) => snapshot.volume);
  const muted = usePlayerState((snapshot) => snapshot.muted);
  const { player } = usePlayback();
  const lastHeard = useFeature(heardVolume);
  const command = useCommand();
  const { say, percent } = useLanguage();
  const notice = useFeature(notices);
  const { isMissing } = useStore(useFeature(missingSound));
  // Formatted in a deferred render, like the seek bar's time: the first `Intl` formatter of a page is expensive.
  const isSaid = useDeferredValue(true, false);
  if (isMissing)
    return (
      <div className="volume">
        <IconButton
          icon="muted"
          label={say('noSound')}
          aria-disabled
          onClick={() => notice.show(say('noSound'), { icon: 'muted' })}
        />
      </div>
    );
  const heard = muted ? 0 : volume;
  return (
    <div className="volume">
      <IconButton
        icon={heard === 0 ? 'muted' : heard < 50 ? 'volumeLow' : 'volumeHigh'}
        label={say(heard === 0 ? 'unmute' : 'mute')}
        shortcut="m"
        onClick={() => toggleSound(player, { volume, muted }, lastHeard.get())}
      />
      <input
        type="range"
        className="volume-input"
        aria-label={say('volume')}
        aria-valuetext={muted ? say('muted') : isSaid ? percent(volume) : undefined}
        min={0}
        max={100}
        step={5}
        value={heard}
        onPointerDown={lastHeard.settle}
        onChange={({ target }) => {
          if (muted) command({ name: 'unMute', arguments: [] });
          command({ name: 'setVolume', arguments: [Number(target.value)] });
        }}
      />
    </div>
  );
}
