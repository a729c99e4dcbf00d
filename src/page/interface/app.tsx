import { Announcer } from './shared/announcer.tsx';
import { Captions } from './captions/captions.tsx';
import { ControlBar } from './controls/control-bar.tsx';
import { ErrorCard } from './errors/error-card.tsx';
import { FeatureBoundary } from './errors/feature-boundary.tsx';
import { NoticeBubble } from './shared/notice-bubble.tsx';
import { OfflineBanner } from './errors/offline-banner.tsx';
import { FailedPanel, PanelHost } from './panels/panel-host.tsx';
import { PlainBar } from './plain/plain-bar.tsx';
import { PlainErrorCard } from './plain/plain-error-card.tsx';
import type { PlainProps } from './plain/plain-props.ts';
import { PlayerProvider } from './shared/player-context.tsx';
import { ResumeButton } from './resume/resume-button.tsx';
import { Spinner } from './shared/spinner.tsx';
import { TopActions } from './controls/top-actions.tsx';
import { UnmuteButton } from './controls/unmute-button.tsx';
import { SphericalHost } from './spherical/spherical-host.tsx';
import { UpNext } from './up-next/up-next-offer.tsx';
import type { Tools } from './tools.ts';

export interface AppProps {
  readonly tools: Tools;
  /** What the plain fallbacks of its parts use. */
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
      {tools.page.parameters.controls && (
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
      <FeatureBoundary feature="errorCard" fallback={<PlainErrorCard {...plain} control={tools.playback.control} />}>
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
