import type { ReactNode } from 'react';
import { FeatureBoundary } from './feature-boundary.tsx';

/** A feature with nothing in its place when it fails. Shorter than the boundary around each of them. */
export function bounded(feature: string, Part: () => ReactNode): ReactNode {
  return (
    <FeatureBoundary feature={feature}>
      <Part />
    </FeatureBoundary>
  );
}
