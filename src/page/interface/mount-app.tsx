import type { Component } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { FeatureBoundary } from './errors/feature-boundary.tsx';
import { PlainApp } from './plain/plain-app.tsx';
import { plainLabels } from './plain/plain-labels.ts';
import type { Features } from './shared/features.ts';
import type { GivenTools } from './tools.ts';
import { ENGLISH } from '../language/english.ts';
/** The order matters: rules for small frames come last. */
import './shared/surfaces.css';
import './controls/controls.css';
import './shared/buttons.css';
import './seek/seek.css';
import './controls/volume-and-time.css';
import './captions/captions.css';
import './shared/notices.css';
import './errors/errors.css';
import './touch/touch.css';
import './unmute/unmute.css';
import './shared/small-frames.css';

/**
 * Mounts React, the components and their styles. Exceptions in them are reported here, once. Without `features`, which can
 * fail to start, the plain version is mounted.
 */
export function mountApp(container: HTMLElement, given: GivenTools, features: Features | null): () => void {
  const { clock, reportError } = given.page;
  const { player } = given.playback;
  const root = createRoot(container, {
    onCaughtError: (error, { errorBoundary }) => reportError(error, namedFeature(errorBoundary)),
    onUncaughtError: (error) => reportError(error),
    onRecoverableError: (error) => reportError(error),
  });
  const plain = { player, clock, labels: features === null ? ENGLISH : plainLabels(features.language.say) };
  const plainApp = <PlainApp given={given} plain={plain} />;
  root.render(
    <FeatureBoundary feature="app" fallback={plainApp}>
      {features === null ? plainApp : <App features={features} plain={plain} />}
    </FeatureBoundary>,
  );
  return () => root.unmount();
}

function namedFeature(boundary: Component<unknown> | undefined): Readonly<Record<string, string>> | undefined {
  return boundary instanceof FeatureBoundary ? { feature: boundary.props.feature } : undefined;
}
