import { missingSound } from '../sound/missing-sound.ts';
import { useFeature, usePlayback, usePlayerState, useSay, useStore } from '../shared/player-context.tsx';
import { FactRow, SwitchRow } from '../panels/menu-parts.tsx';
import { toggleSound } from './commands.ts';
import { heardVolume } from './heard-volume.ts';

/** The mute switch in the menu, for frames whose bar has no room for the button (small-frames.css). */
export function MuteRow() {
  const volume = usePlayerState((snapshot) => snapshot.volume);
  const muted = usePlayerState((snapshot) => snapshot.muted);
  const { player } = usePlayback();
  const lastHeard = useFeature(heardVolume);
  const say = useSay();
  const { isMissing } = useStore(useFeature(missingSound));
  if (isMissing)
    return (
      <div className="mute-row">
        <FactRow icon="muted" label={say('noSound')} />
      </div>
    );
  return (
    <div className="mute-row">
      <SwitchRow
        icon="muted"
        label={say('mute')}
        isOn={muted || volume === 0}
        onChange={() => toggleSound(player, { volume, muted }, lastHeard.get())}
      />
    </div>
  );
}
