import { Announcer } from './components/announcer.tsx';
import { Captions } from './components/captions/captions.tsx';
import { ControlBar } from './components/control-bar.tsx';
import { ErrorCard } from './components/error-card.tsx';
import { FeatureBoundary } from './components/feature-boundary.tsx';
import { NoticeBubble } from './components/notice-bubble.tsx';
import { OfflineBanner } from './components/offline-banner.tsx';
import { FailedPanel, PanelHost } from './components/panel-host.tsx';
import { PlainBar } from './components/plain/plain-bar.tsx';
import { PlainErrorCard } from './components/plain/plain-error-card.tsx';
import type { PlainProps } from './components/plain/plain-props.ts';
import { PlayerProvider } from './components/player-context.tsx';
import { ResumeButton } from './components/resume-button.tsx';
import { Spinner } from './components/spinner.tsx';
import { TopActions } from './components/top-actions.tsx';
import { UnmuteButton } from './components/unmute-button.tsx';
import { SphericalHost } from './components/spherical/spherical-host.tsx';
import { UpNext } from './components/up-next.tsx';
import type { ViewerTools } from './interaction/viewer-tools.ts';

export interface AppProps {
  readonly tools: ViewerTools;
  /** What the plain versions of its parts work with. */
  readonly plain: PlainProps;
}

/** Everything over the picture that the first paint does not have. */
export function App({ tools, plain }: AppProps) {
  return (
    <PlayerProvider value={tools}>
      <FeatureBoundary feature="captions">
        <Captions />
      </FeatureBoundary>
      <FeatureBoundary feature="spinner">
        <Spinner />
      </FeatureBoundary>
      <FeatureBoundary feature="notices">
        <NoticeBubble />
      </FeatureBoundary>
      <FeatureBoundary feature="offlineBanner">
        <OfflineBanner />
      </FeatureBoundary>
      <div className="corner">
        <FeatureBoundary feature="unmute">
          <UnmuteButton />
        </FeatureBoundary>
        <FeatureBoundary feature="resume">
          <ResumeButton />
        </FeatureBoundary>
      </div>
      <FeatureBoundary feature="spherical">
        <SphericalHost />
      </FeatureBoundary>
      {tools.parameters.controls && (
        <>
          <FeatureBoundary feature="topActions">
            <TopActions />
          </FeatureBoundary>
          <FeatureBoundary feature="controlBar" fallback={<PlainBar {...plain} />}>
            <ControlBar plain={plain} />
          </FeatureBoundary>
          <FeatureBoundary feature="upNext">
            <UpNext />
          </FeatureBoundary>
        </>
      )}
      <FeatureBoundary feature="errorCard" fallback={<PlainErrorCard {...plain} control={tools.control} />}>
        <ErrorCard />
      </FeatureBoundary>
      <FeatureBoundary feature="panels" fallback={<FailedPanel />}>
        <PanelHost />
      </FeatureBoundary>
      <FeatureBoundary feature="announcer">
        <Announcer />
      </FeatureBoundary>
    </PlayerProvider>
  );
}
