import { AirPlayButton } from './airplay-button.tsx';
import { CaptionsButton } from './captions-button.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { PictureInPictureButton } from './picture-in-picture-button.tsx';
import { PlayButton } from './play-button.tsx';
import { usePlayerState, usePlayerTools, useSay } from './player-context.tsx';
import { PlaylistButtons } from './playlist-buttons.tsx';
import { SeekBar } from './seek/seek-bar.tsx';
import { SettingsButton } from './settings-button.tsx';
import { TimeDisplay } from './time-display.tsx';
import { VolumeControl } from './volume-control.tsx';

export function ControlBar() {
  const { parameters } = usePlayerTools();
  const say = useSay();
  const hasError = usePlayerState(({ error }) => error !== null);
  if (hasError) return null;
  return (
    <div className="control-bar" role="group" aria-label={say('controls')}>
      <SeekBar />
      <div className="control-row">
        <PlayButton />
        <PlaylistButtons />
        <VolumeControl />
        <TimeDisplay />
        <span className="control-gap" />
        <CaptionsButton />
        <SettingsButton />
        <AirPlayButton />
        <PictureInPictureButton />
        {parameters.fs && <FullscreenButton />}
      </div>
    </div>
  );
}
