import { chapterIndexAt } from './chapters.ts';
import { fractionAt, type Timeline } from './timeline.ts';
import { usePlayerState } from '../shared/player-context.tsx';

/** Gaps where chapters begin, and the chapter under the pointer. */
export function ChapterGaps({ timeline, seconds }: { timeline: Timeline; seconds: number | null }) {
  const chapters = usePlayerState((snapshot) => snapshot.video.chapters);
  const percentAt = (at: number): number => fractionAt(timeline, at) * 100;
  const index = seconds === null ? -1 : chapterIndexAt(chapters, seconds);
  const pointed = chapters[index];
  const end = chapters[index + 1]?.startSeconds ?? timeline.endSeconds;
  return (
    <>
      {pointed !== undefined && chapters.length > 1 && (
        <div
          className="seek-segment"
          style={{ left: `${percentAt(pointed.startSeconds)}%`, right: `${100 - percentAt(end)}%` }}
        />
      )}
      {chapters
        .filter(({ startSeconds }) => startSeconds > timeline.startSeconds && startSeconds < timeline.endSeconds)
        .map(({ startSeconds }) => (
          <div key={startSeconds} className="seek-mark" style={{ left: `${percentAt(startSeconds)}%` }} />
        ))}
    </>
  );
}
