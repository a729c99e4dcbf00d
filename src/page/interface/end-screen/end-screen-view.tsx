import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import './end-screen.css';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { tooltipOf, useShortcut } from '../shared/use-shortcut.ts';
import { Icon } from '../shared/icon.tsx';
import { useCommand, useFeature, usePage, usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';
import { panels } from '../panels/panels.ts';
import { passFocusOn, takeFocusOver } from './end-focus.ts';
import { EndCard } from './end-card.tsx';
import { seekAccumulator } from '../seek/seek-accumulator.ts';
import { seekByEndTaps } from './end-taps.ts';
import { holdHastyPresses } from './hasty-presses.ts';
import { suggestionsOf } from './suggestions.ts';

interface EndScreenViewProps {
  /**
   * Whether the video has ended. The screen is mounted earlier, so that its pictures load; the stylesheet shows it by the player's state.
   */
  readonly isOver: boolean;
}

/** Replay, videos to watch next, and sharing. It takes no focus, because it appears without a request of the viewer. */
export function EndScreenView({ isOver }: EndScreenViewProps) {
  const page = usePage();
  const playback = usePlayback();
  const panel = useFeature(panels);
  const seek = useFeature(seekAccumulator);
  const say = useSay();
  const video = usePlayerState((snapshot) => snapshot.video);
  const playlist = usePlayerState((snapshot) => snapshot.playlist);
  const command = useCommand();
  const replayKey = useShortcut('k');
  const screen = useRef<HTMLDivElement>(null);
  const replay = useRef<HTMLButtonElement>(null);
  const { rel } = page.parameters;
  const suggestions = useMemo(() => suggestionsOf({ video, playlist }, rel), [video, playlist, rel]);
  useEffect(() => {
    // If playback starts with the page, the poster was left to load lazily.
    const poster = page.root.querySelector<HTMLImageElement>('.poster img');
    if (poster !== null) poster.loading = 'eager';
  }, [page]);
  useEffect(() => {
    const { current } = screen;
    const { player } = playback;
    const isShown = (): boolean => player.getSnapshot().state === PLAYER_STATE.ended;
    if (current === null) return undefined;
    const stops = [
      holdHastyPresses({ ...page, screen: current, isOver: isShown }),
      seekByEndTaps({ ...page, screen: current, seek }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [page, playback, seek]);
  useLayoutEffect(() => {
    if (!isOver) return undefined;
    takeFocusOver(replay.current, playback.attention);
    const { current } = screen;
    return () => passFocusOn(current, page.root, playback.attention);
  }, [isOver, page, playback]);
  return (
    <div className="end-screen" role="group" aria-label={say('ended')} ref={screen}>
      <div className="end-content">
        <div className="end-actions">
          <button
            ref={replay}
            type="button"
            className="end-replay"
            aria-label={say('replay')}
            aria-keyshortcuts={replayKey}
            data-tooltip={tooltipOf(say('replay'), replayKey)}
            data-row="endReplay"
            onClick={() => command({ name: 'playVideo', arguments: [] })}
          >
            <Icon name="replay" />
          </button>
          <button
            type="button"
            className="text-button quiet end-share"
            data-row="endShare"
            onClick={() => panel.open('share')}
          >
            <Icon name="share" /> {say('share')}
          </button>
        </div>
        {suggestions.length > 0 && (
          <ul className="end-cards" aria-label={say('suggestions')}>
            {suggestions.map((suggestion) => (
              <EndCard key={`${suggestion.index} ${suggestion.videoId}`} suggestion={suggestion} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
