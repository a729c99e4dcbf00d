import { onDemand } from '../shared/on-demand.tsx';

/** Nobody but Safari has it, so nobody else loads it. */
const Target = onDemand(async () => (await import('./airplay-target.tsx')).AirPlayTarget);

export function AirPlayButton() {
  return 'WebKitPlaybackTargetAvailabilityEvent' in window && <Target />;
}
