import { onDemand } from '../shared/on-demand.tsx';

/** Only Safari supports AirPlay, so only Safari loads this. */
const Target = onDemand(async () => (await import('./airplay-target.tsx')).AirPlayTarget);

export function AirPlayButton() {
  return 'WebKitPlaybackTargetAvailabilityEvent' in window && <Target />;
}
