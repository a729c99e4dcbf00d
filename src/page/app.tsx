import { Announcer } from './components/announcer.tsx';
import { CaptionWindow } from './components/caption-window.tsx';
import { ControlBar } from './components/control-bar.tsx';
import { ErrorCard } from './components/error-card.tsx';
import { PlayerProvider, type PlayerTools } from './components/player-context.tsx';
import { Spinner } from './components/spinner.tsx';
import { UnmuteButton } from './components/unmute-button.tsx';

export interface AppProps {
  readonly tools: PlayerTools;
  /** The `controls` parameter; errors, captions and the spinner show regardless. */
  readonly showsControls: boolean;
  /** The `fs` parameter. */
  readonly offersFullscreen: boolean;
}

/** Everything over the picture that the first paint does not have. */
export function App({ tools, showsControls, offersFullscreen }: AppProps) {
  return (
    <PlayerProvider value={tools}>
      <CaptionWindow />
      <Spinner />
      <UnmuteButton />
      {showsControls && <ControlBar offersFullscreen={offersFullscreen} />}
      <ErrorCard />
      <Announcer />
    </PlayerProvider>
  );
}
