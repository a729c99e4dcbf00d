import type { ReactNode } from 'react';
import { useFeature, useStore } from '../shared/player-context.tsx';
import { connection } from './connection.ts';
import { FeatureBoundary } from './feature-boundary.tsx';

interface RenewedBoundaryProps {
  readonly feature: string;
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The boundary of parts that appear by themselves: after the return of the network they are rendered again. A panel is not, since it
 * would open by itself long after the press.
 */
export function RenewedBoundary(props: RenewedBoundaryProps) {
  return <FeatureBoundary {...props} network={useStore(useFeature(connection))} />;
}
