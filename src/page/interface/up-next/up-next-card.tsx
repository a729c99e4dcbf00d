import { useEffect, useState } from 'react';
import './up-next.css';
import { UpNext } from './up-next.ts';
import { sectionLoop } from '../seek/section-loop.ts';
import { LateStatus } from '../shared/late-status.tsx';
import { useLeaveControl } from '../shared/leave-control.ts';
import { useFeatures, usePlayerState, useStore } from '../shared/player-context.tsx';

/** Card with the next video, a countdown, and a cancel button. It takes no focus, because it appears without a request of the viewer. */
export function UpNextCard() {
  const features = useFeatures();
  const { say } = features.language;
  const [upNext] = useState(
    () => new UpNext({ ...features.page, ...features.playback, section: features.get(sectionLoop) }),
  );
  const { index, seconds } = useStore(upNext);
  const leaving = useLeaveControl(index !== null);
  const playlist = usePlayerState((snapshot) => snapshot.playlist);
  const isShown = index !== null;
  useEffect(() => {
    if (!isShown) return undefined;
    const press = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented) upNext.cancel();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isShown, upNext]);
  if (index === null) return null;
  const videoId = playlist?.videoIds[index];
  const entry = playlist?.details?.entries.find((candidate) => candidate.videoId === videoId);
  const title = entry?.title ?? say('playlistPlace', { index: index + 1, count: playlist?.videoIds.length ?? 0 });
  return (
    <div className="up-next" role="group" aria-label={say('upNext')}>
      {entry?.posterUrl !== undefined && <img src={entry.posterUrl} alt="" crossOrigin="anonymous" />}
      <div className="up-next-words">
        {/* Announced once as it appears; a countdown would be announced every second. */}
        <LateStatus>{`${say('upNext')}: ${title}`}</LateStatus>
        <p className="up-next-count" aria-hidden="true">
          {say('upNextIn', { count: seconds })}
        </p>
        <p className="up-next-title">
          <bdi>{title}</bdi>
        </p>
        <div className="up-next-actions">
          <button type="button" className="text-button" onClick={leaving(upNext.playNow)}>
            {say('playNow')}
          </button>
          <button type="button" className="text-button quiet" onClick={leaving(upNext.cancel)}>
            {say('cancel')}
          </button>
        </div>
      </div>
    </div>
  );
}
