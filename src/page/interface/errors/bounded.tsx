import type { ReactNode } from 'react';
import { RenewedBoundary } from './renewed-boundary.tsx';

/** Renders a feature that shows nothing after a failure. */
export function bounded(feature: string, Part: () => ReactNode): ReactNode {
  return (
    <RenewedBoundary feature={feature}>
      <Part />
    </RenewedBoundary>
  );
}
