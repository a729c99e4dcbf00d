import { Component, type ReactNode } from 'react';
import type { ConnectionState } from '../../player/connection/connection-table.ts';

interface FeatureBoundaryProps {
  /** Added to the report of the exception. */
  readonly feature: string;
  /** Replacement of a failed feature; by default nothing. */
  readonly fallback?: ReactNode;
  /** When the network returns, a failed feature is rendered again: its chunk may have failed to load. */
  readonly network?: ConnectionState;
  readonly children: ReactNode;
}

interface FeatureBoundaryState {
  readonly hasFailed: boolean;
  readonly network: ConnectionState | undefined;
}

/**
 * Replaces a feature that throws while it renders, in an effect or as it loads; the others stay. The root reports the
 * exception (mount-app.tsx). A failed feature stays replaced until its boundary is remounted, or the network returns.
 */
export class FeatureBoundary extends Component<FeatureBoundaryProps, FeatureBoundaryState> {
  static getDerivedStateFromError(): Pick<FeatureBoundaryState, 'hasFailed'> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { network }: FeatureBoundaryProps,
    before: FeatureBoundaryState,
  ): FeatureBoundaryState | null {
    if (network === before.network) return null;
    return { network, hasFailed: before.hasFailed && network !== 'back' };
  }

  override state: FeatureBoundaryState = { hasFailed: false, network: undefined };

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
