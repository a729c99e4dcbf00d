import { onDemand } from '../shared/on-demand.tsx';
import { usePlayback, usePlayerState, useStore } from '../shared/player-context.tsx';

/** The controls of spherical videos load with the first spherical video. */
const Controls = onDemand(async () => (await import('./spherical-controls.tsx')).SphericalControls);

export function SphericalHost() {
  const { spherical } = usePlayback();
  const view = useStore(spherical);
  const videoId = usePlayerState(({ video }) => (video.isSpherical ? video.videoId : null));
  return view !== null && videoId !== null && <Controls key={videoId} view={view} />;
}
