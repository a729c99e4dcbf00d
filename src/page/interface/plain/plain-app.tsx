import type { GivenTools } from '../tools.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { PlainBar } from './plain-bar.tsx';
import { PlainErrorCard } from './plain-error-card.tsx';
import { PlainPlayButton } from './plain-play-button.tsx';
import type { PlainProps } from './plain-props.ts';

/** Fallback when the whole interface fails. */
export function PlainApp({ given: { page, playback }, plain }: { given: GivenTools; plain: PlainProps }) {
  return (
    <>
      <FeatureBoundary feature="plainBar">
        {page.parameters.controls ? <PlainBar {...plain} /> : <PlainPlayButton {...plain} className="lone-play" />}
      </FeatureBoundary>
      <PlainErrorCard {...plain} control={playback.control} />
    </>
  );
}
