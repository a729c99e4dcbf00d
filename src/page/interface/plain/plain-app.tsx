import type { PageTools } from '../viewer-tools.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { PlainBar } from './plain-bar.tsx';
import { PlainErrorCard } from './plain-error-card.tsx';
import type { PlainProps } from './plain-props.ts';

interface PlainAppProps {
  readonly page: Pick<PageTools, 'control' | 'parameters'>;
  readonly plain: PlainProps;
}

/** Fallback when the whole interface fails. */
export function PlainApp({ page, plain }: PlainAppProps) {
  return (
    <>
      {page.parameters.controls && (
        <FeatureBoundary feature="plainBar">
          <PlainBar {...plain} />
        </FeatureBoundary>
      )}
      <PlainErrorCard {...plain} control={page.control} />
    </>
  );
}
