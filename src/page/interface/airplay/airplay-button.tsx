import { AirPlayTarget } from './airplay-target.tsx';

/** Only Safari supports AirPlay. */
export function AirPlayButton() {
  return 'WebKitPlaybackTargetAvailabilityEvent' in window && <AirPlayTarget />;
}
