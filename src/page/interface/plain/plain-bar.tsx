import { useSyncExternalStore } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { PlainPlayButton } from './plain-play-button.tsx';
import type { PlainProps } from './plain-props.ts';
import { PlainSeekBar } from './plain-seek-bar.tsx';

/** Play, pause and seek: what is left of the control bar when it fails. */
export function PlainBar(props: PlainProps) {
  const { player, labels } = props;
  const hasError = useSyncExternalStore(player.subscribe, () => player.getSnapshot().error !== null);
  if (hasError) return null;
  return (
    <div className="control-bar" role="group" aria-label={labels.controls}>
      <FeatureBoundary feature="plainSeekBar">
        <PlainSeekBar {...props} />
      </FeatureBoundary>
      <div className="control-row">
        <FeatureBoundary feature="plainPlayButton">
          <PlainPlayButton {...props} />
        </FeatureBoundary>
      </div>
    </div>
  );
}
