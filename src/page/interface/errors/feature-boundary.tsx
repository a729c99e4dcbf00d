import { Component, type ReactNode } from 'react';

interface FeatureBoundaryProps {
  /** Added to the report of the exception. */
  readonly feature: string;
  /** What replaces the feature; nothing without it. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Replaces a feature that throws while it renders, in an effect or as it loads; the others stay. The root reports the
 * exception (mount-app.tsx). A failed feature stays replaced until its boundary is remounted.
 */
export class FeatureBoundary extends Component<FeatureBoundaryProps, { readonly hasFailed: boolean }> {
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
