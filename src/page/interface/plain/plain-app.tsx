import type { GivenTools } from '../tools.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { PlainBar } from './plain-bar.tsx';
import { PlainErrorCard } from './plain-error-card.tsx';
import type { PlainProps } from './plain-props.ts';

interface PlainAppProps {
  readonly given: GivenTools;
  readonly plain: PlainProps;
}

/** Fallback when the whole interface fails. */
export function PlainApp({ given: { page, playback }, plain }: PlainAppProps) {
  return (
    <>
      {page.parameters.controls && (
        <FeatureBoundary feature="plainBar">
          <PlainBar {...plain} />
        </FeatureBoundary>
      )}
      <PlainErrorCard {...plain} control={playback.control} />
    </>
  );
}
