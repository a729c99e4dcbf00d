import { fractionAt, type Timeline } from './timeline.ts';
import { useFeature, useStore } from '../shared/player-context.tsx';
import { sectionLoop } from './section-loop.ts';

/** The section that is being repeated. */
export function RepeatedSection({ timeline }: { timeline: Timeline }) {
  const { fromSeconds, toSeconds } = useStore(useFeature(sectionLoop));
  if (fromSeconds === null) return null;
  const percentAt = (seconds: number): number => fractionAt(timeline, seconds) * 100;
  return (
    <div
      className="seek-section"
      style={{ left: `${percentAt(fromSeconds)}%`, right: `${100 - percentAt(toSeconds ?? fromSeconds)}%` }}
    />
  );
}
