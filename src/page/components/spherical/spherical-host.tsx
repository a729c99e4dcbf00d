import { useEffect, useState } from 'react';
import { usePlayerState, usePlayerTools, useStore } from '../player-context.tsx';
import type { SphericalControls } from './spherical-controls.tsx';

/** Controls of a spherical film come with the first one. */
export function SphericalHost() {
  const { spherical, reportError } = usePlayerTools();
  const view = useStore(spherical);
  const videoId = usePlayerState(({ video }) => (video.isSpherical ? video.videoId : null));
  const [Controls, setControls] = useState<typeof SphericalControls | null>(null);
  const isMissing = view !== null && Controls === null;
  useEffect(() => {
    if (isMissing)
      import('./spherical-controls.tsx').then((module) => setControls(() => module.SphericalControls), reportError);
  }, [isMissing, reportError]);
  return view !== null && videoId !== null && Controls !== null && <Controls key={videoId} view={view} />;
}
