import { fractionAt, type Timeline } from './timeline.ts';
import { usePlayerState, useStore, useViewer } from '../shared/player-context.tsx';

/** Gaps where chapters begin, and the section that is being repeated. */
export function BarMarks({ timeline }: { timeline: Timeline }) {
  const chapters = usePlayerState((snapshot) => snapshot.video.chapters);
  const { section } = useViewer();
  const { fromSeconds, toSeconds } = useStore(section);
  const place = (seconds: number) => `${fractionAt(timeline, seconds) * 100}%`;
  const isInside = (seconds: number) => seconds > timeline.startSeconds && seconds < timeline.endSeconds;
  return (
    <>
      {fromSeconds !== null && (
        <div
          className="seek-section"
          style={{
            left: place(fromSeconds),
            right: `${100 - fractionAt(timeline, toSeconds ?? fromSeconds) * 100}%`,
          }}
        />
      )}
      {chapters
        .filter(({ startSeconds }) => isInside(startSeconds))
        .map(({ startSeconds }) => (
          <div key={startSeconds} className="seek-mark" style={{ left: place(startSeconds) }} />
        ))}
    </>
  );
}
