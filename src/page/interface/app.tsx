import { Announcer } from './announcer/announcer.tsx';
import { Bubble } from './bubbles/bubble.tsx';
import { Captions } from './captions/captions.tsx';
import { CentreControls } from './touch/centre-controls.tsx';
import { ControlBar } from './layout/control-bar.tsx';
import { EndScreen } from './end-screen/end-screen.tsx';
import { ErrorCard } from './errors/error-card.tsx';
import { bounded } from './errors/bounded.tsx';
import { FeatureBoundary } from './errors/feature-boundary.tsx';
import { ListeningHost } from './listening/listening-host.tsx';
import { LiveHost } from './live/live-host.tsx';
import { NoticeBubble } from './shared/notice-bubble.tsx';
import { OfflineBanner } from './errors/offline-banner.tsx';
import { FailedPanel } from './panels/failed-panel.tsx';
import { PanelHost } from './layout/panel-host.tsx';
import { PlainBar } from './plain/plain-bar.tsx';
import { PlainErrorCard } from './plain/plain-error-card.tsx';
import { PlainPlayButton } from './plain/plain-play-button.tsx';
import type { PlainProps } from './plain/plain-props.ts';
import { PlayButton } from './controls/play-button.tsx';
import { ProfilerHost } from './profiler/profiler-host.tsx';
import { PlayerProvider } from './shared/player-context.tsx';
import { RenewedBoundary } from './errors/renewed-boundary.tsx';
import { ResumeButton } from './resume/resume-button.tsx';
import { ResumeQuestion } from './resume/resume-question-host.tsx';
import { Spinner } from './shared/spinner.tsx';
import { TopActions } from './controls/top-actions.tsx';
import { SphericalHost } from './spherical/spherical-host.tsx';
import { UnmuteButton } from './unmute/unmute-button.tsx';
import { UpNext } from './up-next/up-next-offer.tsx';
import { TranscriptHost } from './transcript/transcript-host.tsx';
import type { Features } from './shared/features.ts';
import { WindowCoverHost } from './picture-in-picture/window-cover-host.tsx';

export interface AppProps {
  readonly features: Features;
  /** Properties of the plain fallbacks. */
  readonly plain: PlainProps;
}

/** Controls, panels and notices over the picture, which the first paint does not have. */
export function App({ features, plain }: AppProps) {
  return (
    <PlayerProvider value={features}>
      {bounded('windowCover', WindowCoverHost)}
      {bounded('listening', ListeningHost)}
      {bounded('captions', Captions)}
      {bounded('spinner', Spinner)}
      {bounded('notices', NoticeBubble)}
      {bounded('bubble', Bubble)}
      {bounded('offlineBanner', OfflineBanner)}
      {bounded('live', LiveHost)}
      <div className="corner">
        {bounded('unmute', UnmuteButton)}
        {bounded('resume', ResumeButton)}
        {bounded('resumeQuestion', ResumeQuestion)}
      </div>
      {bounded('profiler', ProfilerHost)}
      {bounded('spherical', SphericalHost)}
      {features.page.parameters.controls ? (
        <>
          {bounded('topActions', TopActions)}
          {bounded('centreControls', CentreControls)}
          <RenewedBoundary feature="controlBar" fallback={<PlainBar {...plain} />}>
            <ControlBar plain={plain} />
          </RenewedBoundary>
          {bounded('upNext', UpNext)}
          {bounded('transcript', TranscriptHost)}
          {bounded('endScreen', EndScreen)}
        </>
      ) : (
        <FeatureBoundary feature="playButton" fallback={<PlainPlayButton {...plain} className="lone-play" />}>
          <PlayButton className="lone-play" />
        </FeatureBoundary>
      )}
      <FeatureBoundary feature="errorCard" fallback={<PlainErrorCard {...plain} control={features.playback.control} />}>
        <ErrorCard />
      </FeatureBoundary>
      <FeatureBoundary feature="panels" fallback={<FailedPanel />}>
        <PanelHost />
      </FeatureBoundary>
      {bounded('announcer', Announcer)}
    </PlayerProvider>
  );
}
