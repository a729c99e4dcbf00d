import type { ReactNode } from 'react';
import { RenewedBoundary } from './renewed-boundary.tsx';

/** A feature that shows nothing when it has failed. */
export function bounded(feature: string, Part: () => ReactNode): ReactNode {
  return (
    <RenewedBoundary feature={feature}>
      <Part />
    </RenewedBoundary>
  );
}
