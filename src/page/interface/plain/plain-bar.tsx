import { useSyncExternalStore } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { PlainPlayButton } from './plain-play-button.tsx';
import type { PlainProps } from './plain-props.ts';
import { PlainSeekBar } from './plain-seek-bar.tsx';

/** Fallback of the control bar: play, pause and seek. */
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
