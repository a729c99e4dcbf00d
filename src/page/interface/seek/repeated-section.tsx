import { fractionAt, type Timeline } from './timeline.ts';
import { useStore, useViewer } from '../shared/player-context.tsx';

/** The section that is being repeated. */
export function RepeatedSection({ timeline }: { timeline: Timeline }) {
  const { fromSeconds, toSeconds } = useStore(useViewer().section);
  if (fromSeconds === null) return null;
  const percentAt = (seconds: number): number => fractionAt(timeline, seconds) * 100;
  return (
    <div
      className="seek-section"
      style={{ left: `${percentAt(fromSeconds)}%`, right: `${100 - percentAt(toSeconds ?? fromSeconds)}%` }}
    />
  );
}
