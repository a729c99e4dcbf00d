import { Activity, type Component } from 'react';
import { flushSync } from 'react-dom';
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

/** The rendered interface; hidden until `show` is called. */
export interface MountedApp {
  /** Resolves when the interface can be shown. Stays pending if not even the plain version renders, so that the first paint stays. */
  readonly rendered: Promise<void>;
  /** Shows the interface within this task, so that no press arrives between the first paint's controls and those of the interface. */
  readonly show: () => void;
  readonly unmount: () => void;
}

/**
 * Renders the components, with their styles, in slices, between which the main thread handles other tasks. Exceptions in them are
 * reported here, once. Without `features`, whose start can fail, the plain version is rendered.
 */
export function mountApp(container: HTMLElement, given: GivenTools, features: Features | null): MountedApp {
  const { clock, reportError } = given.page;
  const { player } = given.playback;
  const root = createRoot(container, {
    onCaughtError: (error, { errorBoundary }) => reportError(error, namedFeature(errorBoundary)),
    onUncaughtError: (error) => reportError(error),
    onRecoverableError: (error) => reportError(error),
  });
  const plain = { player, clock, labels: features === null ? ENGLISH : plainLabels(features.language.say) };
  const plainApp = <PlainApp given={given} plain={plain} />;
  // The same element for both modes, so that React does not render it again.
  const app = (
    <FeatureBoundary feature="app" fallback={plainApp}>
      {features === null ? plainApp : <App features={features} plain={plain} />}
    </FeatureBoundary>
  );
  const rendered = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(container, { childList: true });
  });
  // React renders hidden content at idle priority, in slices of 5 ms, and does not run its effects.
  root.render(<Activity mode="hidden">{app}</Activity>);
  return {
    rendered,
    show: () => flushSync(() => root.render(<Activity mode="visible">{app}</Activity>)),
    unmount: () => root.unmount(),
  };
}

function namedFeature(boundary: Component<unknown> | undefined): Readonly<Record<string, string>> | undefined {
  return boundary instanceof FeatureBoundary ? { feature: boundary.props.feature } : undefined;
}
