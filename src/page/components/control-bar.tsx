import { CaptionsButton } from './captions-button.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { PlayButton } from './play-button.tsx';
import { usePlayerState } from './player-context.tsx';
import { QualityMenu } from './quality-menu.tsx';
import { SeekBar } from './seek-bar.tsx';
import { TimeDisplay } from './time-display.tsx';
import { VolumeControl } from './volume-control.tsx';

interface ControlBarProps {
  /** The `fs` parameter: hosts may leave full screen out. */
  readonly offersFullscreen: boolean;
}

export function ControlBar({ offersFullscreen }: ControlBarProps) {
  const hasError = usePlayerState(({ error }) => error !== null);
  if (hasError) return null;
  return (
    <div className="control-bar" role="group" aria-label="Playback controls">
      <SeekBar />
      <div className="control-row">
        <PlayButton />
        <VolumeControl />
        <TimeDisplay />
        <span className="control-gap" />
        <CaptionsButton />
        <QualityMenu />
        {offersFullscreen && <FullscreenButton />}
      </div>
    </div>
  );
}
