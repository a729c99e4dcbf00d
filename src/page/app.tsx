import { Announcer } from './components/announcer.tsx';
import { Captions } from './components/captions/captions.tsx';
import { ControlBar } from './components/control-bar.tsx';
import { ErrorCard } from './components/error-card.tsx';
import { NoticeBubble } from './components/notice-bubble.tsx';
import { OfflineBanner } from './components/offline-banner.tsx';
import { PanelHost } from './components/panel-host.tsx';
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
}

/** Everything over the picture that the first paint does not have. */
export function App({ tools }: AppProps) {
  return (
    <PlayerProvider value={tools}>
      <Captions />
      <Spinner />
      <NoticeBubble />
      <OfflineBanner />
      <div className="corner">
        <UnmuteButton />
        <ResumeButton />
      </div>
      <SphericalHost />
      {tools.parameters.controls && (
        <>
          <TopActions />
          <ControlBar />
          <UpNext />
        </>
      )}
      <ErrorCard />
      <PanelHost />
      <Announcer />
    </PlayerProvider>
  );
}
