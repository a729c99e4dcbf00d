import type { ReactNode } from 'react';
import { RenewedBoundary } from './renewed-boundary.tsx';

/** A feature with nothing in its place when it fails. Shorter than the boundary around each of them. */
export function bounded(feature: string, Part: () => ReactNode): ReactNode {
  return (
    <RenewedBoundary feature={feature}>
      <Part />
    </RenewedBoundary>
  );
}
