import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerState } from '../shared/player-context.tsx';

const Window = onDemand(async () => (await import('./caption-window.tsx')).CaptionWindow);

/** The renderer loads when captions are first on, before the first cue is due; after a failure, when next on. */
export function Captions() {
  const isOn = usePlayerState(({ captions }) => captions.active >= 0);
  return (
    isOn && (
      <FeatureBoundary feature="captionWindow">
        <Window />
      </FeatureBoundary>
    )
  );
}
