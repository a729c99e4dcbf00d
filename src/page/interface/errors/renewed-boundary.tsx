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
 * The boundary of parts that appear by themselves: when the network returns, a failed part is rendered again. Panels do not use it, since
 * a panel would open by itself long after the press.
 */
export function RenewedBoundary(props: RenewedBoundaryProps) {
  return <FeatureBoundary {...props} network={useStore(useFeature(connection))} />;
}
