import { Component, type ReactNode } from 'react';

interface FeatureBoundaryProps {
  /** Goes along with the report of what was thrown. */
  readonly feature: string;
  /** What takes the feature's place; nothing without one. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A feature that throws while it renders, in an effect or as it loads is replaced, and the others stay. The root reports
 * it (mount-app.tsx). A failed feature stays so until its boundary mounts anew.
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
