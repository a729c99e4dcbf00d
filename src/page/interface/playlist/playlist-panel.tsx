import { useEffect } from 'react';
import './playlist.css';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { useCommand, useFeature, useLanguage, usePlayerState } from '../shared/player-context.tsx';
import { PlaylistButtons } from './playlist-buttons.tsx';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';
import { panels } from '../panels/panels.ts';

/** The current playlist, with a button for each of its videos. */
export function PlaylistPanel() {
  const panel = useFeature(panels);
  const language = useLanguage();
  const { say } = language;
  const playlist = usePlayerState((snapshot) => snapshot.playlist);
  const command = useCommand();
  const hasEnded = playlist === null;
  // A panel that shows nothing would still count as open, and keep the controls on the screen.
  useEffect(() => {
    if (hasEnded) panel.close();
  }, [hasEnded, panel]);
  if (playlist === null) return null;
  const { videoIds, index: current, details } = playlist;
  const entries = new Map(details?.entries.map((entry) => [entry.videoId, entry]));
  const place = { index: current + 1, count: videoIds.length };
  return (
    <PanelFrame className="sheet playlist-panel" label={say('playlist')} focus='[aria-current="true"]'>
      <PanelHead title={details?.title || say('playlist')} />
      <div className="playlist-place">
        <PlaylistButtons />
        <span>{say('playlistPlace', place)}</span>
      </div>
      <ol className="playlist">
        {videoIds.map((videoId, index) => {
          const entry = entries.get(videoId);
          return (
            <li key={`${index} ${videoId}`}>
              <button
                type="button"
                className="menu-item"
                aria-current={index === current || undefined}
                onClick={() => {
                  panel.close();
                  if (index !== current) command({ name: 'playVideoAt', arguments: [index] });
                }}
              >
                <span className="playlist-picture">
                  {entry?.posterUrl !== undefined && (
                    <img src={entry.posterUrl} alt="" loading="lazy" crossOrigin="anonymous" />
                  )}
                </span>
                <bdi className="menu-label">{entry?.title ?? say('playlistPlace', { ...place, index: index + 1 })}</bdi>
                {entry !== undefined && entry.lengthSeconds > 0 && (
                  <span className="menu-value" dir="ltr">
                    {clockTime(entry.lengthSeconds)}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </PanelFrame>
  );
}
