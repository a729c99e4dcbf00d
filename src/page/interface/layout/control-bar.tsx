import { AirPlayButton } from '../airplay/airplay-button.tsx';
import { CaptionsButton } from '../captions/captions-button.tsx';
import { bounded } from '../errors/bounded.tsx';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { FullscreenButton } from '../fullscreen/fullscreen-button.tsx';
import { PictureInPictureButton } from '../picture-in-picture/picture-in-picture-button.tsx';
import { PlainPlayButton } from '../plain/plain-play-button.tsx';
import type { PlainProps } from '../plain/plain-props.ts';
import { PlainSeekBar } from '../plain/plain-seek-bar.tsx';
import { PlayButton } from '../controls/play-button.tsx';
import { usePage, usePlayerState, useSay } from '../shared/player-context.tsx';
import { PlaylistButtons } from '../playlist/playlist-buttons.tsx';
import { SeekBar } from '../seek/seek-bar.tsx';
import { SettingsButton } from '../settings/settings-button.tsx';
import { TelevisionHost } from '../television/television-host.tsx';
import { TimeDisplay } from '../controls/time-display.tsx';
import { VolumeControl } from '../controls/volume-control.tsx';

/** `plain`: properties of the fallbacks of controls that playback needs. */
export function ControlBar({ plain }: { plain: PlainProps }) {
  const { parameters } = usePage();
  const say = useSay();
  const hasError = usePlayerState(({ error }) => error !== null);
  if (hasError) return null;
  return (
    <div className="control-bar" role="group" aria-label={say('controls')}>
      <FeatureBoundary feature="seekBar" fallback={<PlainSeekBar {...plain} />}>
        <SeekBar />
      </FeatureBoundary>
      <div className="control-row">
        <div className="control-group">
          <FeatureBoundary feature="playButton" fallback={<PlainPlayButton {...plain} />}>
            <PlayButton />
          </FeatureBoundary>
          {bounded('playlistButtons', PlaylistButtons)}
          {bounded('volume', VolumeControl)}
          {bounded('time', TimeDisplay)}
        </div>
        <div className="control-group">
          {bounded('captionsButton', CaptionsButton)}
          {bounded('settingsButton', SettingsButton)}
          {bounded('airPlay', AirPlayButton)}
          {bounded('television', TelevisionHost)}
          {bounded('pictureInPicture', PictureInPictureButton)}
          {parameters.fs && bounded('fullscreen', FullscreenButton)}
        </div>
      </div>
    </div>
  );
}
